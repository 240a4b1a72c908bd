#include "fluid.h"

#include <algorithm>
#include <cmath>  // floor, ceil only
#include <numeric>

#include "base/math.h"

namespace p2c::bins {

namespace {

constexpr double nothing = 1e-60;  // shares below are not followed
constexpr double settled = 1e-6;

/// Time by which a rule that settles is taken to have done so. Many looks settle at once; the wave of (1+β) is wide.
double settling(const FluidRule& rule) {
    if (rule.looks >= 8) return 10;
    return rule.looks == 2 && rule.beta < 1 ? 80 : 40;
}

using Row = std::vector<double>;

/// Integrates one rule forward. Rows: level after level, for each group of always-go-left.
class Flow {
public:
    explicit Flow(const FluidRule& rule) : rule_(rule), groups_(rule.left ? rule.looks : 1), share_(4 * groups_, 0.0) {}

    void to(double time) {
        while (now_ < time) {
            // The first levels fill fast; afterwards a share falls over a time of the order of 1/d, longer for (1+β).
            const double later = 1 / (rule_.beta < 1 ? 16.0 : 32.0 * rule_.looks);
            const double stop = now_ < 2 ? std::min(time, 2.0) : time;
            const double steps = std::ceil((stop - now_) / (now_ < 2 ? std::min(later, 1.0 / 128) : later));
            const double h = (stop - now_) / steps;
            for (double k = 0; k < steps; ++k) step(h);
            now_ = stop;
        }
    }

    Profile profile() const {
        Profile p;
        p.full = full_;
        for (std::size_t k = 0; k < share_.size(); k += groups_)
            p.share.push_back(std::accumulate(share_.begin() + static_cast<std::ptrdiff_t>(k),
                                              share_.begin() + static_cast<std::ptrdiff_t>(k + groups_), 0.0) /
                              static_cast<double>(groups_));
        return p;
    }

private:
    void step(double h) {
        slope(share_, a_);
        slope(moved(a_, h / 2), b_);
        slope(moved(b_, h / 2), c_);
        slope(moved(c_, h), d_);
        for (std::size_t i = 0; i < share_.size(); ++i) share_[i] += h / 6 * (a_[i] + 2 * (b_[i] + c_[i]) + d_[i]);
        shift();
    }

    const Row& moved(const Row& slope, double h) {
        moved_.resize(share_.size());
        for (std::size_t i = 0; i < share_.size(); ++i) moved_[i] = share_[i] + h * slope[i];
        return moved_;
    }

    /// Follows new levels once they hold anything; forgets levels that every bin has reached.
    void shift() {
        if (share_[share_.size() - groups_] > nothing) share_.resize(share_.size() + groups_);
        // Thinning asks for the share at its own threshold, so nothing below it is forgotten.
        if (full_ + 1 < rule_.threshold) return;
        const auto end = share_.begin() + static_cast<std::ptrdiff_t>(groups_);
        if (std::any_of(share_.begin(), end, [](double s) { return s < 1 - 1e-12; })) return;
        share_.erase(share_.begin(), end);
        ++full_;
    }

    void slope(const Row& s, Row& out) {
        out.resize(s.size());
        if (rule_.left) return left_slope(s, out);
        const double at_threshold = rule_.threshold > 0 ? level(s, rule_.threshold) : 0;
        double above = rule_.attraction(1);
        double before = 1;
        for (std::size_t i = 0; i < s.size(); ++i) {
            if (rule_.threshold > 0) {
                const bool taken_at_once = full_ + static_cast<double>(i) < rule_.threshold;
                out[i] = (before - s[i]) * ((taken_at_once ? 1 : 0) + at_threshold);
            } else {
                const double here = rule_.attraction(s[i]);
                out[i] = above - here;
                above = here;
            }
            before = s[i];
        }
    }

    double level(const Row& s, double k) const {
        if (k <= full_) return 1;
        const auto i = static_cast<std::size_t>(k - full_ - 1);
        return i < s.size() ? s[i] : 0;
    }

    /// A ball joins group j at load k − 1 when groups to the left hold at least k and those to the right at least k
    /// − 1.
    void left_slope(const Row& s, Row& out) const {
        for (std::size_t k = 0; k < s.size(); k += groups_) {
            for (std::size_t j = 0; j < groups_; ++j) {
                const auto below = [&](std::size_t i) { return k == 0 ? 1.0 : s[k - groups_ + i]; };
                double rate = static_cast<double>(groups_) * (below(j) - s[k + j]);
                for (std::size_t i = 0; i < j; ++i) rate *= s[k + i];
                for (std::size_t i = j + 1; i < groups_; ++i) rate *= below(i);
                out[k + j] = rate;
            }
        }
    }

    const FluidRule rule_;
    std::size_t groups_;
    double now_ = 0;
    double full_ = 0;
    Row share_, a_, b_, c_, d_, moved_;
};

bool same_wave(const Profile& before, const Profile& after) {
    for (double k = after.full; k < after.full + static_cast<double>(after.share.size()) + 2; ++k) {
        const double difference = after.at(k + 1) - before.at(k);
        if (difference > settled || difference < -settled) return false;
    }
    return true;
}

}  // namespace

double Profile::at(double k) const {
    if (k <= full) return 1;
    const auto i = static_cast<std::size_t>(k - full - 1);
    return i < share.size() ? share[i] : 0;
}

double Profile::mean_max(double bins) const {
    double sum = full;
    for (const double s : share) {
        const double x = bins * s;
        sum += x < 1e-8 ? x : 1 - det::exp(-x);
    }
    return sum;
}

double FluidRule::attraction(double s) const {
    if (looks == 2) return s * (beta * s + (1 - beta));
    return looks == 1 ? s : det::power(s, looks);
}

std::vector<FluidState> fluid(const FluidRule& rule, const std::vector<double>& times) {
    const double wave = settling(rule);
    std::vector<FluidState> out(times.size());
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto target = [&](std::size_t i) {
        return times[i] < wave + 1 ? times[i] : wave + times[i] - std::floor(times[i]);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return target(a) < target(b); });
    Flow flow(rule);
    bool asked = false;
    bool has_wave = false;
    for (const std::size_t i : order) {
        const bool travels = target(i) != times[i];
        if (target(i) >= wave && !asked) {
            flow.to(wave - 1);
            const Profile before = flow.profile();
            flow.to(wave);
            has_wave = same_wave(before, flow.profile());
            asked = true;
        }
        flow.to(target(i));
        out[i] = {times[i], !travels || has_wave, flow.profile()};
        out[i].profile.full += times[i] - target(i);
    }
    return out;
}

}  // namespace p2c::bins
