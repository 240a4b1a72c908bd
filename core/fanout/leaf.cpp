#include "leaf.h"

#include "base/math.h"
#include "model/services.h"

namespace p2c::fanout {

Leaf::Leaf(const Json& config)
    : law_(make_service(config.at("service"))),
      mean_(service_mean(config.at("service"))),
      stalls_(config.at("stalls").at("probability").get<double>()),
      from_(config.at("stalls").at("from").get<double>()),
      to_(config.at("stalls").at("to").get<double>()),
      delay_(std::numeric_limits<double>::infinity()) {
    const Json& second = config.at("secondCall");
    if (second.at("id") == "after-time") delay_ = second.at("delay").get<double>();
    if (second.at("id") == "after-quantile") delay_ = one_quantile(second.at("quantile").get<double>());
}

double Leaf::one(double x) const {
    if (!(x > 0)) return 0;
    const double plain = law_->cdf(x / mean_);
    if (stalls_ == 0) return plain;
    if (from_ == to_) return (1 - stalls_) * plain + (x > from_ ? stalls_ * law_->cdf((x - from_) / mean_) : 0);
    // With the stall uniform, the mean of the law's distribution function over x − to … x − from. Its integral from 0 to y
    // is y − E min(size, y).
    const auto integral = [this](double y) { return y > 0 ? y - mean_ * law_->limited_mean(y / mean_) : 0; };
    const double stalled = (integral(x - from_) - integral(x - to_)) / (to_ - from_);
    return (1 - stalls_) * plain + stalls_ * stalled;
}

double Leaf::answered(double x) const {
    const double first = one(x);
    return x > delay_ ? 1 - (1 - first) * (1 - one(x - delay_)) : first;
}

double Leaf::one_quantile(double p) const {
    return quantile_of([this](double x) { return one(x); }, p);
}

double Leaf::answered_quantile(double p) const {
    return quantile_of([this](double x) { return answered(x); }, p);
}

double enough_answered(std::uint32_t leaves, std::uint32_t needed, double p) {
    if (needed == leaves) return det::power(p, leaves);
    if (p <= 0) return 0;
    if (p >= 1) return 1;
    // Too few: the sum over the number missing, from the largest term's side that is summed, in logarithms.
    const double odds = det::log(p) - det::log1p(-p);
    double term = leaves * det::log1p(-p);  // of none answered
    double few = 0;
    for (std::uint32_t j = 0; j < needed; ++j) {
        few += det::exp(term);
        term += odds + det::log(static_cast<double>(leaves - j) / (j + 1));
    }
    return few < 1 ? 1 - few : 0;
}

}  // namespace p2c::fanout
