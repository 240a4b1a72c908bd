// The replicas in order of what dispatchers see of them, for the policy that looks at all of them: one tournament where all
// dispatchers see the same, else one each.
#pragma once
#include <vector>

#include "tournament.h"
#include "weighed.h"

namespace p2c::fleet {

class BoardOrder {
public:
    /// Keeps none unless wanted.
    BoardOrder(const Settings& settings, bool wanted)
        : settings_(settings), own_(own_trees(settings.information)) {
        if (wanted) trees_.assign(own_ ? settings.information.dispatchers : 1, Tournament(static_cast<std::uint32_t>(settings.replicas)));
    }

    /// What is seen must change only where a request is sent, or leaves, or at once for all; and by who sees it, be cheap to keep.
    static bool can(const Settings& settings);

    bool on() const { return !trees_.empty(); }
    const Tournament& of(std::uint32_t dispatcher) const { return trees_[own_ ? dispatcher : 0]; }

    /// All are seen with no load.
    void begin() {
        for (Tournament& tree : trees_) {
            for (std::uint32_t i = 0; i < settings_.replicas; ++i) tree.place(i, weighed(0, i, settings_));
            tree.rebuild();
        }
    }

    void set(std::uint32_t dispatcher, std::uint32_t i, double seen) { trees_[own_ ? dispatcher : 0].set(i, weighed(seen, i, settings_)); }

    /// seen(i) of `count` replicas replica(0), replica(1), …, which all dispatchers see alike.
    template <class Replica, class Seen> void set_many(std::size_t count, Replica replica, Seen seen) {
        Tournament& tree = trees_[0];
        const bool many = count > tree.many();
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t i = replica(k);
            const double key = weighed(seen(i), i, settings_);
            many ? tree.place(i, key) : tree.set(i, key);
        }
        if (many) tree.rebuild();
    }

private:
    static bool own_trees(const Information& info) { return info.sees == Sees::own || info.age == Age::piggyback; }

    Settings settings_;
    bool own_;
    std::vector<Tournament> trees_;
};

inline bool BoardOrder::can(const Settings& settings) {
    const Information& info = settings.information;
    if (info.jitter > 0 || info.subset > 0 || settings.changes.any()) return false;
    constexpr double most = 0x1p26;  // bytes: beyond, going through the loads is no slower than going up a tree that is in no cache
    if (own_trees(info) && 64.0 * settings.replicas * info.dispatchers > most) return false;
    const bool counts = info.signal == Signal::in_flight || info.signal == Signal::waiting;
    if (info.sees == Sees::own) return counts;
    if (info.age == Age::piggyback) return true;
    if (info.own_sends && info.dispatchers > 1) return false;
    return info.age == Age::periodic || (info.age == Age::delayed && counts);
}

}  // namespace p2c::fleet
