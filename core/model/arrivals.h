// Arrival processes: gaps between requests, scaled to mean 1 (the fleet divides by its rate λ).
// To add one: a class like this, named in the list at the bottom.
#pragma once
#include <memory>
#include <tuple>
#include <vector>

#include "law.h"
#include "part.h"

namespace p2c {

class Poisson final : public Law {
public:
    static Part describe();
    explicit Poisson(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const override;
    double median() const override { return 0.6931471805599453; }
    double cv2() const override { return 1; }
};

using Arrivals = std::tuple<Poisson>;

std::vector<Part> describe_arrivals();

/// The process that a checked configuration names.
std::unique_ptr<Law> make_arrivals(const Json& config);

}  // namespace p2c
