#include "estimate.h"

#include <cmath>

#include "catalogue_view.h"
#include "text.h"

namespace p2c::cli {
namespace {

std::string words_for(const std::string& id) {
    if (id == "few-samples") return "too few samples";
    if (id == "no-steady-state") return "no steady state";
    return id;
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
    estimate.note = words_for(reason.empty() ? flag : reason);
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

}  // namespace p2c::cli
