// Policies that go by the key of a request; they belong to the fleet. Built from the configuration of the whole fleet.
#pragma once
#include <vector>

#include "compare.h"
#include "fleet_trait.h"
#include "model/keys.h"

namespace p2c {

/// Where a further call of a request goes: to the next replica of its key's order that has none of its calls.
template <class View> std::uint32_t next_in_order(Keys& keys, const Draws& draws, View& view) {
    for (std::uint32_t places = 1;; ++places) {
        const std::uint32_t i = keys.order(draws, places)[places - 1];
        if (view.left(i)) return i;
    }
}

/// All requests of a key to the first replica of its order (rendezvous hashing).
class Sticky {
public:
    static constexpr FleetTrait trait = {.keys = true};
    bool ignores_load() const { return true; }
    std::vector<double> shares(std::uint32_t n) const { return keys_.shares(1, n); }
    static const Part& describe();
    explicit Sticky(const Json& config) : keys_(config) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { keys_.begin(seed, replication); }
    void know(std::vector<std::uint32_t> replicas) { keys_.know(std::move(replicas)); }

    template <class View> std::uint32_t choose(View&, const Draws& draws) { return keys_.order(draws, 1)[0]; }
    template <class View> std::uint32_t choose_other(View& view, const Draws& draws, const Draws&) { return next_in_order(keys_, draws, view); }
    std::vector<std::uint32_t> looks(const Draws& draws) { return {keys_.order(draws, 1)[0]}; }

private:
    Keys keys_;
};

/// Consistent hashing with bounded loads (Mirrokni, Thorup, Zadimoghaddam 2018), in rendezvous order: the first replica of
/// the key's order whose load is below ⌈c·(m + 1)/n⌉, where m is the sum of the n loads. One always is, as c > 1.
class Bounded {
public:
    static constexpr FleetTrait trait = {.keys = true, .adds_loads = true};
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit Bounded(const Json& config) : keys_(config), factor_(config.at("policy").at("factor").get<double>()) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { keys_.begin(seed, replication); }
    void know(std::vector<std::uint32_t> replicas) { keys_.know(std::move(replicas)); }

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        const double bound = bound_of(view, draws.size());
        for (walked_ = 1; walked_ < draws.size(); ++walked_) {
            const std::uint32_t i = keys_.order(draws, walked_)[walked_ - 1];
            if (view.load(i) < bound) return i;
        }
        return keys_.order(draws, walked_)[walked_ - 1];
    }
    /// The next of the order that is below the bound; the next, if all that are left are above it.
    template <class View> std::uint32_t choose_other(View& view, const Draws& draws, const Draws&) {
        const double bound = bound_of(view, draws.size());
        for (std::uint32_t places = 1; places <= draws.size(); ++places) {
            const std::uint32_t i = keys_.order(draws, places)[places - 1];
            if (view.left(i) && view.load(i) < bound) return i;
        }
        return next_in_order(keys_, draws, view);
    }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        const auto& order = keys_.order(draws, walked_);
        return {order.begin(), order.begin() + walked_};
    }

private:
    template <class View> double bound_of(View& view, std::uint32_t n) const { return ceiling(factor_ * (sum_of(view, n) + 1) / n); }

    template <class View> static double sum_of(View& view, std::uint32_t n) {
        if constexpr (requires { view.total(); }) {
            return view.total();
        } else {
            double sum = 0;
            for (std::uint32_t i = 0; i < n; ++i) sum += view.peek(i);
            return sum;
        }
    }

    static double ceiling(double x) {
        if (x >= 0x1p52) return x;
        const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
        return whole < x ? whole + 1 : whole;
    }

    Keys keys_;
    double factor_;
    std::uint32_t walked_ = 1;  ///< of the last request
};

/// The least loaded of d distinct looks among the first k replicas of the key's order.
class Affinity {
public:
    static constexpr FleetTrait trait = {.keys = true};
    bool ignores_load() const { return d_ == 1; }
    /// The requests of a key can go nowhere but to so many replicas.
    const Keys& keys() const { return keys_; }
    std::uint32_t set() const { return set_; }
    std::vector<double> shares(std::uint32_t n) const { return ignores_load() ? keys_.shares(set_, n) : std::vector<double>(); }
    static const Part& describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit Affinity(const Json& config)
        : keys_(config), set_(config.at("policy").at("set").get<std::uint32_t>()),
          d_(config.at("policy").at("d").get<std::uint32_t>()), looked_(d_) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { keys_.begin(seed, replication); }
    void know(std::vector<std::uint32_t> replicas) { keys_.know(std::move(replicas)); }

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        gather(draws);
        return least_of(view, d_, Ties::random, draws, tied_, [this](std::uint32_t k) { return looked_[k]; });
    }
    template <class View> std::uint32_t choose_other(View& view, const Draws& draws, const Draws&) { return next_in_order(keys_, draws, view); }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        gather(draws);
        return looked_;
    }

private:
    void gather(const Draws& draws);

    Keys keys_;
    std::uint32_t set_, d_;
    std::vector<std::uint32_t> looked_, places_, tied_;
};

}  // namespace p2c
