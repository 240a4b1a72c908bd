#include "board.h"

#include <cmath>  // floor only

namespace p2c::fleet {

Board::Board(const Settings& settings, bool ordered)
    : info_(settings.information), replicas_(static_cast<std::uint32_t>(settings.replicas)), workers_(settings.workers), averages_(info_.decay),
      order_(settings, ordered) {}

void Board::begin(std::uint64_t seed, std::uint64_t replication) {
    const std::size_t pairs = static_cast<std::size_t>(info_.dispatchers) * replicas_;
    seen_.assign(info_.age == Age::piggyback ? pairs : info_.age == Age::fresh ? 0 : replicas_, 0);
    own_.assign(info_.sees == Sees::own ? pairs : 0, 0);
    ever_.assign(info_.signal != Signal::sent ? 0 : info_.sees == Sees::own ? pairs : replicas_, 0);
    since_.assign(info_.own_sends ? pairs : 0, 0);
    touched_.assign(info_.age == Age::periodic ? replicas_ : 0, 0);
    averages_.begin(info_.signal != Signal::latency ? 0 : info_.sees == Sees::own ? pairs : replicas_);
    const bool drifting = info_.age == Age::delayed && info_.needs_events();
    seen_at_.assign(drifting ? replicas_ : 0, 0);
    slope_.assign(drifting ? replicas_ : 0, 0);
    dirty_.clear();
    counted_.clear();
    changes_.clear();
    order_.begin();
    last_snapshot_ = 0;  // all replicas are empty then
    noise_ = Stream(seed, replication, Purpose::noise);
    readings_ = 0;
}

double Board::snapshot_due(double now) const {
    if (info_.age != Age::periodic) return -1;
    if (info_.on_arrivals) return now - last_snapshot_ >= info_.period ? now : -1;
    const double tick = std::floor(now / info_.period) * info_.period;
    return tick > last_snapshot_ && tick <= now ? tick : -1;
}

void Board::advance(double now) {
    while (!changes_.empty() && changes_.front().time <= now - info_.period) {
        const Change& change = changes_.front();
        seen_[change.replica] = change.value;
        if (info_.needs_events()) {
            seen_at_[change.replica] = change.time;
            slope_[change.replica] = change.slope;
        }
        if (change.sender != nobody) --since_[at(change.sender, change.replica)];
        moved(0, change.replica);
        changes_.pop_front();
    }
}

double board_bytes(const Information& information, double replicas, double rate, double requests) {
    const double pairs = replicas * information.dispatchers;
    return (information.age == Age::piggyback ? pairs * 8 : 0) + (information.sees == Sees::own ? pairs * 4 : 0) +
           (information.own_sends ? pairs * 12 : 0) +
           (information.age == Age::delayed ? (information.signal == Signal::sent ? 3 : 2) * std::min(requests, rate * information.period) * 40 : 0) + (information.signal == Signal::latency ? pairs * 16 : 0) + (information.signal == Signal::sent ? pairs * 4 : 0) + 8.0 * information.dispatchers * information.subset;
}

}  // namespace p2c::fleet
