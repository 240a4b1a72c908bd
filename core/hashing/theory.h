// What is known about cuckoo tables and rings, as the "theory" object of a result of hashing:
//   "exact", "source"   of the values below that are named like metrics: exact expectations, or limits of large tables
//   a metric's name     {"value", "source", "exact", "holds", "why"}
//   "fits"              {"values", "source", "exact", "holds"}: entry for entry as the series fits; null where not
//   known "items"             as for balls into bins: [{"id", "label", "of", "value", "source", "range", "exact",
//   "holds", "why"}]
#pragma once
#include <optional>

#include "base/json.h"

namespace p2c::hashing {

/// Load up to which all keys of a large cuckoo table with k ≥ 2 functions and one key per cell fit: 1/2 for k = 2, else
/// ξ/(k(1 − e^−ξ)^(k−1)) where ξ(1 − e^−ξ) = k(1 − e^−ξ − ξe^−ξ) (Dietzfelbinger, Goerdt, Mitzenmacher, Montanari,
/// Pagh and Rink 2010; Fountoulakis and Panagiotou 2012; Frieze and Melsted 2012).
double cuckoo_threshold(std::uint32_t k);

/// Probability that m keys with two functions, each uniform over all n cells, fit (0 ≤ m ≤ n): graphs in which no
/// component has more edges than vertices, counted through the tree function:
/// 2^m m! n!/(n^2m (n−m)!) · [t^m] (1 − t/2)^(n−m) (1 − t)^½ e^nt. Error below 1e-9 for n ≤ 10,000.
double two_cells_fit(double n, double m);

/// Expected largest and smallest share, over the mean share, of n nodes with v points each: of n independent
/// Gamma(v) variables, over v. H_n and 1/n for v = 1. Error below 1e-9.
double expected_max_share(double n, double v);
double expected_min_share(double n, double v);

/// Expected steps of a key, over m keys, in linear probing with n places in a row (Knuth 1998, section 6.4).
double linear_probing_steps(double n, double m);

Json theory(const Json& config);

/// The items of all schemes without values, for the catalogue.
Json known_laws();

}  // namespace p2c::hashing
