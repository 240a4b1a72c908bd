#include <algorithm>
#include <cmath>
#include <vector>

#include "catalogue_view.h"
#include "estimate.h"
#include "sheet.h"
#include "text.h"

namespace p2c::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostRows = 16;  // longer lists and series are shown in part; JSON has all of them

/// "… 48 more, from 0.0151 to 0.0161": the part of a list that is not shown row by row.
std::string remainder(const Json& list, std::size_t shown, double factor) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t i = shown; i < list.size(); ++i) {
        const auto value = estimate_of(list[i]).value;
        if (!value) continue;
        low = std::min(low, *value * factor);
        high = std::max(high, *value * factor);
    }
    const std::string range = low <= high ? ", from " + number(low) + " to " + number(high) : "";
    return "  … " + std::to_string(list.size() - shown) + " more" + range + "\n";
}

std::string list_table(const Sheet& sheet, const Json& spec, const Json& list) {
    const std::string name = text_of(spec, "name");
    const Json* start = find_path(sheet.result.at("metrics"), name + "From");
    const double first = start ? number_of(*start).value_or(0) : 0;
    const Json* exact = find_path(sheet.result, "theory." + name);
    const double factor = sheet.factor(spec);
    Rows rows = {{"", "value", "95 %", sheet.theory_word()}};
    const std::size_t shown = list.size() <= kMostRows + 1 ? list.size() : kMostRows;
    for (std::size_t i = 0; i < shown; ++i) {
        const Estimate estimate = estimate_of(list[i]).scaled(factor);
        const auto known = exact && exact->is_array() && i < exact->size() ? number_of((*exact)[i]) : std::nullopt;
        rows.push_back({number(first + static_cast<double>(i)), estimate.value_text(), estimate.interval_text(),
                        known ? number(*known * factor) : ""});
    }
    return "\n" + text_of(spec, "label") + "\n" + aligned(rows, 2) +
           (shown < list.size() ? remainder(list, shown, factor) : "");
}

/// Columns of a series that the table makes itself; the first other one is what the series depends on.
bool is_value_column(const std::string& key) {
    return key == "value" || key == "low" || key == "high";
}

std::vector<std::string> other_columns(const Json& series) {
    std::vector<std::string> keys;
    for (const auto& [key, column] : series.items())
        if (!is_value_column(key) && column.is_array()) keys.push_back(key);
    return keys;
}

Json row_of(const Json& series, std::size_t i) {
    Json row = Json::object();
    for (const auto& [key, column] : series.items())
        if (column.is_array() && i < column.size()) row[key] = column[i];
    return row;
}

std::string cell(const Json& row, const std::string& key, double factor) {
    const auto value = row.contains(key) ? number_of(row.at(key)) : std::nullopt;
    return value ? number(*value * factor) : "–";
}

/// At most kMostRows places from first to last, evenly apart.
std::vector<std::size_t> places(std::size_t size) {
    const std::size_t rows = std::min(size, kMostRows);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < rows; ++i) out.push_back(rows < 2 ? i : i * (size - 1) / (rows - 1));
    return out;
}

std::string series_table(const Sheet& sheet, const std::string& name, const Json& series) {
    const std::vector<std::string> keys = other_columns(series);
    if (keys.empty() || !series.contains("value") || series.at("value").empty()) return "";
    const std::size_t size = series.at("value").size();
    Rows rows = {{keys.front(), "value", "95 %"}};
    rows[0].insert(rows[0].end(), keys.begin() + 1, keys.end());
    for (const std::size_t i : places(size)) {
        const Json row = row_of(series, i);
        const Estimate estimate = estimate_of(row);
        rows.push_back({cell(row, keys.front(), keys.front() == "time" ? sheet.scale.factor : 1), estimate.value_text(),
                        estimate.interval_text()});
        for (std::size_t k = 1; k < keys.size(); ++k) rows.back().push_back(cell(row, keys[k], 1));
    }
    const std::string part =
        size > kMostRows ? " (" + std::to_string(rows.size() - 1) + " of " + std::to_string(size) + " rows)" : "";
    return "\n" + name + part + "\n" + aligned(rows, 2);
}

}  // namespace

std::string list_tables(const Sheet& sheet) {
    std::string out;
    for (const Json& spec : sheet.experiment.at("metrics")) {
        const Json* metric = find_path(sheet.result.at("metrics"), text_of(spec, "name"));
        if (metric && metric->is_array() && !metric->empty()) out += list_table(sheet, spec, *metric);
    }
    return out;
}

std::string series_tables(const Sheet& sheet) {
    std::string out;
    const Json* all = find_path(sheet.result, "series");
    if (!all) return out;
    for (const auto& [name, series] : all->items()) out += series_table(sheet, name, series);
    return out;
}

}  // namespace p2c::cli
