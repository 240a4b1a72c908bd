// From the words after p2c solve to the parameter that is varied and the configurations along it.
#pragma once
#include <string>

#include "options.h"
#include "search.h"
#include "sweep.h"

namespace p2c::cli {

/// A configuration with one free parameter.
class Line {
public:
    /// Throws UsageError, or ConfigError when an end of the range cannot be run. A range that was not given begins and
    /// ends where the core takes it.
    explicit Line(const Options& options);

    const Axis& axis() const { return axis_; }

    /// The configuration as it is, with all defaults.
    const Json& resolved() const { return resolved_; }

    /// What the point x changes, and the configuration there.
    Point settings_at(double x) const;
    std::string config_at(double x) const;

private:
    void read_range(const std::string& text);
    void keep_traffic();
    void check_ends();
    bool accepted(double x) const;
    double nearest_accepted(double end) const;

    std::string text_;
    Json resolved_;
    Axis axis_;
    bool given_ = false;  ///< the range was given
    double traffic_ = 0;  ///< load times the varied number, where that is to stay the same; else 0
};

/// A number in the fewest digits that read back as the same.
std::string shortest(double x);

}  // namespace p2c::cli
