// Service laws whose long sizes are rare: exponential, lognormal, constant, uniform, gamma.
#pragma once
#include "../law.h"
#include "../part.h"

namespace p2c {

class Exponential final : public Law {
public:
    static const Part& describe();
    explicit Exponential(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override { return 1; }
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override;
};

class Lognormal final : public Law {
public:
    static const Part& describe();
    explicit Lognormal(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override;
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override;

private:
    /// How many standard deviations ln x lies above its mean.
    double score(double x) const;

    double sigma_;
};

class Deterministic final : public Law {
public:
    static const Part& describe();
    explicit Deterministic(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override { return 0; }
    double cdf(double x) const override { return x >= 1 ? 1 : 0; }
    double limited_mean(double x) const override { return x >= 1 ? 1 : x; }
    double quantile(double) const override { return 1; }
};

class Uniform final : public Law {
public:
    static const Part& describe();
    explicit Uniform(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override { return half_ * half_ / 3; }
    double cdf(double x) const override;
    double limited_mean(double x) const override;
    double quantile(double p) const override { return 1 + half_ * (2 * p - 1); }

private:
    double half_;  ///< half the width, at most the mean
};

class GammaSizes final : public Law {
public:
    static const Part& describe();
    explicit GammaSizes(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    double cv2() const override { return 1 / shape_; }
    double cdf(double x) const override;
    double limited_mean(double x) const override;

private:
    double shape_;  ///< 1/CV²
};

}  // namespace p2c
