// Where along one parameter a metric passes a target: bisection over points that all meet the same requests.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "json.h"

namespace p2c::cli {

/// The parameter that is varied, and where.
struct Axis {
    std::string path;
    double from = 0, to = 0;   ///< from < to
    bool whole = false;        ///< only whole numbers, and the answer is exact
    bool logarithmic = false;  ///< halved by ratio
    bool headroom = false;     ///< a load: what is left up to 1 counts
    double tolerance = 0;      ///< relative, where it is not whole

    /// A point between two; one of the two when there is none.
    double between(double a, double b) const;

    /// How finely a and b need to be told apart.
    double grain(double a, double b) const;
};

/// The metric at one point; without a value it counts as not below the target.
struct Reading {
    std::optional<double> value, low, high;
    Json settings;  ///< what the point changes
    Json metric;    ///< as in the result
    Json warnings;  ///< of the result
};

/// Which number of a reading is held against the target: the value, or an end of its 95 % interval.
enum class Edge { value, low, high };

/// Neighbours on the two sides of the target. The one that is missing lies beyond an end of the axis.
struct Bracket {
    std::optional<double> good, bad;
};

class Search {
public:
    /// `read` runs a point; nothing once the user has asked to stop.
    Search(Axis axis, double target, std::function<std::optional<Reading>(double)> read)
        : axis_(std::move(axis)), target_(target), read_(std::move(read)) {}

    /// False when it was stopped.
    bool run();

    const std::map<double, Reading>& points() const { return points_; }

    /// The end of the axis towards which the metric falls below the target; nothing when the ends are alike or unknown.
    std::optional<double> good_end() const;

    bool below(const Reading& reading, Edge edge) const;

    /// From the points so far, taking the metric to go one way.
    Bracket bracket(Edge edge) const;

    /// Two points of which the one nearer to the good end has its whole interval above that of the other.
    std::optional<std::pair<double, double>> contradiction() const;

private:
    bool visit(double x);
    bool tighten(Edge edge);
    bool close(const Bracket& bracket, Edge edge) const;
    std::vector<double> from_good_end() const;

    Axis axis_;
    double target_;
    std::function<std::optional<Reading>(double)> read_;
    std::map<double, Reading> points_;
};

}  // namespace p2c::cli
