#include "axis.h"

#include <charconv>
#include <cmath>

#include "../lab.h"
#include "catalogue_view.h"
#include "console.h"
#include "estimate.h"
#include "failure.h"
#include "files.h"
#include "settings.h"

namespace p2c::cli {
namespace {

constexpr double kTolerance = 0.001;
constexpr char kLoad[] = "load";

std::optional<double> number_in(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
    return whole ? std::optional(number) : std::nullopt;
}

std::string resolved_text(const std::string& text) {
    return create_run(text)->result();
}

}  // namespace

std::string shortest(double x) {
    char digits[32];
    const bool whole = x == std::floor(x) && std::fabs(x) < 1e16;
    const auto [end, error] = whole ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(x))
                                    : std::to_chars(digits, digits + sizeof digits, x);
    return {digits, end};
}

Line::Line(const Options& options) {
    text_ = apply_settings(read_text(one_file(options)), options.settings);
    resolved_ = Json::parse(resolved_text(text_)).at("config");
    const std::size_t equals = options.vary.find('=');
    axis_.path = options.vary.substr(0, equals);
    const CatalogueView catalogue;
    const Json* param = catalogue.param(text_of(resolved_, "experiment"), axis_.path);
    const std::string kind = param ? text_of(*param, "kind") : "";
    if (kind != "int" && kind != "real")
        throw UsageError("--vary must name a parameter that is a number, such as load or replicas; " + axis_.path +
                         (param ? " is none." : " is no parameter of this experiment."));
    axis_.whole = kind == "int";
    axis_.logarithmic = text_of(*param, "scale") == "log";
    axis_.headroom = text_of(*param, "scale") == "headroom";
    axis_.tolerance = options.tolerance.value_or(kTolerance);
    const Json& shown = param->contains("slider") ? param->at("slider") : param->at("range");
    axis_.from = shown[0].get<double>();
    axis_.to = shown[1].get<double>();
    given_ = equals != std::string::npos;
    if (given_) read_range(options.vary.substr(equals + 1));
    if (options.same_traffic) keep_traffic();
    check_ends();
}

void Line::read_range(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto from = number_in(text.substr(0, dots));
    const auto to = dots == std::string::npos ? std::nullopt : number_in(text.substr(dots + 2));
    if (!from || !to || *from >= *to || (axis_.whole && (*from != std::floor(*from) || *to != std::floor(*to))))
        throw UsageError("--vary " + axis_.path + " must be followed by =from..to with " +
                         (axis_.whole ? "whole numbers" : "numbers") + ", the smaller first, not \"" + text + "\".");
    axis_.from = *from;
    axis_.to = *to;
}

void Line::keep_traffic() {
    if (!resolved_.contains(kLoad) || (axis_.path != "replicas" && axis_.path != "workers"))
        throw UsageError("--same-traffic is for --vary replicas or workers of a fleet, not for " + axis_.path + ".");
    if (axis_.path == "replicas" && resolved_.at("machines").at("id") != "equal")
        throw UsageError("--same-traffic with --vary replicas needs machines to be \"equal\": otherwise replicas differ in what they can serve.");
    traffic_ = resolved_.at(kLoad).get<double>() * resolved_.at(axis_.path).get<double>();
}

Point Line::settings_at(double x) const {
    Point out = {{axis_.path, shortest(x)}};
    if (traffic_ > 0) out.emplace_back(kLoad, shortest(traffic_ / x));
    return out;
}

std::string Line::config_at(double x) const {
    return apply_settings(text_, settings_at(x), "--vary");
}

/// Throws what the core has against a point, unless it may be left out.
bool Line::accepted(double x) const {
    try {
        check(config_at(x));
        return true;
    } catch (const ConfigError& error) {
        const bool too_few = traffic_ > 0 && error.field == kLoad;  // more traffic than the core takes as a load
        if (axis_.whole && (!given_ || too_few)) return false;
        throw;
    }
}

/// The accepted number next to an end that is not, looked for between it and the configuration's own, or else the
/// other end.
double Line::nearest_accepted(double end) const {
    const Json* own = find_path(resolved_, axis_.path);
    const double other = end == axis_.from ? axis_.to : axis_.from;
    double good = own ? number_of(*own).value_or(other) : other;
    if (good < axis_.from || good > axis_.to) good = other;
    create_run(config_at(good));  // says what is wrong where nothing is right
    double bad = end;
    for (double x = axis_.between(good, bad); x != good && x != bad; x = axis_.between(good, bad))
        (accepted(x) ? good : bad) = x;
    return good;
}

void Line::check_ends() {
    for (double* end : {&axis_.from, &axis_.to})
        if (!accepted(*end)) *end = nearest_accepted(*end);
    if (axis_.from >= axis_.to)
        throw UsageError("--vary " + axis_.path + " has only one number that can be run, " + shortest(axis_.from) +
                         "; give a range, as " + axis_.path + "=from..to.");
}

}  // namespace p2c::cli
