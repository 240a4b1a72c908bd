// The cells that show one metric of a result.
#pragma once
#include <optional>
#include <string>

#include "json.h"

namespace p2c::cli {

/// A metric of a result as numbers: {"value", "low", "high", "flag", "reason", "pooled"} or a plain number.
struct Estimate {
    std::optional<double> value, half_width, pooled;
    std::string note;  ///< what is to be said beside the number, in words

    /// Times scaled for the table.
    Estimate scaled(double factor) const;

    std::string value_text() const;
    std::string interval_text() const;

    /// The value over all replications together, where the mean over replications is missing or rough.
    std::string pooled_text() const;
};

Estimate estimate_of(const Json& metric);

/// A number of a result, absent when it is null or missing.
std::optional<double> number_of(const Json& value);

}  // namespace p2c::cli
