// Service laws, drawn with mean 1: a run is simulated in mean service times, and the configuration's `mean` only
// scales what is reported. Load is set on the mean, never on the median.
// To add one: a struct like these, named in the list at the bottom.
#pragma once
#include <memory>
#include <tuple>
#include <vector>

#include "law.h"
#include "part.h"

namespace p2c {

class Exponential final : public Law {
public:
    static Part describe();
    explicit Exponential(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const override;
    double median() const override { return 0.6931471805599453; }
    double cv2() const override { return 1; }
};

class Lognormal final : public Law {
public:
    static Part describe();
    explicit Lognormal(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const override;
    double median() const override;
    double cv2() const override;

private:
    double sigma_;
};

class Deterministic final : public Law {
public:
    static Part describe();
    explicit Deterministic(const Json&) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const override;
    double median() const override { return 1; }
    double cv2() const override { return 0; }
};

using Services = std::tuple<Exponential, Lognormal, Deterministic>;

std::vector<Part> describe_services();

/// The law that a checked configuration names.
std::unique_ptr<Law> make_service(const Json& config);

}  // namespace p2c
