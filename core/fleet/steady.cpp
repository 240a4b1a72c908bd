#include "steady.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/fleet_policies.h"
#include "theory.h"

namespace p2c::fleet {

namespace {

/// Probability that d looks at n replicas all fall on k given ones.
double all_within(double k, double n, double d, bool replacement) {
    double p = 1;
    for (double i = 0; i < d && p > 0; ++i) p *= replacement ? k / n : std::max(0.0, (k - i) / (n - i));
    return p;
}

/// Share of the requests that must go to k given replicas, whatever the loads; 0 where that is not known.
double forced_share(const Json& policy, bool blind, double k, double n) {
    const auto& id = policy.at("id").get_ref<const std::string&>();
    if (blind) return k / n;
    if (id == "choices") return all_within(k, n, policy.at("d").get<double>(), policy.at("replacement").get<bool>());
    if (id != "one-plus-beta") return k < n ? 0 : 1;
    const auto beta = policy.at("beta").get<double>();
    return (1 - beta) * k / n + beta * all_within(k, n, 2, policy.at("replacement").get<bool>());
}

/// The replicas that are there in the end, always the first so many.
struct Present {
    explicit Present(const Settings& s) : n(s.replicas), capacity(s.machines.capacity()), rate(s.load * capacity), load(s.load) {
        if (!s.changes.any()) return;
        n = s.changes.at < s.requests ? s.changes.after : s.changes.before;
        capacity = 0;
        for (std::uint32_t i = 0; i < n; ++i) capacity += 1 / s.machines.slowness(i);
        load = rate / capacity;
    }
    Steady as_a_whole() const { return {Overload::fleet, n, load, 0}; }

    std::uint64_t n;
    double capacity;
    double rate;  ///< offered, in what a worker of speed 1 serves
    double load;
};

/// The replicas that are loaded most: the slowest k take the requests that can go nowhere else (Foss and Chernova 1998).
Steady most_loaded(const Json& config, const Settings& s, const Present& present, bool blind) {
    std::vector<double> speeds(present.n);
    for (std::uint32_t i = 0; i < present.n; ++i) speeds[i] = 1 / s.machines.slowness(i);
    std::sort(speeds.begin(), speeds.end());
    Steady out = present.as_a_whole();
    double capacity = 0;
    for (std::uint32_t k = 1; k <= present.n; ++k) {
        capacity += speeds[k - 1];
        const double load = present.rate * forced_share(config.at("policy"), blind, k, static_cast<double>(present.n)) / capacity;
        if (load > out.load * (1 + 1e-9)) out = {Overload::slowest, k, load, 0};
    }
    if (!blind || out.overload == Overload::fleet) return out;
    out.overload = Overload::replica;
    out.replicas = 0;
    for (std::uint32_t i = 1; i < present.n; ++i)
        if (s.machines.slowness(i) > s.machines.slowness(out.replicas)) out.replicas = i;
    return out;
}

/// Share of the requests of each of n replicas, whatever the loads. Empty: all the same, or not known.
std::vector<double> fixed_shares(const Json& config, std::uint32_t n) {
    return with_fleet_policy(config, [n](const auto& p) {
        if constexpr (requires { p.shares(n); }) return p.shares(n);
        return std::vector<double>();
    });
}

/// The replica that such shares load most.
Steady most_of(const std::vector<double>& shares, const Settings& s, const Present& present) {
    Steady out{Overload::replica, 0, 0, 0};
    for (std::uint32_t i = 0; i < present.n; ++i) {
        const double load = present.rate * shares[i] * s.machines.slowness(i);
        if (load > out.load * (1 + 1e-9)) out = {Overload::replica, i, load, 0, "policy"};
    }
    return out.load > present.load * (1 + 1e-9) ? out : present.as_a_whole();
}

/// The key that loads the replicas it can go to most, if they look at loads; keys come in order of how frequent they are.
Steady most_of_keys(const Affinity& policy, const Settings& s, const Present& present, const Steady& otherwise) {
    Steady out = otherwise;
    const Keys& keys = policy.keys();
    double slowest = 1 / s.machines.slowness(0);
    for (std::uint32_t i = 1; i < present.n; ++i) slowest = std::min(slowest, 1 / s.machines.slowness(i));
    for (std::uint32_t key = 0; key < keys.count(); ++key) {
        const double offered = present.rate * keys.probability(key);
        if (offered <= out.load * policy.set() * slowest * (1 + 1e-9)) break;
        double capacity = 0;
        for (const std::uint32_t i : keys.first(key, static_cast<std::uint32_t>(present.n), policy.set())) capacity += 1 / s.machines.slowness(i);
        if (offered / capacity > out.load * (1 + 1e-9)) out = {Overload::set, policy.set(), offered / capacity, 0, "policy"};
    }
    return out;
}

/// The same of any policy.
Steady most_of_keys(const Json& config, const Settings& s, const Present& present, const Steady& otherwise) {
    return with_fleet_policy(config, [&](const auto& p) {
        if constexpr (requires { p.set(); p.keys(); }) return most_of_keys(p, s, present, otherwise);
        return otherwise;
    });
}

/// Whether what is compared are requests ever sent, which makes their numbers alike and knows nothing of loads. Where
/// replicas join, those catch up first.
bool levels_counts(const Json& config, const Settings& s) {
    const FleetTrait trait = fleet_trait(config.at("policy"));
    return s.information.signal == Signal::sent && !s.information.speeds && !s.changes.any() && !trait.keys && !trait.weights;
}

/// Overloaded queues that turn requests away are full after their longest wait over what comes too much; near a load of
/// 1 they fill by chance, which takes its square.
double filling_time(const Settings& s, double load) {
    const double patience = s.resilience.patience_cancels ? s.resilience.patience : Resilience::never;
    const double wait = std::min({s.losses.deadline, static_cast<double>(s.losses.most_waiting) + 1, patience});
    return std::max(1.0, wait / std::max(load - 1, 1 / std::max(wait, 1.0)));
}

}  // namespace

Steady steady_state(const Json& config, const Settings& s) {
    const bool blind = with_fleet_policy(config, [](const auto& p) { return p.ignores_load(); }) || levels_counts(config, s);
    const Present present(s);
    Steady out = present.as_a_whole();
    // Which replicas dispatchers know is drawn anew in each replication.
    const bool know_all = s.information.subset == 0 || s.information.subset == present.n;
    const std::vector<double> shares = know_all ? fixed_shares(config, static_cast<std::uint32_t>(present.n)) : std::vector<double>();
    if (!shares.empty()) {
        out = most_of(shares, s, present);
    } else if (s.information.subset > 0) {
        // All that dispatchers know, if no replica is known twice.
        const double known = std::min<double>(present.n, static_cast<double>(s.information.subset) * s.information.dispatchers);
        out = {Overload::subsets, static_cast<std::uint64_t>(known), s.load * s.replicas / known, 0};
        if (out.load < 1 || present.load >= 1) out = present.as_a_whole();
    } else if (!s.machines.equal()) {
        out = most_loaded(config, s, present, blind);
    }
    if (know_all && !blind) out = most_of_keys(config, s, present, out);
    // Load counts what a miss costs; where keys come again it is certain to be too much only if hits alone are.
    const bool hits = s.health.entries > 0 && config.at("keys").at("id") == "zipf";
    if (hits && out.load >= 1) out.load *= s.health.hit;
    const bool lossy = s.losses.any() || (s.resilience.patience < Resilience::never && s.resilience.patience_cancels);
    if (out.load >= 1) {
        if (lossy) out.relaxation = filling_time(s, out.load);
    } else {
        out.relaxation = blind ? relaxation_time(out.load) : pooled_relaxation_time(out.load);
    }
    if (out.load < 1 || lossy) out.overload = Overload::none;
    return out;
}

}  // namespace p2c::fleet
