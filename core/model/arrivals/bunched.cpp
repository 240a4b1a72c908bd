#include "bunched.h"

#include "base/sampling.h"

namespace p2c {

namespace {

/// Stays are drawn from the upper half of the index space, which requests never reach.
constexpr std::uint64_t stay_index = std::uint64_t{1} << 63;

}  // namespace

const Part& Bursts::describe() {
    static constexpr Param params[] = {
        real("factor", "Rate in a burst", 1, 1e6, 5)
            .slider(1, 100, "log").marks({1, 2, 5, 10, 100}).measured_in("×")
            .about("In a burst, how many times the rate between bursts. Very large: nothing comes between bursts."),
        real("share", "Time in bursts", 0, 0.99, 0.1)
            .above_low().slider(0.01, 0.9).marks({0.1, 0.5, 0.9}).measured_in("%").about("Share of the time that is burst."),
        real("requests", "Requests in a burst", 1, 1e9, 500)
            .slider(1, 100000, "log").marks({1, 10, 100, 1000, 10000})
            .about("Mean number of requests in a burst. Bursts and the times between them have exponential lengths."),
    };
    static constexpr Part part{"bursts", "Bursts", "bursts",
            "Poisson arrivals whose rate is raised now and then, for a while. The rate over all time stays what the load asks for.", params};
    return part;
}

Bursts::Bursts(const Json& config) : share_(config.at("share").get<double>()) {
    const auto factor = config.at("factor").get<double>();
    rate_[0] = 1 / (1 + share_ * (factor - 1));
    rate_[1] = factor * rate_[0];
    stay_[1] = config.at("requests").get<double>() / rate_[1];
    stay_[0] = stay_[1] * (1 - share_) / share_;
}

void Bursts::begin(const Stream& stream) {
    stays_ = 0;
    // In the long run's proportions from the start: what is left of an exponential stay has the law of a whole one.
    burst_ = unit(stream.word(stay_index, 1ULL << 32)) >= share_;
    change(stream);
}

void Bursts::change(const Stream& stream) {
    burst_ = !burst_;
    left_ = stay_[burst_] * exponential(stream, stay_index + stays_++);
}

void Bursts::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) {
        double due = exponential(stream, first + k);
        double gap = 0;
        for (; due > left_ * rate_[burst_]; change(stream)) {
            due -= left_ * rate_[burst_];
            gap += left_;
        }
        const double last = due / rate_[burst_];
        left_ = left_ > last ? left_ - last : 0;
        out[k] = gap + last;
    }
}

const Part& Batches::describe() {
    static constexpr Param params[] = {
        integer("size", "Requests in a batch", 1, 1e6, 10)
            .slider(1, 1000, "log").marks({1, 10, 100, 1000})
            .about("How many come at one instant. Batches come that many times less often, so that the load stays."),
    };
    static constexpr Part part{"batches", "Batches", "batches",
            "Requests come several at one instant, as from a job that fans out; batches come as a Poisson process.", params};
    return part;
}

void Batches::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint64_t i = first + k;
        out[k] = i % size_ == 0 ? size_ * exponential(stream, i / size_) : 0;
    }
}

}  // namespace p2c
