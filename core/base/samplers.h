// Exact hypergeometric and binomial draws for whole numbers up to 2^53, at a cost that does not grow with them.
// "Exact": a draw differs from its law by less than 1e-13 relative in any probability, plus the 2^-53 grid of the
// uniforms. Small means by inversion, large ones by ratio of uniforms (Kinderman and Monahan 1977, Stadlober 1990)
// under the hat min(1, s²/(x − a)²), with s and a derived below instead of fitted.
#pragma once
#include <cstdint>

#include "generator.h"

namespace p2c {

/// Marked ones in a sample of `sample` out of marked + unmarked, without replacement.
/// marked, unmarked, sample ≥ 0; sample ≤ marked + unmarked ≤ 2^53.
std::int64_t hypergeometric(Generator& random, std::int64_t marked, std::int64_t unmarked, std::int64_t sample);

/// Successes in n ≤ 2^53 independent trials of probability p in [0, 1].
std::int64_t binomial(Generator& random, std::int64_t n, double p);

/// Items before the `which`-th of `dividers` dividers (which = 1 … dividers) when `items` items and the dividers stand
/// in uniformly random order; all items for which > dividers, none for which ≤ 0.
std::int64_t items_before(Generator& random, std::int64_t items, std::int64_t dividers, std::int64_t which);

}  // namespace p2c
