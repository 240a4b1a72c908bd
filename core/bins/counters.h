// Counters per bin: the plain process, as fast as it goes. Where there are many bins the counters are as narrow as the
// largest load that is to be expected allows, so that more of them fit into the processor's caches; one that reaches its
// end all the same makes all of them wider before the next ball.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "direct.h"
#include "model/policies/simple.h"
#include "two_choices.h"

namespace p2c::bins {

/// What a policy sees: the number of balls in a bin.
template <class Counter> class View {
public:
    explicit View(Counter* load) : load_(load) {}
    Counter load(std::uint32_t i) {
        ++reads;
        return load_[i];
    }
    Counter peek(std::uint32_t i) const { return load_[i]; }
    double average(const Draws& draws) const { return static_cast<double>(draws.index()) / draws.size(); }
    std::uint64_t reads = 0;

private:
    Counter* load_;
};

/// Bytes of a counter to begin with: 1, 2 or 4.
unsigned counter_bytes(double bins, double balls_per_bin);

/// Counters of one width; the others are empty.
class CounterStore {
public:
    CounterStore(std::uint32_t bins, unsigned bytes) : bins_(bins), first_(bytes) {}
    void clear();
    void widen();
    unsigned bytes() const { return bytes_; }
    template <class Counter> std::vector<Counter>& counters();

    template <class F> auto visit(F&& f) const {
        return bytes_ == 1 ? f(narrow_) : bytes_ == 2 ? f(middle_) : f(wide_);
    }

private:
    std::uint32_t bins_;
    unsigned first_;      ///< width at the start of a replication
    unsigned bytes_ = 0;  ///< width now
    std::vector<std::uint8_t> narrow_;
    std::vector<std::uint16_t> middle_;
    std::vector<std::uint32_t> wide_;
};

template <> inline std::vector<std::uint8_t>& CounterStore::counters() { return narrow_; }
template <> inline std::vector<std::uint16_t>& CounterStore::counters() { return middle_; }
template <> inline std::vector<std::uint32_t>& CounterStore::counters() { return wide_; }

class CountersBase : public DirectBase {
public:
    CountersBase(const Settings& settings, unsigned bytes) : DirectBase(settings), store_(settings.bins, bytes) {}

protected:
    Extremes extremes() const override;
    double average() const override { return static_cast<double>(thrown_) / settings_.bins; }
    std::vector<double> loads() const override;
    void count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const override;

    CounterStore store_;
};

template <class Policy> class Counters final : public CountersBase {
public:
    /// `bytes`: width of the counters to begin with.
    Counters(const Settings& settings, unsigned bytes, Policy policy)
        : CountersBase(settings, bytes), policy_(std::move(policy)) {}

protected:
    void clear(std::uint32_t) override {
        store_.clear();
        if constexpr (requires { policy_.begin(); }) policy_.begin();
    }

    void run(std::uint64_t count) override {
        while (count > 0) {
            if (store_.bytes() == 4) return loop<std::uint32_t>(count);
            if (store_.bytes() == 1) loop<std::uint8_t>(count);
            if (store_.bytes() == 2) loop<std::uint16_t>(count);
        }
    }

    std::vector<std::uint32_t> last_looks() override { return looks_of(policy_, draws_, thrown_ - 1); }

private:
    /// Throws balls until `count` is 0 or, with narrow counters, one is at its end.
    template <class Counter> void loop(std::uint64_t& count) {
        if constexpr (std::is_same_v<Policy, TwoChoices>) {
            if (policy_.ties == Ties::random) return two_choices<Counter>(count);
        }
        // Everything the loop needs in locals: the compiler cannot keep members in registers across a store.
        Counter* const load = store_.template counters<Counter>().data();
        View<Counter> view(load);
        Draws draws = draws_;
        Policy policy = std::move(policy_);
        std::uint32_t chosen = last_;
        bool full = false;
        constexpr bool flips = !std::is_same_v<Policy, Random>;
        std::uint64_t left = count;
        for (; left > 0 && !full; --left) {
            chosen = policy.choose(view, draws);
            ++load[chosen];
            if constexpr (sizeof(Counter) < 4) full = load[chosen] == std::numeric_limits<Counter>::max();
            if constexpr (requires { policy.placed(view); }) policy.placed(view);
            flips ? draws.next() : draws.next_unflipped();
        }
        if (!flips) draws.seek(draws.index());
        count = left;
        draws_ = draws;
        policy_ = std::move(policy);
        last_ = chosen;
        reads_ += view.reads;
        if (full) store_.widen();
    }

    template <class Counter> void two_choices(std::uint64_t& count) {
        bool full = false;
        const std::uint64_t thrown = throw_two(store_.template counters<Counter>().data(), draws_, policy_, count, last_, full);
        count -= thrown;
        reads_ += 2 * thrown;
        if (full) store_.widen();
    }

    Policy policy_;
};

}  // namespace p2c::bins
