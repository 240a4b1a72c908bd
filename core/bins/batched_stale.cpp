#include "batched_stale.h"

#include <algorithm>

#include "base/samplers.h"

namespace p2c::bins {

void StaleBatches::start() {
    classes_.assign(1, Levels());
    classes_[0].start(bins_);
    class_ = classes_.size();
    uniform_.stop();
    in_period_ = 0;
    reads_ = 0;
}

Levels StaleBatches::levels() const {
    std::vector<const Levels*> parts;
    for (const Levels& c : classes_) parts.push_back(&c);
    Levels present;
    if (uniform_.busy()) {
        present = uniform_.levels();
        parts[class_] = &present;
    }
    return together(parts);
}

void StaleBatches::refresh() {
    const Levels all = levels();
    classes_.clear();
    for (int k = all.bottom(); k <= all.top(); ++k) {
        if (all[k] == 0) continue;
        classes_.emplace_back();
        classes_.back().assign(all.balls(k), {all[k]});
    }
    class_ = classes_.size();
    in_period_ = 0;
}

/// Class by class from the least loaded: given that all d looks are in this class or above, the least is above if all
/// of them are. Both that probability and its complement are formed without subtracting near-equal numbers.
void StaleBatches::spread(Generator& random, Count balls, int d) {
    Count rest = bins_;
    for (std::size_t i = 0; i < classes_.size() && balls > 0; ++i) {
        const Count here = classes_[i].bins();
        double above = 1, in = 0;
        for (int j = 0; j < d; ++j) {
            const Count pool = looks_.distinct ? rest - j : rest;
            const Count beyond = std::max<Count>(0, pool - here);
            const double y = beyond == 0 ? 1 : static_cast<double>(here) / static_cast<double>(pool);
            above *= beyond == 0 ? 0 : static_cast<double>(beyond) / static_cast<double>(pool);
            in += (1 - in) * y;
        }
        const Count put = in <= 0.5 ? binomial(random, balls, in) : balls - binomial(random, balls, above);
        thrown_[i] += put;
        balls -= put;
        rest -= here;
    }
}

/// The balls of a draw by class; the classes then get theirs one after the other.
void StaleBatches::share_out(Generator& random, Count balls) {
    thrown_.assign(classes_.size(), 0);
    const Count full = looks_.beta < 1 ? binomial(random, balls, looks_.beta) : balls;
    spread(random, full, looks_.d);
    spread(random, balls - full, 1);
    class_ = 0;
    in_period_ += balls;
    if (reads_loads_) reads_ += static_cast<std::uint64_t>(full) * looks_.d + static_cast<std::uint64_t>(balls - full);
}

/// Goes on with the present class, and returns the balls that it has got.
Count StaleBatches::throw_into_class(Generator& random, Count& draws) {
    const Count before = thrown_[class_];
    if (before > 0 || uniform_.busy()) {
        if (!uniform_.busy()) uniform_.begin(random, classes_[class_], before, draws);
        uniform_.go_on(random, draws);
        thrown_[class_] = uniform_.left();
        if (uniform_.busy()) return before - uniform_.left();
        classes_[class_] = uniform_.levels();
    }
    ++class_;
    return before;
}

Count StaleBatches::run(Generator& random, Count budget, Count most) {
    Count draws = 100000;  // some milliseconds
    Count done = 0;
    while (done < most && (done == 0 || (done < budget && draws > 0))) {
        if (class_ == classes_.size()) {
            if (in_period_ == period_ && period_ > 0) refresh();
            share_out(random, period_ > 0 ? std::min(period_ - in_period_, most - done) : most - done);
            draws -= static_cast<Count>(classes_.size());
        }
        draws = std::max<Count>(draws, 1);
        done += throw_into_class(random, draws);
    }
    return done;
}

}  // namespace p2c::bins
