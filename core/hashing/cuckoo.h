// Cuckoo hashing (Pagh and Rodler 2004; Fotakis, Pagh, Sanders and Spirakis 2005): every key has k cells, one for each
// hash function, and sits in one of them. A new key may push others on to their other cells. Keys are added until one
// does not fit. The search for a chain of moves is breadth-first and complete, so "does not fit" means that no
// arrangement of the keys exists, and chains are the shortest; which of equally short ones is the first that is met.
#pragma once
#include <memory>

#include "model/simulation.h"

namespace p2c::hashing {

struct CuckooSettings {
    explicit CuckooSettings(const Json& config);

    std::uint64_t seed;
    std::uint32_t cells;
    std::uint32_t functions;
    std::uint32_t range;        ///< cells that one function chooses among: all, or its own table's
    bool split;                 ///< a table for each function
    std::vector<double> loads;  ///< loads at which it is asked whether all keys fit

    /// Keys at a load: the nearest whole number.
    double keys(double load) const { return static_cast<double>(static_cast<std::uint64_t>(load * cells + 0.5)); }
};

enum CuckooColumn : std::size_t { placed, moves_per_key, longest_chain, cuckoo_columns };

std::unique_ptr<Simulation> make_cuckoo(const Json& config);

}  // namespace p2c::hashing
