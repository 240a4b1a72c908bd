// What dispatchers see where calls are sent again and replicas are ejected.
#pragma once
#include <algorithm>
#include <array>

#include "../dispatchers.h"
#include "../weighed.h"
#include "clients.h"

namespace p2c::fleet {

/// What the policy of one dispatcher sees: the replicas that it knows, but for those that have a call of the request.
class CallView {
public:
    CallView(Clients& clients, const Dispatchers& dispatchers, const Settings& settings)
        : state_(clients.state), watch_(clients.watch), dispatchers_(dispatchers), settings_(settings), watching_(settings.health.any()),
          direct_(settings.information.plain() && settings.information.signal == Signal::in_flight && !settings.information.speeds && !watching_) {}

    double load(std::uint32_t k) {
        ++reads;
        return peek(k);
    }
    [[gnu::always_inline]] double peek(std::uint32_t k) { return direct_ ? state_.count(known_as(k)) : seen(k); }
    std::uint64_t turn() const { return dispatchers_.turn(dispatcher); }

    /// The dispatcher's own number of the k-th replica that is left.
    std::uint32_t known_as(std::uint32_t k) const {
        if (taken > 0) k += k >= taken_[0];
        for (std::uint32_t j = 1; j < taken; ++j) k += k >= taken_[j];
        return direct_ || watch_.present().empty() ? k : watch_.present()[k];
    }

    /// Leaves out where the request has calls.
    [[gnu::always_inline]] void leave_out(const Leaf& request) {
        taken = std::min<std::uint32_t>(request.open, 1);
        if (request.open == 0) return;
        if (direct_ && request.open == 1) taken_[0] = state_.call(request.calls[0]).known_as;
        else leave_out_all(request);
    }

    double now = 0;
    std::uint32_t dispatcher = 0;
    std::uint32_t taken = 0;
    std::uint64_t reads = 0;

private:
    [[gnu::noinline]] double seen(std::uint32_t k) {
        const std::uint32_t i = dispatchers_.replica(dispatcher, known_as(k));
        const double load = weighed(state_.observer.load(dispatcher, i, now, state_), i, settings_);
        return watching_ ? watch_.seen(load, i, now) : load;
    }

    [[gnu::noinline]] void leave_out_all(const Leaf& request) {
        taken = 0;
        for (std::uint32_t j = 0; j < request.open; ++j) {
            const std::uint32_t known = state_.call(request.calls[j]).known_as;
            if (watch_.present().empty()) {
                taken_[taken++] = known;
                continue;
            }
            const auto here = std::lower_bound(watch_.present().begin(), watch_.present().end(), known);
            if (here != watch_.present().end() && *here == known) taken_[taken++] = static_cast<std::uint32_t>(here - watch_.present().begin());
        }
        std::sort(taken_.begin(), taken_.begin() + taken);
    }

    CallState& state_;
    const Watch& watch_;
    const Dispatchers& dispatchers_;
    const Settings& settings_;
    bool watching_, direct_;  ///< direct: requests in flight, as they are now
    std::array<std::uint32_t, Leaf::most_open> taken_{};
};

}  // namespace p2c::fleet
