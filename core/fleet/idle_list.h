// The replicas that have a free worker, as they report it.
#pragma once
#include <cstdint>
#include <vector>

namespace p2c::fleet {

/// Told by the event queue of every request that joins or leaves. Adds, removes and picks in constant time.
class IdleList {
public:
    static constexpr bool times_answers = false;

    IdleList(std::uint32_t replicas, std::uint32_t workers) : workers_(workers), place_(replicas) { clear(); }

    void clear() {
        free_.clear();
        for (std::uint32_t i = 0; i < place_.size(); ++i) add(i);
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(free_.size()); }
    std::uint32_t at(std::uint32_t k) const { return free_[k]; }

    template <class State> void sent(std::uint32_t i, std::uint32_t, double, State& state) {
        if (place_[i] != nowhere && state.in_service(i) == workers_) remove(i);
    }
    template <class State> void left(std::uint32_t i, std::uint32_t, double, bool, State& state) {
        if (place_[i] == nowhere && state.in_service(i) < workers_) add(i);
    }

private:
    static constexpr std::uint32_t nowhere = ~0U;

    void add(std::uint32_t i) {
        place_[i] = count();
        free_.push_back(i);
    }
    void remove(std::uint32_t i) {
        const std::uint32_t last = free_.back();
        free_[place_[i]] = last;
        place_[last] = place_[i];
        place_[i] = nowhere;
        free_.pop_back();
    }

    std::uint32_t workers_;
    std::vector<std::uint32_t> free_;   ///< in no particular order
    std::vector<std::uint32_t> place_;  ///< of each replica in free_
};

}  // namespace p2c::fleet
