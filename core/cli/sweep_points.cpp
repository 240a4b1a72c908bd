#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

#include "catalogue_view.h"
#include "failure.h"
#include "json.h"
#include "sweep.h"

namespace p2c::cli {
namespace {

constexpr double kMostValues = 10000;
constexpr std::size_t kMostPoints = 100000;

std::optional<double> number_in(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

[[noreturn]] void refuse(const std::string& path, const std::string& text) {
    throw UsageError("--over must be given as path=v1,v2,… or path=from..to:log:count (or :lin:count), not \"" + path +
                     "=" + text + "\".");
}

std::vector<std::string> list_values(const std::string& path, const std::string& text) {
    const std::vector<std::string> out = comma_separated(text);
    for (const std::string& value : out)
        if (value.empty()) refuse(path, text);
    return out;
}

std::string number_text(double x) {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, x);
    return {digits, end};
}

/// Six significant digits, so that a last bit of a platform's own logarithm cannot show.
double rounded(double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6g", x);
    return *number_in(digits);
}

std::vector<std::string> range_values(double from, double to, bool logarithmic, double count, bool whole) {
    std::vector<std::string> out;
    for (double k = 0; k < count; ++k) {
        const double part = count > 1 ? k / (count - 1) : 0;
        double x = logarithmic ? from * std::pow(to / from, part) : from + (to - from) * part;
        x = k == 0 ? from : k == count - 1 ? to : rounded(x);
        const std::string text = number_text(whole ? std::floor(x + 0.5) : x);
        if (out.empty() || out.back() != text) out.push_back(text);
    }
    return out;
}

Json value_json(const std::string& text) {
    const Json value = parse_guarded(text);
    return value.is_discarded() ? Json(text) : value;
}

}  // namespace

std::vector<std::string> comma_separated(const std::string& text) {
    std::vector<std::string> out(1);
    int depth = 0;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '[' || c == '{')) ++depth;
        if (!quoted && (c == ']' || c == '}')) --depth;
        if (c == ',' && depth == 0 && !quoted)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

std::vector<std::string> sweep_values(const std::string& path, const std::string& text, bool whole) {
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos || text.find(':') == std::string::npos) return list_values(path, text);
    const std::size_t colon = text.find(':', dots);
    const std::size_t last = text.rfind(':');
    if (colon == std::string::npos || last == colon) refuse(path, text);
    const auto from = number_in(text.substr(0, dots)), to = number_in(text.substr(dots + 2, colon - dots - 2));
    const auto count = number_in(text.substr(last + 1));
    const std::string scale = text.substr(colon + 1, last - colon - 1);
    if (!from || !to || !count || (scale != "log" && scale != "lin")) refuse(path, text);
    if (*count < 1 || *count > kMostValues || *count != std::floor(*count))
        throw UsageError("--over " + path + " must have a whole number of values from 1 to 10000, not " +
                         text.substr(last + 1) + ".");
    if (scale == "log" && (*from <= 0 || *to <= 0))
        throw UsageError("--over " + path + " must run between numbers above 0 on a logarithmic scale, not \"" + text +
                         "\".");
    return range_values(*from, *to, scale == "log", *count, whole);
}

std::vector<Point> sweep_points(const std::vector<std::pair<std::string, std::vector<std::string>>>& axes) {
    std::vector<Point> points(1);
    for (const auto& [path, values] : axes) {
        if (points.size() * values.size() > kMostPoints)
            throw UsageError("a sweep may have at most 100000 points; this one has more.");
        std::vector<Point> next;
        for (const Point& point : points)
            for (const std::string& value : values) {
                next.push_back(point);
                next.back().emplace_back(path, value);
            }
        points = std::move(next);
    }
    return points;
}

std::vector<Point> points_over(const Options& options, const std::string& config) {
    const CatalogueView catalogue;
    const Json base = parse_guarded(config);
    const std::string experiment = base.is_object() ? text_of(base, "experiment") : "";
    std::vector<std::pair<std::string, std::vector<std::string>>> axes;
    for (const auto& [path, values] : options.over) {
        const Json* param = catalogue.param(experiment, path);
        const bool whole = param && (text_of(*param, "kind") == "int" || text_of(*param, "kind") == "seed");
        axes.emplace_back(path, sweep_values(path, values, whole));
    }
    return sweep_points(axes);
}

Json point_json(const Point& point) {
    Json out = Json::object();
    for (const auto& [path, value] : point) out[path] = value_json(value);
    return out;
}

}  // namespace p2c::cli
