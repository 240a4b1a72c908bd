#include "settings.h"

#include "base/math.h"
#include "model/arrivals.h"
#include "model/services.h"
#include "model/stages.h"
#include "series.h"

namespace p2c::fleet {

std::uint64_t warm_requests(std::uint64_t requests, double warmup) {
    return static_cast<std::uint64_t>(static_cast<double>(requests) * warmup);
}

Settings::Settings(const Json& config)
    : replicas(config.at("replicas").get<std::uint64_t>()),
      workers(config.at("workers").get<std::uint32_t>()),
      load(offered_load(config)),
      factor(load_factor(config)),
      requests(config.at("requests").is_string() ? first_stage : config.at("requests").get<std::uint64_t>()),
      warm(warm_requests(requests, config.at("warmup").get<double>())),
      stretches(config.at("series").get<std::uint32_t>()),
      seed(config.at("seed").get<std::uint64_t>()),
      mean(service_mean(config.at("service"))),
      machines(config.at("machines"), replicas),
      information(config.at("information"), mean),
      losses(config, mean),
      changes(config.at("changes"), replicas, requests),
      resilience(config, mean, requests),
      health(config, mean),
      floored(config.at("percentile") == "floor") {}

std::size_t Settings::first_series_column() const { return resilient() ? resilient_columns : lossy() ? lossy_columns : fleet::columns; }

std::size_t Settings::columns() const { return first_series_column() + stretches * series_columns; }

double load_factor(const Json& config) {
    return config.at("calibration") == "median" ? 1 / make_service(config.at("service"))->median() : 1;
}

double offered_load(const Json& config) {
    const auto gap = own_mean_gap(config.at("arrivals"));
    if (!gap) return config.at("load").get<double>() * load_factor(config);
    const double capacity = Machines(config.at("machines"), config.at("replicas").get<std::uint64_t>()).capacity();
    return service_mean(config.at("service")) / (*gap * capacity * config.at("workers").get<double>());
}

double tail_time(std::int64_t point) {
    // Eight equal steps an octave lie on bucket edges of the histogram.
    const auto octave = static_cast<std::uint64_t>(point / 8 - 7 + 1023);
    return det::from_bits((octave << 52) | (static_cast<std::uint64_t>(point % 8) << 49));
}

}  // namespace p2c::fleet
