// Service laws in which few requests carry much of the work: hyperexponential, bounded Pareto, short and long.
#pragma once
#include "../law.h"
#include "../part.h"

namespace p2c {

/// A mixture of two exponentials that carry half of the work each ("balanced means").
class Hyperexponential final : public Law {
public:
    static const Part& describe();
    explicit Hyperexponential(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override { return cv_ * cv_; }
    double cdf(double x) const override;
    double limited_mean(double x) const override;

private:
    double cv_;
    double share_;  ///< of the requests that are of the shorter kind, whose rate is 2·share; the others': 2·(1 − share)
};

/// P(size > x) falls like x^−alpha from the shortest size to `ratio` times it.
class BoundedPareto final : public Law {
public:
    static const Part& describe();
    explicit BoundedPareto(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override;
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override;

private:
    double alpha_;
    double log_ratio_;
    double kept_;      ///< 1 − ratio^−alpha, the part of the unbounded law below the bound
    double shortest_;
};

class TwoPoint final : public Law {
public:
    static const Part& describe();
    explicit TwoPoint(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override;
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override { return p <= 1 - share_ ? short_ : long_; }

private:
    double share_;  ///< of long requests
    double short_, long_;
};

}  // namespace p2c
