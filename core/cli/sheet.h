// A result beside the catalogue's words for it: what the parts of a table are made from.
#pragma once
#include <string>

#include "catalogue_view.h"
#include "json.h"

namespace p2c::cli {

/// How times are shown: the factor on a result's times and the name of the unit.
struct TimeScale {
    double factor = 1;
    std::string unit, plural;  ///< "mean service time" and "s"
};

/// A result with what is needed to show it.
struct Sheet {
    const Json& result;
    const Json& experiment;  ///< the catalogue's entry
    TimeScale scale;

    /// Factor and unit for a metric of the catalogue.
    double factor(const Json& spec) const;
    std::string unit(const Json& spec) const;

    /// Heading of the values from theory: "exact", or "limit" where theory is of an infinite fleet.
    std::string theory_word() const;
};

/// Whether a metric of the catalogue says something in this result: some do only where a setting is not its default.
bool says(const Json& result, const Json& spec, const CatalogueView& catalogue);

/// One small table per metric that is a list: what holds for each replica, or for each level of load.
std::string list_tables(const Sheet& sheet);

/// One small table per series: what depends on time or on balls per bin.
std::string series_tables(const Sheet& sheet);

}  // namespace p2c::cli
