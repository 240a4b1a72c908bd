// A column of whole numbers per replication (balls per level, requests per replica), kept as Σx and Σx²: exact,
// mergeable in any order, and enough for a mean and its interval.
#pragma once
#include <cstdint>
#include <vector>

#include "json.h"
#include "statistics.h"
#include "wide.h"

namespace p2c {

/// Entry i stands for level first() + i. Levels below first() have the value `full` in every replication
/// (all bins hold at least that many balls); levels at or above last() have 0.
class Tally {
public:
    explicit Tally(std::uint64_t full = 0) : full_(full) {}

    /// Adds one replication: values[i] belongs to level first + i.
    void add(std::int64_t first, const std::vector<std::uint64_t>& values);

    /// Adds all replications of another tally with the same `full`.
    void add(const Tally& other);

    std::int64_t first() const { return first_; }
    std::int64_t last() const { return first_ + static_cast<std::int64_t>(sums_.size()); }
    std::uint64_t replications() const { return count_; }
    std::uint64_t sum(std::int64_t level) const { return sums_[static_cast<std::size_t>(level - first_)]; }

    /// Mean and interval of a level's value divided by `scale`.
    Estimate at(std::int64_t level, double scale) const;

    Json to_json() const;

    /// Reads what to_json wrote. Throws ConfigError{"shard"}.
    static Tally from_json(const Json& json);

    template <class Hash> void hash(Hash& h) const {
        h.add(static_cast<std::uint64_t>(first_));
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            h.add(sums_[i]);
            h.add(static_cast<std::uint64_t>(squares_[i] >> 64));
            h.add(static_cast<std::uint64_t>(squares_[i]));
        }
    }

private:
    /// Makes levels [first, last) present, filling new ones with what they stood for.
    void cover(std::int64_t first, std::int64_t last);

    std::uint64_t full_;
    std::uint64_t count_ = 0;
    std::int64_t first_ = 0;
    std::vector<std::uint64_t> sums_;
    std::vector<Wide> squares_;
};

}  // namespace p2c
