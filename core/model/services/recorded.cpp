#include "recorded.h"

#include <algorithm>
#include <cmath>  // floor only

#include "../recorded_list.h"
#include "base/refuse.h"

namespace p2c {

namespace {

/// Its mean is the unit of the run's times, so it must be a usable number.
void check(const Json& service, const std::string& path) {
    const double mean = mean_of(numbers(service.at("values")));
    if (mean >= 1e-9) return;
    refuse_in(path, ".values", {" must have a mean of at least 1e-9; that of its ", service.at("values").size(), " is ", mean, "."});
}

}  // namespace

const Part& RecordedSizes::describe() {
    static constexpr Param params[] = {
        recorded_values("[0.5,0.5,1,2]",
            "The recorded service times, at most a million. On the command line, "
            "--set service.values=@FILE reads them from a file of numbers."),
        recorded_order("random", "Which of the values a request gets. As recorded keeps the order, so that long requests "
            "stay together; then every run meets the same sizes."),
    };
    static constexpr Part part{"recorded", "Recorded", "recorded",
            "Sizes from a list of your own. Their mean is the mean service time, and their unit that of all times.", params, "", check};
    return part;
}

RecordedSizes::RecordedSizes(const Json& config)
    : values_(over_mean(numbers(config.at("values")))), in_order_(config.at("order") == "in-order") {}

void RecordedSizes::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    const auto n = static_cast<std::uint32_t>(values_.size());
    for (std::uint32_t k = 0; k < count; ++k)
        out[k] = values_[in_order_ ? (first + k) % n : BoundedSequence(stream, first + k, n).next()];
}

double RecordedSizes::cv2() const {
    double sum = 0;
    for (const double x : values_) sum += (x - 1) * (x - 1);
    return sum / static_cast<double>(values_.size());
}

void RecordedSizes::prepare() const {
    if (!sorted_.empty()) return;
    sorted_ = values_;
    std::sort(sorted_.begin(), sorted_.end());
    sums_ = {0};
    for (const double x : sorted_) sums_.push_back(sums_.back() + x);
}

std::size_t RecordedSizes::count_up_to(double x) const {
    prepare();
    return static_cast<std::size_t>(std::upper_bound(sorted_.begin(), sorted_.end(), x) - sorted_.begin());
}

double RecordedSizes::cdf(double x) const {
    return static_cast<double>(count_up_to(x)) / static_cast<double>(values_.size());
}

double RecordedSizes::limited_mean(double x) const {
    const std::size_t k = count_up_to(x);
    return (sums_[k] + static_cast<double>(values_.size() - k) * x) / static_cast<double>(values_.size());
}

double RecordedSizes::quantile(double p) const {
    prepare();
    const double rank = p * static_cast<double>(values_.size());
    auto k = static_cast<std::size_t>(std::floor(rank));
    if (static_cast<double>(k) == rank && k > 0) --k;
    return sorted_[std::min(k, sorted_.size() - 1)];
}

}  // namespace p2c
