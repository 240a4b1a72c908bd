// The policies of a fleet's dispatchers, which number the replicas that they know from 0, and the draws of their looks: what the
// engines share in which dispatchers differ.
#pragma once
#include <cstdint>
#include <vector>

#include "dispatchers.h"
#include "model/draws.h"
#include "settings.h"

namespace p2c::fleet {

/// `Policy`: any of a fleet, or one that neither remembers nor goes by numbers of replicas.
template <class Policy> class PolicySet {
public:
    PolicySet(const Settings& settings, const Dispatchers& dispatchers, const Policy& policy)
        : draws(settings.seed, 0, dispatchers.known()),
          settings_(settings),
          dispatchers_(dispatchers),
          numbers_replicas_(numbers_replicas(policy)),
          policies_(shared(policy) ? 1 : settings.information.dispatchers, policy) {}

    /// A replication begins: nothing is remembered.
    void begin(std::uint32_t replication) {
        replication_ = replication;
        for (Policy& policy : policies_)
            if constexpr (requires { policy.begin(settings_.seed, replication); }) policy.begin(settings_.seed, replication);
    }
    /// Dispatchers know what they have been dealt, or all.
    void deal() {
        draws.seek(0);
        look();
        if (numbers_replicas_ && dispatchers_.subset() > 0) {
            for (std::uint32_t d = 0; d < policies_.size(); ++d) know(policies_[d], dispatchers_.list(d));
        } else if (told_) {
            know(policies_[0], everybody());
        }
        told_ = false;
    }
    /// Dispatchers send to others than before. What they remember goes by numbers, and is of use as far as those have not changed.
    void renumber(Dispatchers& dispatchers) {
        look();
        for (std::uint32_t d = 0; d < policies_.size(); ++d) {
            const Renumbered since = dispatchers.since(d);
            if (since == Renumbered::no) continue;
            if (numbers_replicas_ && dispatchers.listed()) {
                know(policies_[d], dispatchers.list(d));
                told_ = true;
            }
            if constexpr (requires { policies_[d].forget(); })
                if (since == Renumbered::other) policies_[d].forget();
        }
        dispatchers.renumbered();
    }

    Policy& of(std::uint32_t dispatcher) { return policies_[policies_.size() == 1 ? 0 : dispatcher]; }
    std::uint32_t known(std::uint32_t dispatcher) const { return own_draws_.empty() ? draws.size() : own_draws_[dispatcher].size(); }
    /// The draws of a dispatcher's looks.
    Draws& draws_of(std::uint32_t dispatcher) { return own_draws_.empty() ? draws : own_draws_[dispatcher]; }

    /// Where a dispatcher has looked for the call of this index, which went to replica `last`.
    std::vector<std::uint32_t> looks(std::uint32_t dispatcher, std::uint64_t index, std::uint32_t last) {
        if constexpr (requires { policies_[0].template as<RoundRobin>(); })
            if (policies_[0].template as<RoundRobin>() != nullptr) return {last};
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
    static void know(Policy& policy, const std::vector<std::uint32_t>& replicas) {
        if constexpr (requires { policy.know(replicas); }) policy.know(replicas);
    }
    static bool numbers_replicas(const Policy& policy) {
        if constexpr (requires { policy.numbers_replicas(); }) return policy.numbers_replicas();
        return false;
    }
    /// What remembers nothing and knows all, or goes by no numbers, is the same for all dispatchers.
    bool shared(const Policy& policy) const {
        if constexpr (requires { policy.remembers(); })
            if (policy.remembers()) return false;
        return !numbers_replicas_ || settings_.information.subset == 0;
    }

    const Settings& settings_;
    const Dispatchers& dispatchers_;
    bool numbers_replicas_;
    std::vector<Policy> policies_;
    std::vector<Draws> own_draws_;  ///< of each dispatcher, where they do not
    bool told_ = false;             ///< the policies know some of the replicas only
    std::uint32_t replication_ = 0;
};

}  // namespace p2c::fleet
