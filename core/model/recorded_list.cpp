#include "recorded_list.h"

namespace p2c {

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
