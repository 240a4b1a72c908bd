// What policies compare with: ties, the lesser of two, the least of several.
#pragma once
#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/math.h"
#include "model/draws.h"
#include "model/part.h"

namespace p2c {

enum class Ties { random, first_look, first_index };

Ties ties_from(const Json& config);

inline constexpr Option ties_of_looks[] = {
    {"random", "At random", "Each of the least loaded is equally likely."},
    {"first-look", "First look", "The one that was looked at first."},
    {"first-index", "Lowest number", "The one with the lowest number: a famous mistake, which loads the first few."},
};
inline constexpr Option ties_of_all[] = {ties_of_looks[0], ties_of_looks[2]};

constexpr Param ties_param(bool with_looks) {
    const std::span<const Option> options = with_looks ? std::span<const Option>(ties_of_looks) : std::span<const Option>(ties_of_all);
    return choice("ties", "Ties", options, "random").in("details").as("detail").about("Who gets it when several look equally loaded.");
}

constexpr Param replacement_param() {
    return boolean("replacement", "Looks may repeat", false)
        .in("details")
        .as("detail")
        .about("Looks are drawn with replacement, so one may be wasted on the same place. Off: all looks are distinct.");
}

/// Refuses more distinct looks than there are. `n_name` is what is counted ("bins").
void check_distinct_looks(const Json& policy, double looks, const char* field, std::uint32_t n, const char* n_name);

/// The lesser of two looks, as arithmetic rather than a branch: which of the two wins is unpredictable by design.
template <class View>
[[gnu::always_inline]] inline std::uint32_t lesser(View& view, std::uint32_t a, std::uint32_t b, Ties ties, const Draws& draws) {
    auto load_a = view.load(a);
    auto load_b = view.load(b);
    // A view whose comparisons can be wrong has the two exchanged.
    if constexpr (requires { view.misled(load_a, load_b); }) {
        if (view.misled(load_a, load_b)) std::swap(load_a, load_b);
    }
    const bool second_on_tie = ties == Ties::random ? draws.flip() : ties == Ties::first_index && b < a;
    bool second;
    if constexpr (std::is_integral_v<decltype(load_a + 0)>) {
        second = 2 * load_b < 2 * load_a + second_on_tie;  // counts stay below 2^31: one comparison does for both
    } else if constexpr (requires { View::never_negative; }) {
        second = det::to_bits(load_b) < det::to_bits(load_a) + second_on_tie;  // so do their bits, which are in their order
    } else {
        second = (load_b < load_a) | ((load_b == load_a) & second_on_tie);
    }
    return a ^ ((a ^ b) & (0U - static_cast<std::uint32_t>(second)));
}

/// Least loaded of candidate(0) … candidate(count − 1); `tied` is space for those that share the least load.
template <class View, class Candidate>
inline std::uint32_t least_of(View& view, std::uint32_t count, Ties ties, const Draws& draws,
                              std::vector<std::uint32_t>& tied, Candidate candidate) {
    tied.clear();
    tied.push_back(candidate(0));
    auto least = view.load(tied[0]);
    for (std::uint32_t k = 1; k < count; ++k) {
        const std::uint32_t i = candidate(k);
        const auto load = view.load(i);
        if (load > least) continue;
        if (load < least) tied.clear();
        least = load;
        tied.push_back(i);
    }
    if (ties == Ties::random) return tied[draws.pick(static_cast<std::uint32_t>(tied.size()))];
    if (ties == Ties::first_look) return tied[0];
    return *std::min_element(tied.begin(), tied.end());
}

}  // namespace p2c
