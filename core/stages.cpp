// Which part of a run comes next when its length is found by running it.
#include <algorithm>

#include "lab.h"
#include "model/stages.h"
#include "registry.h"

namespace p2c {

namespace {

std::uint64_t requests_of_stage(const Json& config, std::size_t stage) {
    const auto cap = config.at("precision").at("cap").get<std::uint64_t>();
    return stage < 40 ? std::min(first_stage << stage, cap) : cap;
}

const Json& metric_of(const Json& result, const std::string& path) {
    const Json* found = &result.at("metrics");
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t dot = std::min(path.find('.', from), path.size());
        found = &found->at(path.substr(from, dot - from));
        from = dot + 1;
    }
    return *found;
}

/// Half the interval over the value; negative where there is no such number.
double reached(const Json& metric) {
    if (metric.at("value").is_null() || metric.value("low", Json()).is_null()) return -1;
    const double half = (metric.at("high").get<double>() - metric.at("low").get<double>()) / 2;
    if (half == 0) return 0;
    const auto value = metric.at("value").get<double>();
    return value > 0 ? half / value : -1;
}

/// Whether the core itself says that a longer run is needed before its numbers can be believed.
bool too_short(const Json& result) {
    const Json& warnings = result.at("warnings");
    return std::any_of(warnings.begin(), warnings.end(), [](const Json& w) { return w.at("id") == "run-too-short"; });
}

/// A share in per cent, rounded up to two decimals.
std::string percent(double share) {
    return number_text(static_cast<double>(static_cast<std::int64_t>(share * 1e4) + 1) / 100) + " %";
}

std::string words_for(const Json& asked, double width, bool met, std::uint64_t requests) {
    const std::string metric = asked.at("metric").get<std::string>(), after = " after " + std::to_string(requests) + " requests a run";
    const std::string wanted = number_text(asked.at("relative").get<double>() * 100) + " % was asked";
    if (width < 0) return metric + " has no interval" + after + "; " + wanted + ".";
    return metric + " is known to " + percent(width) + after + "; " + wanted +
           (met ? "." : ", or the run is too short to be believed, and precision.cap allows no longer one.");
}

/// What was asked, what was found, and in which stages.
Json account(const Json& config, const Json& result) {
    const Json& asked = config.at("precision");
    const Json& metric = metric_of(result, asked.at("metric"));
    const double width = reached(metric);
    const auto requests = result.at("config").at("requests").get<std::uint64_t>();
    Json stages = Json::array();
    do stages.push_back(requests_of_stage(config, stages.size()));
    while (stages.back() < requests);
    const bool met = width >= 0 && width <= asked.at("relative").get<double>() && !metric.contains("flag") && !too_short(result);
    return {{"metric", asked.at("metric")}, {"asked", asked.at("relative")}, {"reached", width < 0 ? Json() : Json(width)},
            {"met", met}, {"stages", stages}, {"message", words_for(asked, width, met, requests)}};
}

bool hopeless(const Json& config, const Json& result) {
    return metric_of(result, config.at("precision").at("metric")).value("reason", "") == "no-steady-state";
}

/// The next stage after `done` of them. Of the work up to the last stage, as far as the interval tells (its width falls
/// as the root of the length), the share that is done before and after it is for progress bars.
Stage stage_after(const Json& config, std::size_t done, double factor) {
    Json next = config;
    next["requests"] = requests_of_stage(config, done);
    double before = 0;
    for (std::size_t k = 0; k < done; ++k) before += static_cast<double>(requests_of_stage(config, k));
    const auto here = static_cast<double>(requests_of_stage(config, done));
    double all = before + here;
    const double needed = done > 0 ? static_cast<double>(requests_of_stage(config, done - 1)) * factor : here * 4;
    for (std::size_t k = done + 1; requests_of_stage(config, k - 1) < requests_of_stage(config, k) &&
                                   static_cast<double>(requests_of_stage(config, k - 1)) < needed; ++k)
        all += static_cast<double>(requests_of_stage(config, k));
    return {next.dump(), "", before / all, (before + here) / all};
}

}  // namespace

Stage next_stage(const std::string& text, const std::string& previous) {
    const Json config = resolve_config(text).config;
    if (!is_automatic(config)) return previous.empty() ? Stage{text, "", 0, 1} : Stage{"", previous, 1, 1};
    if (previous.empty()) return stage_after(config, 0, 0);
    Json result = parse_json(previous, "The result of a stage", ~std::size_t{0});
    const Json now = account(config, result);
    const std::size_t done = now.at("stages").size();
    const bool capped = requests_of_stage(config, done) == requests_of_stage(config, done - 1);
    if (now.at("met") == true || capped || hopeless(config, result)) {
        result["auto"] = now;
        return {"", result.dump(), 1, 1};
    }
    const double ratio = now.at("reached").is_null() ? 2 : now.at("reached").get<double>() / now.at("asked").get<double>();
    return stage_after(config, done, std::max(2.0, ratio * ratio));
}

}  // namespace p2c
