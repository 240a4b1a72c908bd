#include "services.h"

#include "make_law.h"
#include "recorded_list.h"

namespace p2c {

Parts describe_services() { return describe_each<Services>(); }

std::unique_ptr<Law> make_service(const Json& config) { return make_law<Law, Services>(config); }

double service_mean(const Json& config) {
    return config.contains("mean") ? config.at("mean").get<double>() : mean_of(numbers(config.at("values")));
}

}  // namespace p2c
