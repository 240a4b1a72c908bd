// The policies of a fleet's dispatchers, which number the replicas that they know from 0, and the draws of their looks: what the
// engines share in which dispatchers differ.
#pragma once
#include <cstdint>
#include <type_traits>
#include <vector>

#include "dispatchers.h"
#include "model/draws.h"
#include "settings.h"

namespace p2c::fleet {

/// Whether a policy goes by numbers of replicas of which a dispatcher may know some. It remembers nothing, then, so that
/// dispatchers who know all share one.
template <class Policy> constexpr bool numbers_replicas = requires(Policy policy) { policy.know(std::vector<std::uint32_t>()); };

template <class Policy> class PolicySet {
public:
    PolicySet(const Settings& settings, const Dispatchers& dispatchers, const Policy& policy)
        : draws(settings.seed, 0, dispatchers.known()),
          settings_(settings),
          dispatchers_(dispatchers),
          policies_(numbers_replicas<Policy> && settings.information.subset == 0 ? 1 : settings.information.dispatchers, policy) {}

    /// A replication begins: nothing is remembered.
    void begin(std::uint32_t replication) {
        replication_ = replication;
        for (Policy& policy : policies_) {
            if constexpr (requires { policy.begin(); }) policy.begin();
            if constexpr (requires { policy.begin(settings_.seed, replication); }) policy.begin(settings_.seed, replication);
        }
    }
    /// Dispatchers know what they have been dealt, or all.
    void deal() {
        const bool subsets = settings_.information.subset > 0;
        draws.seek(0);
        look_at(subsets ? dispatchers_.known() : settings_.changes.before);
        if constexpr (numbers_replicas<Policy>)
            for (std::uint32_t d = 0; subsets && d < policies_.size(); ++d) policies_[d].know(dispatchers_.subset(d));
    }
    /// From now on only these are there, for all dispatchers. What is remembered goes by numbers that have changed.
    void know(const std::vector<std::uint32_t>& present) {
        look_at(static_cast<std::uint32_t>(present.size()));
        if constexpr (numbers_replicas<Policy>)
            for (Policy& policy : policies_) policy.know(present);
        forget();
    }
    /// From now on the first `after` are there; what is remembered may be of those that are gone.
    void change(const Changes& changes) {
        look_at(changes.after);
        if (changes.after < changes.before) forget();
    }

    Policy& of(std::uint32_t dispatcher) {
        if constexpr (numbers_replicas<Policy>) return policies_[policies_.size() == 1 ? 0 : dispatcher];
        return policies_[dispatcher];
    }
    std::uint32_t known() const { return draws.size(); }

    /// Where a dispatcher has looked for the call of this index, which went to replica `last`.
    std::vector<std::uint32_t> looks(std::uint32_t dispatcher, std::uint64_t index, std::uint32_t last) {
        if constexpr (std::is_same_v<Policy, RoundRobin>) return {last};
        Draws then = draws;
        then.seek(index);
        auto looks = of(dispatcher).looks(then);
        for (std::uint32_t& look : looks) look = dispatchers_.replica(dispatcher, look);
        return looks;
    }

    Draws draws;  ///< among as many replicas as are known

private:
    void look_at(std::uint32_t known) {
        const std::uint64_t index = draws.index();
        draws = Draws(settings_.seed, replication_, known);
        draws.seek(index);
    }
    void forget() {
        for (Policy& policy : policies_)
            if constexpr (requires { policy.begin(); }) policy.begin();
    }

    const Settings& settings_;
    const Dispatchers& dispatchers_;
    std::vector<Policy> policies_;
    std::uint32_t replication_ = 0;
};

}  // namespace p2c::fleet
