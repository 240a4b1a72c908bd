#include "profiles.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace check {

namespace {

using Outcomes = std::vector<std::pair<State, double>>;

int count_from(const State& loads, int level) {
    return int(std::count_if(loads.begin(), loads.end(), [level](int x) { return x >= level; }));
}

// Probability that d looks are all at `marked` of n bins.
double all_in(int marked, int n, int d, bool distinct) {
    double p = 1;
    for (int j = 0; j < d; ++j) p *= distinct ? double(std::max(0, marked - j)) / (n - j) : double(marked) / n;
    return p;
}

State lifted(State loads, int level) {
    ++*std::find(loads.begin(), loads.end(), level);
    std::sort(loads.rbegin(), loads.rend());
    return loads;
}

// The groups' loads, sorted, one group after the other.
void groups_outcomes(const State& state, const std::vector<int>& sizes, bool fair, Outcomes& out) {
    const std::size_t d = sizes.size();
    std::vector<std::size_t> look(d), start(d);
    for (std::size_t g = 1; g < d; ++g) start[g] = start[g - 1] + std::size_t(sizes[g - 1]);
    double each = 1;
    for (const int size : sizes) each /= size;
    for (;;) {
        int least = state[start[0] + look[0]];
        for (std::size_t g = 1; g < d; ++g) least = std::min(least, state[start[g] + look[g]]);
        std::vector<std::size_t> tied;
        for (std::size_t g = 0; g < d; ++g)
            if (state[start[g] + look[g]] == least) tied.push_back(g);
        if (!fair) tied.resize(1);
        for (const std::size_t g : tied) {
            State next = state;
            ++next[start[g] + look[g]];
            const auto begin = next.begin() + std::ptrdiff_t(start[g]);
            std::sort(begin, begin + sizes[g], std::greater<>());
            out.emplace_back(next, each / double(tied.size()));
        }
        std::size_t g = 0;
        while (g < d && ++look[g] == std::size_t(sizes[g])) look[g++] = 0;
        if (g == d) return;
    }
}

}  // namespace

Law after(State start, int balls, const Step& step) {
    Law law{{std::move(start), 1.0}};
    for (int i = 0; i < balls; ++i) {
        Law next;
        for (const auto& [state, p] : law)
            for (const auto& [to, q] : step(state)) next[to] += p * q;
        law = std::move(next);
    }
    return law;
}

Law seen_as(const Law& law, const std::function<State(const State&)>& view) {
    Law out;
    for (const auto& [state, p] : law) out[view(state)] += p;
    return out;
}

Step choices_step(int d, bool distinct, double p_all) {
    return [=](const State& loads) {
        Outcomes out;
        const int n = int(loads.size());
        for (const int level : std::set<int>(loads.begin(), loads.end())) {
            const int here = count_from(loads, level), above = count_from(loads, level + 1);
            const double of_all = all_in(here, n, d, distinct) - all_in(above, n, d, distinct);
            const double p = p_all * of_all + (1 - p_all) * (here - above) / n;
            if (p > 0) out.emplace_back(lifted(loads, level), p);
        }
        return out;
    };
}

Step groups_step(std::vector<int> sizes, bool fair_ties) {
    return [=](const State& state) {
        Outcomes out;
        groups_outcomes(state, sizes, fair_ties, out);
        return out;
    };
}

Step memory_step() {
    return [](const State& state) {
        Outcomes out;
        State loads = without_last(state);
        const int memory = state.back();
        const double n = double(loads.size());
        const auto add = [&](int level, int remembered, double p) {
            State next = lifted(loads, level);
            next.push_back(remembered);
            if (p > 0) out.emplace_back(next, p);
        };
        if (memory >= 0) add(memory, memory + 1, 1 / n);  // the look falls on the remembered bin
        for (const int x : std::set<int>(loads.begin(), loads.end())) {
            const double p = (double(std::count(loads.begin(), loads.end(), x)) - (x == memory)) / n;
            if (memory < 0 || x < memory) add(x, x + 1, p);
            if (memory >= 0 && x == memory) add(x, x, p);
            if (memory >= 0 && x > memory) add(memory, memory + 1, p);
        }
        return out;
    };
}

Step thinning_step(double threshold, bool relative) {
    return [=](const State& loads) {
        Outcomes out;
        const double n = double(loads.size());
        double sum = 0, rejected = 0;
        for (const int x : loads) sum += x;
        const double limit = threshold + (relative ? sum / n : 0);
        for (const int x : loads) rejected += !(x < limit) / n;
        for (const int x : loads) out.emplace_back(lifted(loads, x), ((x < limit) + rejected) / n);
        return out;
    };
}

Step stale_step(int d, bool distinct, int period) {
    return [=](State state) {
        Outcomes out;
        const std::size_t n = state.size() / 2;
        if (state.back() == period) {
            for (std::size_t i = 0; i < n; ++i) state[2 * i] = state[2 * i + 1];
            state.back() = 0;
        }
        State old;
        for (std::size_t i = 0; i < n; ++i) old.push_back(state[2 * i]);
        for (std::size_t i = 0; i < n; ++i) {
            const int here = count_from(old, old[i]), above = count_from(old, old[i] + 1);
            const double p = (all_in(here, int(n), d, distinct) - all_in(above, int(n), d, distinct)) / (here - above);
            std::vector<std::pair<int, int>> pairs;
            for (std::size_t j = 0; j < n; ++j) pairs.emplace_back(state[2 * j], state[2 * j + 1] + (j == i));
            std::sort(pairs.begin(), pairs.end());
            State next;
            for (const auto& [a, b] : pairs) next.insert(next.end(), {a, b});
            next.push_back(state.back() + 1);
            if (p > 0) out.emplace_back(next, p);
        }
        return out;
    };
}

State loads(State state) {
    std::sort(state.rbegin(), state.rend());
    return state;
}

State without_last(State state) {
    state.pop_back();
    return state;
}

State new_loads(const State& state) {
    State out;
    for (std::size_t i = 1; i < state.size(); i += 2) out.push_back(state[i]);
    return loads(out);
}

}  // namespace check
