// The whole final profile of the engines that follow profiles, against exact laws of a few bins. Batches are forced to
// small sizes, so that balls thrown together and balls thrown one by one both occur. Chi-square, error below p = 1e-4.
#include <memory>

#include "../../support/catch.h"
#include "../../support/profiles.h"
#include "../../support/statistics.h"
#include "bins/ball_by_ball.h"
#include "bins/batched_groups.h"
#include "bins/batched_memory.h"
#include "bins/batched_stale.h"

using namespace p2c::bins;
using check::State;

namespace {

State profile(const Levels& levels) {
    State out;
    for (int k = levels.top(); k >= levels.bottom(); --k)
        out.insert(out.end(), std::size_t(levels[k]), int(levels.balls(k)));
    return out;
}

/// Chance of profiles this far from the law; 0 if one of them is impossible. A run stops once on the way.
double fit(Process& process, int balls, const check::Law& law, int runs, std::uint64_t seed) {
    std::map<State, std::size_t> index;
    std::vector<double> expected, seen;
    for (const auto& [state, p] : law) {
        index.emplace(state, expected.size());
        expected.push_back(p);
    }
    seen.resize(expected.size());
    p2c::Generator random(seed, 0);
    for (int run = 0; run < runs; ++run) {
        process.start();
        for (const Count goal : {Count(balls) / 3, Count(balls)})
            for (Count done = goal == balls ? balls / 3 : 0; done < goal;) done += process.run(random, 2, goal - done);
        const auto found = index.find(profile(process.levels()));
        if (found == index.end()) return 0;
        ++seen[found->second];
    }
    return check::fit(seen, expected);
}

constexpr int kRuns = 20000;

void check_choices(int n, int balls, const Looks& looks) {
    const check::Law law =
        check::after(State(std::size_t(n)), balls, check::choices_step(looks.d, looks.distinct, looks.beta));
    INFO(n << " bins, " << balls << " balls, " << looks.d << " looks, distinct " << looks.distinct << ", beta "
           << looks.beta);
    for (const Count batch : {0, 1, 3, 8}) {
        INFO("batches of " << batch);
        FreshBatches batched(n, looks, batch);
        CHECK(fit(batched, balls, law, kRuns, 17 + std::uint64_t(batch)) > check::kAlarm);
    }
    BallByBall<SeveralLooks> one(n, SeveralLooks{looks});
    CHECK(fit(one, balls, law, kRuns, 5) > check::kAlarm);
}

}  // namespace

TEST_CASE("profiles of d choices are not those of the exact law", "[engines][long]") {
    for (const int n : {2, 5, 12})
        for (const int d : {2, 3}) check_choices(n, 14, {d, false, 1});
    check_choices(4, 12, {1, false, 1});
    check_choices(3, 12, {4, false, 1});
}

TEST_CASE("profiles of d distinct choices are not those of the exact law", "[engines][long]") {
    check_choices(3, 12, {2, true, 1});
    check_choices(9, 14, {2, true, 1});
    check_choices(6, 14, {3, true, 1});
    check_choices(12, 12, {10, true, 1});
}

TEST_CASE("profiles of (1+beta) are not those of the exact law", "[engines][long]") {
    check_choices(5, 14, {2, false, 0.3});
    check_choices(8, 14, {2, true, 0.7});
}

TEST_CASE("profiles of groups are not those of the exact law", "[engines][long]") {
    const auto check_groups = [](std::vector<int> sizes, int balls, bool fair) {
        int n = 0;
        for (const int size : sizes) n += size;
        const int d = int(sizes.size());
        const check::Law law =
            check::seen_as(check::after(State(std::size_t(n)), balls, check::groups_step(sizes, fair)), check::loads);
        INFO(n << " bins in " << d << " groups, " << balls << " balls, fair " << fair);
        for (const Count batch : {0, 1, 3, 8}) {
            INFO("batches of " << batch);
            GroupBatches batched(n, d, fair, batch);
            CHECK(fit(batched, balls, law, kRuns, 23 + std::uint64_t(batch)) > check::kAlarm);
        }
        GroupedLooks one(n, d, fair);
        CHECK(fit(one, balls, law, kRuns, 6) > check::kAlarm);
    };
    for (const bool fair : {false, true}) {
        check_groups({2, 3}, 12, fair);  // the groups of 5 bins: up to ⌊5/2⌋, then to 5
        check_groups({3, 3}, 12, fair);
        check_groups({2, 2, 2}, 10, fair);
    }
}

TEST_CASE("profiles of choices with memory are not those of the exact law", "[engines][long]") {
    for (const int n : {1, 2, 5, 9}) {
        State start(std::size_t(n) + 1);
        start.back() = -1;
        const check::Law law = check::seen_as(check::after(start, 14, check::memory_step()), check::without_last);
        for (const Count batch : {0, 1, 4, 20}) {
            INFO(n << " bins, batches of " << batch);
            MemoryBatches batched(n, batch);
            CHECK(fit(batched, 14, law, kRuns, 31 + std::uint64_t(batch)) > check::kAlarm);
        }
        RememberedLooks one(n, 1, 1);
        CHECK(fit(one, 14, law, kRuns, 7) > check::kAlarm);
    }
}

TEST_CASE("memory of several bins is not the exact law where it must be another process", "[engines][long]") {
    // Nothing remembered: the looks with replacement.
    RememberedLooks none(6, 2, 0);
    CHECK(fit(none, 12, check::after(State(6), 12, check::choices_step(2, false)), kRuns, 8) > check::kAlarm);
    // As many remembered as there are bins: once all are known, the least loaded of all gets every ball.
    RememberedLooks all(3, 8, 3);
    p2c::Generator random(3, 0);
    all.start();
    all.run(random, 600, 600);
    CHECK(profile(all.levels()) == State{200, 200, 200});
}

TEST_CASE("profiles of thinning are not those of the exact law", "[engines][long]") {
    for (const bool relative : {false, true}) {
        for (const double threshold : {0.0, 1.0, 1.5}) {
            INFO("threshold " << threshold << ", relative " << relative);
            BallByBall<ThinnedLooks> one(6, ThinnedLooks{threshold, relative});
            const check::Law law = check::after(State(6), 13, check::thinning_step(threshold, relative));
            CHECK(fit(one, 13, law, kRuns, 9) > check::kAlarm);
        }
    }
}

TEST_CASE("profiles of old information are not those of the exact law", "[engines][long]") {
    const auto check_stale = [](int n, int d, bool distinct, int period) {
        State start(2 * std::size_t(n) + 1);
        const check::Law law =
            check::seen_as(check::after(start, 11, check::stale_step(d, distinct, period)), check::new_loads);
        INFO(n << " bins, " << d << " looks, distinct " << distinct << ", period " << period);
        StaleBatches batched(n, {d, distinct, 1}, period, true);
        CHECK(fit(batched, 11, law, kRuns, 10) > check::kAlarm);
    };
    check_stale(4, 2, false, 4);
    check_stale(4, 3, true, 3);
    check_stale(3, 2, true, 5);
    check_stale(5, 1, false, 2);
}

TEST_CASE("one draw for all balls of one choice has not the law of balls thrown one by one", "[engines][long]") {
    for (const int n : {2, 5}) {
        StaleBatches batched(n, {1, false, 1}, 0, false);
        CHECK(fit(batched, 14, check::after(State(std::size_t(n)), 14, check::choices_step(1, false)), kRuns, 11) >
              check::kAlarm);
    }
}
