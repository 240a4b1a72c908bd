#include "observations.h"

#include <algorithm>

#include "../base/paired.h"
#include "catalogue_view.h"
#include "estimate.h"

namespace p2c::cli {
namespace {

Levels levels_in(const Json& metrics, const std::string& name, const Json& list) {
    const Json* from = find_path(metrics, name + "From");
    Levels out;
    out.from = from ? static_cast<std::int64_t>(number_of(*from).value_or(0)) : 0;
    for (const Json& item : list) out.values.push_back(estimate_of(item).value.value_or(0));
    return out;
}

void add_number(Observation& metric, const Json& value) {
    const auto number = estimate_of(value).value;
    metric.values.push_back(number.value_or(0));
    metric.certain = !value.contains("low") && number;
    if (!number) metric.reason = value.contains("reason") ? text_of(value, "reason") : "missing";
    if (value.contains("flag")) metric.flag = text_of(value, "flag");
}

/// Mean and interval; the interval is null for a single replication.
Json interval(const p2c::Estimate& e) {
    if (!e.has_interval) return {{"value", e.mean}, {"low", nullptr}, {"high", nullptr}};
    return {{"value", e.mean}, {"low", e.mean - e.half_width}, {"high", e.mean + e.half_width}};
}

Json number_difference(const Observation& a, const Observation& b) {
    const std::string reason = a.reason.empty() ? b.reason : a.reason;
    if (!reason.empty()) return {{"value", nullptr}, {"reason", reason}};
    const Paired pair = paired(a.values, b.values);
    if (a.certain && b.certain) {
        Json out = {{"value", pair.difference.mean}};
        if (pair.has_ratio) out["ratio"] = {{"value", pair.ratio.mean}};
        return out;
    }
    Json out = interval(pair.difference);
    out["ofIndependent"] = pair.independent > 0 ? Json(pair.difference.half_width / pair.independent) : Json(nullptr);
    out["ratio"] = pair.has_ratio ? interval(pair.ratio) : Json(nullptr);
    const std::string flag = a.flag.empty() ? b.flag : a.flag;
    if (!flag.empty()) out["flag"] = flag;
    return out;
}

/// A list of one level in every replication says in which class the run itself falls: it has nothing at other levels.
/// Any other list that does not begin at 0 is a tail: everything is at least at its first level.
bool is_tail(const Observation& metric) {
    return std::any_of(metric.levels.begin(), metric.levels.end(),
                       [](const Levels& l) { return l.values.size() != 1; });
}

std::vector<double> at_level(const Observation& metric, std::int64_t level, bool tail) {
    std::vector<double> out;
    for (const Levels& l : metric.levels) {
        const std::int64_t i = level - l.from;
        const bool inside = i >= 0 && i < static_cast<std::int64_t>(l.values.size());
        out.push_back(inside ? l.values[static_cast<std::size_t>(i)] : i < 0 && tail ? 1 : 0);
    }
    return out;
}

void add_list_difference(Json& out, const Observation& a, const Observation& b) {
    const bool tail = is_tail(a) || is_tail(b);
    std::int64_t from = a.levels.front().from, to = from;
    for (const Observation* metric : {&a, &b})
        for (const Levels& l : metric->levels) {
            from = std::min(from, l.from);
            to = std::max(to, l.from + static_cast<std::int64_t>(l.values.size()));
        }
    Json list = Json::array();
    for (std::int64_t level = from; level < to; ++level)
        list.push_back(interval(paired(at_level(a, level, tail), at_level(b, level, tail)).difference));
    if (from != 0) out[a.name + "From"] = from;
    out[a.name] = list;
}

}  // namespace

Observations::Observations(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        all_.emplace_back();
        all_.back().name = name;
    }
}

void Observations::add(const Json& metrics) {
    for (Observation& metric : all_) {
        const Json* value = find_path(metrics, metric.name);
        if (value && value->is_array())
            metric.levels.push_back(levels_in(metrics, metric.name, *value));
        else if (value && value->is_object())
            add_number(metric, *value);
        else
            continue;  // a plain number says where a list begins
        // One that comes and goes cannot be paired.
        if (std::max(metric.values.size(), metric.levels.size()) != replications_ + 1) metric.reason = "missing";
    }
    ++replications_;
}

Json differences(const Observations& variant, const Observations& reference) {
    Json out = Json::object();
    for (std::size_t i = 0; i < variant.all().size(); ++i) {
        const Observation &a = variant.all()[i], &b = reference.all()[i];
        if (a.is_list() && b.is_list() && a.levels.size() == b.levels.size())
            add_list_difference(out, a, b);
        else if (!a.values.empty() && !b.values.empty())
            out[a.name] = number_difference(a, b);
    }
    return out;
}

}  // namespace p2c::cli
