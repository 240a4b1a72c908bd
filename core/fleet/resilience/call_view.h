// What dispatchers see where calls are sent again and replicas are ejected.
#pragma once
#include <algorithm>
#include <array>

#include "../dispatchers.h"
#include "../weighed.h"
#include "clients.h"

namespace p2c::fleet {

/// What the policy of one dispatcher sees: the replicas that it sends to, but for those that have a call of the request.
class CallView {
public:
    CallView(Clients& clients, const Dispatchers& dispatchers, const Settings& settings)
        : state_(clients.state), watch_(clients.watch), dispatchers_(dispatchers), settings_(settings), watching_(settings.health.any()),
          direct_(settings.information.plain() && settings.information.signal == Signal::in_flight && !settings.information.speeds && !watching_) {}

    double load(std::uint32_t k) {
        ++reads;
        return peek(k);
    }
    [[gnu::always_inline]] double peek(std::uint32_t k) { return at(known_as(k)); }
    /// The load of what the dispatcher calls that.
    [[gnu::always_inline]] double at(std::uint32_t known) { return direct_ ? state_.count(known) : seen(known); }
    std::uint64_t turn() const { return dispatchers_.turn(dispatcher); }

    /// The dispatcher's own number of the k-th replica that is left.
    std::uint32_t known_as(std::uint32_t k) const {
        if (taken > 0) k += k >= taken_[0];
        for (std::uint32_t j = 1; j < taken; ++j) k += k >= taken_[j];
        return k;
    }
    /// Whether the k-th of all that it sends to has no call of the request.
    bool left(std::uint32_t k) const { return std::find(taken_.begin(), taken_.begin() + taken, k) == taken_.begin() + taken; }

    /// Leaves out where the request has calls; a call may be left at a replica to which nothing is sent any more.
    [[gnu::always_inline]] void leave_out(const Leaf& request) {
        taken = 0;
        if (request.open == 0) return;
        if (!direct_ || request.open > 1) return leave_out_all(request);
        taken_[0] = state_.call(request.calls[0]).replica;
        taken = taken_[0] < dispatchers_.members();
    }

    double now = 0;
    std::uint32_t dispatcher = 0;
    std::uint32_t taken = 0;
    std::uint64_t reads = 0;

private:
    [[gnu::noinline]] double seen(std::uint32_t known) {
        const std::uint32_t i = dispatchers_.replica(dispatcher, known);
        const double load = state_.observer.load(dispatcher, i, now, state_), compared = weighed(load, i, settings_);
        if (!watching_) return compared;
        const double added = settings_.information.speeds ? 0 : 1;  // over speeds the request is part of what is compared
        return watch_.seen(compared, added, state_.observer.idle(dispatcher, i, load, state_), i, now);
    }

    [[gnu::noinline]] void leave_out_all(const Leaf& request) {
        for (std::uint32_t j = 0; j < request.open; ++j) {
            const Call& call = state_.call(request.calls[j]);
            const std::uint32_t number = dispatchers_.number(dispatcher, call.replica, call.known_as);
            if (number != Dispatchers::nothing) taken_[taken++] = number;
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

/// The same for policies that number all replicas, those that are left out included: they ask which are left.
struct WholeView {
    double load(std::uint32_t k) {
        ++view.reads;
        return peek(k);
    }
    double peek(std::uint32_t k) { return view.at(k); }
    bool left(std::uint32_t k) const { return view.left(k); }

    CallView& view;
};

}  // namespace p2c::fleet
