// Sizes from a list that somebody measured.
#pragma once
#include <vector>

#include "../law.h"
#include "../part.h"

namespace p2c {

class RecordedSizes final : public Law {
public:
    static const Part& describe();
    explicit RecordedSizes(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;

    /// Laws below are those of one request taken at random.
    bool independent() const override { return !in_order_; }
    double cv2() const override;
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override;

private:
    /// Sorts the values the first time that one of the functions of x or p is asked for.
    void prepare() const;
    std::size_t count_up_to(double x) const;

    std::vector<double> values_;  ///< as recorded, over their mean
    bool in_order_;
    mutable std::vector<double> sorted_, sums_;  ///< sums_[k]: of the k smallest
};

}  // namespace p2c
