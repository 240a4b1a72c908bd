#include "paired.h"

#include <cmath>  // sqrt only

namespace p2c {

namespace {

std::vector<double> differences(const std::vector<double>& values, const std::vector<double>& reference,
                                double factor) {
    std::vector<double> out;
    out.reserve(values.size());
    for (std::size_t r = 0; r < values.size(); ++r) out.push_back(values[r] - factor * reference[r]);
    return out;
}

bool may_be_zero(const Estimate& e) {
    return e.mean == 0 || (e.mean < 0 ? -e.mean : e.mean) <= e.half_width;
}

}  // namespace

Paired paired(const std::vector<double>& values, const std::vector<double>& reference) {
    const Estimate a = estimate(values), b = estimate(reference);
    Paired out;
    out.difference = estimate(differences(values, reference, 1));
    out.independent = std::sqrt(a.half_width * a.half_width + b.half_width * b.half_width);
    out.has_ratio = !may_be_zero(b);
    if (!out.has_ratio) return out;
    const double ratio = a.mean / b.mean;
    const double size = b.mean < 0 ? -b.mean : b.mean;
    out.ratio = estimate(differences(values, reference, ratio));
    out.ratio.mean = ratio;
    out.ratio.deviation /= size;
    out.ratio.half_width /= size;
    return out;
}

}  // namespace p2c
