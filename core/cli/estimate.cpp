#include "estimate.h"

#include <cmath>

#include "catalogue_view.h"
#include "text.h"

namespace p2c::cli {
namespace {

/// Why a number is missing.
std::string words_for_reason(const std::string& reason) {
    if (reason == "few-samples") return "Too few samples for a value";
    if (reason == "not-followed") return "Not known to this engine, which follows no request";
    if (reason == "no-steady-state") return "No steady state, so no value";
    return "No value (" + reason + ")";
}

/// What is to be minded about a number.
std::string words_for_flag(const std::string& flag) {
    return flag == "few-samples" ? "Rough, with fewer than 100 samples beyond it in a replication" : flag;
}

std::optional<double> member(const Json& metric, const char* key) {
    return metric.contains(key) ? number_of(metric.at(key)) : std::nullopt;
}

}  // namespace

std::optional<double> number_of(const Json& value) {
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

Estimate estimate_of(const Json& metric) {
    Estimate estimate;
    if (!metric.is_object()) {
        estimate.value = number_of(metric);
        return estimate;
    }
    const auto low = member(metric, "low"), high = member(metric, "high");
    estimate.value = member(metric, "value");
    estimate.pooled = member(metric, "pooled");
    if (low && high) estimate.half_width = (*high - *low) / 2;
    const std::string flag = text_of(metric, "flag"), reason = text_of(metric, "reason");
    estimate.note = reason.empty() ? words_for_flag(flag) : words_for_reason(reason);
    return estimate;
}

Estimate Estimate::scaled(double factor) const {
    Estimate out = *this;
    for (auto* number : {&out.value, &out.half_width, &out.pooled})
        if (*number) **number *= factor;
    return out;
}

std::string Estimate::value_text() const {
    if (!value) return "–";
    return half_width ? number(*value, *half_width) : number(*value);
}

std::string Estimate::interval_text() const {
    return half_width ? plus_minus(*half_width) : "";
}

std::string Estimate::pooled_text() const {
    return pooled && !note.empty() ? number(*pooled) : "";
}

}  // namespace p2c::cli
