#include "recorded_list.h"

namespace p2c {

Param recorded_values(Json fallback, const char* help) {
    return list("values", "Values", 0, 1e15, std::move(fallback)).counting(1, most_recorded).about(help);
}

Param recorded_order(const char* fallback, const char* help) {
    return choice("order", "Order",
                  {{"random", "At random", "Each is drawn from the list at random, with replacement."},
                   {"in-order", "As recorded", "The list is played from its start, again and again in a longer run."}},
                  fallback)
        .about(help);
}

std::vector<double> numbers(const Json& list) {
    std::vector<double> out;
    out.reserve(list.size());
    for (const Json& x : list) out.push_back(x.get<double>());
    return out;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double x : values) sum += x;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::vector<double> over_mean(std::vector<double> values) {
    const double mean = mean_of(values);
    for (double& x : values) x /= mean;
    return values;
}

}  // namespace p2c
