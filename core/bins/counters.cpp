#include "counters.h"

#include <cmath>  // sqrt only

#include "model/policies.h"

namespace p2c::bins {

unsigned counter_bytes(double bins, double balls_per_bin) {
    // A megabyte of full counters fits the caches as it is.
    if (bins * sizeof(std::uint32_t) <= 1048576) return 4;
    // One look at random is the most uneven plain policy. A bin's load is then near Poisson, and 12 standard deviations
    // and 40 balls above the mean are out of reach for 10^9 bins (probability below 10^-20).
    const double highest = balls_per_bin + 12 * std::sqrt(balls_per_bin) + 40;
    return highest < 255 ? 1 : highest < 65535 ? 2 : 4;
}

void CounterStore::clear() {
    bytes_ = first_;
    narrow_.assign(bytes_ == 1 ? bins_ : 0, 0);
    middle_.assign(bytes_ == 2 ? bins_ : 0, 0);
    wide_.assign(bytes_ == 4 ? bins_ : 0, 0);
}

void CounterStore::widen() {
    if (bytes_ == 1) {
        middle_.assign(narrow_.begin(), narrow_.end());
        std::vector<std::uint8_t>().swap(narrow_);
    } else {
        wide_.assign(middle_.begin(), middle_.end());
        std::vector<std::uint16_t>().swap(middle_);
    }
    bytes_ *= 2;
}

DirectBase::Extremes CountersBase::extremes() const {
    return store_.visit([](const auto& load) -> Extremes {
        const auto [low, high] = std::minmax_element(load.begin(), load.end());
        return {static_cast<double>(*low), static_cast<double>(*high)};
    });
}

std::vector<double> CountersBase::loads() const {
    return store_.visit([](const auto& load) { return std::vector<double>(load.begin(), load.end()); });
}

void CountersBase::count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const {
    store_.visit([&](const auto& load) {
        for (const auto x : load) ++out[static_cast<std::size_t>(x - first)];
    });
}

std::unique_ptr<Simulation> make_counters(const Json& config) {
    const Settings settings(config);
    const unsigned bytes = counter_bytes(settings.bins, static_cast<double>(settings.balls) / settings.bins);
    return with_policy(config.at("policy"), [&](auto policy) -> std::unique_ptr<Simulation> {
        return std::make_unique<Counters<decltype(policy)>>(settings, bytes, std::move(policy));
    });
}

}  // namespace p2c::bins
