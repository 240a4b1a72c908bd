// The loop of two choices against the policy that it stands for, ball for ball.
#include <algorithm>
#include <vector>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "bins/counters.h"

using p2c::Draws;

namespace {

template <class Counter> struct Pair {
    Pair(std::uint32_t n, bool replacement)
        : policy(p2c::Choices(check::Json{{"d", 2}, {"replacement", replacement}, {"ties", "random"}})),
          block(7, 0, n),
          single(7, 0, n),
          by_block(n),
          one_by_one(n) {}

    /// Throws so many balls both ways and returns how many it were; counts what differs.
    std::uint64_t go_on(std::uint64_t balls) {
        const std::uint64_t thrown = p2c::bins::throw_two(by_block.data(), block, policy, balls, last, full);
        std::uint32_t chosen = last;
        for (std::uint64_t i = 0; i < thrown; ++i) {
            p2c::bins::View<Counter> view(one_by_one.data());
            chosen = policy.choose(view, single);
            ++one_by_one[chosen];
            single.next();
        }
        different += by_block != one_by_one || chosen != last || block.index() != single.index() || block.flip() != single.flip();
        return thrown;
    }

    p2c::TwoChoices policy;
    Draws block, single;
    std::vector<Counter> by_block, one_by_one;
    std::uint32_t last = 0;
    bool full = false;
    int different = 0;
};

}  // namespace

TEST_CASE("the loop of two choices does not put every ball where the policy does", "[bins]") {
    for (const bool replacement : {false, true}) {
        for (const std::uint32_t n : {2u, 3u, 20u, 1000u, 70000u}) {
            for (const std::uint64_t chunk : {1u, 7u, 64u, 1000u}) {
                Pair<std::uint32_t> pair(n, replacement);
                std::uint64_t thrown = 0;
                for (int i = 0; i < 100; ++i) thrown += pair.go_on(chunk);
                INFO(n << " bins, " << chunk << " at a time, replacement: " << replacement);
                CHECK(thrown == 100 * chunk);
                CHECK(pair.different == 0);
                CHECK(!pair.full);
            }
        }
    }
}

TEST_CASE("the loop of two choices goes on when a narrow counter is at its end, or stops before", "[bins]") {
    for (const bool replacement : {false, true}) {
        for (const std::uint64_t chunk : {1u, 100u, 100000u}) {
            Pair<std::uint8_t> pair(20, replacement);
            while (!pair.full) pair.go_on(chunk);
            CHECK(pair.different == 0);
            CHECK(*std::max_element(pair.by_block.begin(), pair.by_block.end()) == 255);
            CHECK(std::count(pair.by_block.begin(), pair.by_block.end(), 255) == 1);
        }
    }
}
