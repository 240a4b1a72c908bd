// The quick forms of d choices make the same decisions as the general one.
#include <random>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "model/policies.h"

namespace {

struct Loads {
    std::vector<std::uint32_t> values;
    std::uint64_t reads = 0;
    std::uint32_t load(std::uint32_t i) {
        ++reads;
        return values[i];
    }
};

// Loads of 0 … 2, so that ties of every size are common.
template <class Quick>
void check_alike(std::uint32_t d, std::uint32_t n, bool replacement, const char* ties) {
    const p2c::Json config = {{"id", "choices"}, {"d", d}, {"replacement", replacement}, {"ties", ties}};
    p2c::Choices general(config);
    Quick quick(general);
    p2c::Draws draws(7, 0, n);
    std::mt19937 random(d * n);
    Loads a{std::vector<std::uint32_t>(n)}, b;
    int wrong = 0;
    for (int i = 0; i < 5000; ++i, draws.next()) {
        for (auto& load : a.values) load = random() % 3;
        b.values = a.values;
        wrong += general.choose(a, draws) != quick.choose(b, draws);
        wrong += general.looks(draws) != quick.looks(draws);
    }
    INFO(config.dump() << " among " << n);
    CHECK(wrong == 0);
    CHECK(a.reads == b.reads);
    CHECK(a.reads == 5000u * d);
}

}  // namespace

TEST_CASE("a quick form of d choices decides otherwise than the general one", "[model]") {
    for (const char* ties : {"random", "first-look", "first-index"})
        for (const bool replacement : {false, true})
            for (const std::uint32_t n : {4u, 7u, 100u}) {
                check_alike<p2c::TwoChoices>(2, n, replacement, ties);
                check_alike<p2c::FewChoices<3>>(3, n, replacement, ties);
                check_alike<p2c::FewChoices<4>>(4, n, replacement, ties);
            }
}
