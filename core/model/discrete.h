// Numbers drawn with given probabilities by inverting the distribution function: one word, one binary search.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace p2c {

/// Copies share the distribution function.
class Discrete {
public:
    Discrete() = default;
    /// Weights at least 0, not all 0.
    explicit Discrete(const std::vector<double>& weights);

    /// One of all, or of the first n.
    std::uint32_t draw(std::uint64_t word) const { return draw(word, static_cast<std::uint32_t>(sums_->size())); }
    std::uint32_t draw(std::uint64_t word, std::uint32_t n) const;

    double probability(std::uint32_t i) const { return ((*sums_)[i] - (i > 0 ? (*sums_)[i - 1] : 0)) / sums_->back(); }
    /// The probabilities of the first n, if one of those is drawn.
    std::vector<double> shares(std::uint32_t n) const;
    bool empty() const { return !sums_; }

private:
    std::shared_ptr<const std::vector<double>> sums_;
};

}  // namespace p2c
