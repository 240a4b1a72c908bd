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
        draws.seek(0);
        look();
        if constexpr (numbers_replicas<Policy>) {
            if (dispatchers_.subset() > 0) {
                for (std::uint32_t d = 0; d < policies_.size(); ++d) policies_[d].know(dispatchers_.list(d));
            } else if (told_) {
                policies_[0].know(everybody());
            }
        }
        told_ = false;
    }
    /// Dispatchers send to others than before. What they remember goes by numbers, and is of use as far as those have not changed.
    void renumber(Dispatchers& dispatchers) {
        look();
        for (std::uint32_t d = 0; d < policies_.size(); ++d) {
            const Renumbered since = dispatchers.since(d);
            if (since == Renumbered::no) continue;
            if constexpr (numbers_replicas<Policy>) {
                if (dispatchers.listed()) {
                    policies_[d].know(dispatchers.list(d));
                    told_ = true;
                }
            }
            if constexpr (requires { policies_[d].begin(); })
                if (since == Renumbered::other) policies_[d].begin();
        }
        dispatchers.renumbered();
    }

    Policy& of(std::uint32_t dispatcher) {
        if constexpr (numbers_replicas<Policy>) return policies_[policies_.size() == 1 ? 0 : dispatcher];
        return policies_[dispatcher];
    }
    std::uint32_t known(std::uint32_t dispatcher) const { return own_draws_.empty() ? draws.size() : own_draws_[dispatcher].size(); }
    /// The draws of a dispatcher's looks.
    Draws& draws_of(std::uint32_t dispatcher) { return own_draws_.empty() ? draws : own_draws_[dispatcher]; }

    /// Where a dispatcher has looked for the call of this index, which went to replica `last`.
    std::vector<std::uint32_t> looks(std::uint32_t dispatcher, std::uint64_t index, std::uint32_t last) {
        if constexpr (std::is_same_v<Policy, RoundRobin>) return {last};
        Draws then = draws_of(dispatcher);
        then.seek(index);
        auto looks = of(dispatcher).looks(then);
        for (std::uint32_t& look : looks) look = dispatchers_.replica(dispatcher, look);
        return looks;
    }

    Draws draws;  ///< among as many replicas as are known, where all know equally many

private:
    void look() {
        own_draws_.clear();
        for (std::uint32_t d = 0; dispatchers_.differ() && d < dispatchers_.count(); ++d) own_draws_.push_back(among(dispatchers_.known(d)));
        draws = among(dispatchers_.known(0));
    }
    Draws among(std::uint32_t known) const {
        Draws out(settings_.seed, replication_, known);
        out.seek(draws.index());
        return out;
    }
    std::vector<std::uint32_t> everybody() const {
        std::vector<std::uint32_t> out(settings_.replicas);
        for (std::uint32_t i = 0; i < out.size(); ++i) out[i] = i;
        return out;
    }

    const Settings& settings_;
    const Dispatchers& dispatchers_;
    std::vector<Policy> policies_;
    std::vector<Draws> own_draws_;  ///< of each dispatcher, where they do not
    bool told_ = false;             ///< the policies know some of the replicas only
    std::uint32_t replication_ = 0;
};

}  // namespace p2c::fleet
