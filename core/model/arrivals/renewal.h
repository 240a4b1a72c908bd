// Arrivals whose gaps are independent: Poisson, evenly spaced, gamma.
#pragma once
#include "../law.h"
#include "../part.h"

namespace p2c {

class Poisson final : public Gaps {
public:
    static const Part& describe();
    explicit Poisson(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    std::optional<double> transform(double s) const override { return 1 / (1 + s); }
};

class Even final : public Gaps {
public:
    static const Part& describe();
    explicit Even(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    std::optional<double> transform(double s) const override;
};

class GammaGaps final : public Gaps {
public:
    static const Part& describe();
    explicit GammaGaps(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;
    std::optional<double> transform(double s) const override;

private:
    double shape_;  ///< 1/CV²
};

}  // namespace p2c
