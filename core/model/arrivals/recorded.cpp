#include "recorded.h"

#include "../recorded_list.h"
#include "base/refuse.h"

namespace p2c {

namespace {

bool are_times(const Json& arrivals) { return arrivals.at("kind") == "times"; }

/// Times of arrival must be two and may not go back.
void check_times(const std::vector<double>& times, const std::string& path) {
    if (times.size() < 2)
        refuse_in(path, ".values", {" must have at least 2 times of arrival; it has 1."});
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (times[i] >= times[i - 1]) continue;
        const std::string here = path + ".values[" + std::to_string(i) + "]";
        refuse(here, {here, " must be at least ", times[i - 1], ", the time before it; it is ", times[i], "."});
    }
}

void check(const Json& arrivals, const std::string& path) {
    if (are_times(arrivals)) check_times(numbers(arrivals.at("values")), path);
    const double mean = mean_of(recorded_gaps(arrivals));
    if (mean >= 1e-9) return;
    refuse_in(path, ".values", {" must have a mean gap of at least 1e-9; it is ", mean, "."});
}

}  // namespace

const Part& RecordedGaps::describe() {
    static constexpr Option kind_options[] = {
        {"gaps", "Gaps", "Times between one request and the next."},
        {"times", "Times of arrival", "Moments at which requests came, in order, on any clock."},
    };
    static constexpr Option clock_options[] = {
        {"scaled", "As the load asks", "Gaps are stretched or shortened alike, to the load that is set."},
        {"own", "As recorded", "Gaps stay as they are, in the unit of the service times; the load follows from "
         "them, and the load that is set is not used."},
    };
    static constexpr Param params[] = {
        recorded_values("[0.5,1.5,0.25,1.75]",
            "The recorded gaps or times, at most a million. On the command line, "
            "--set arrivals.values=@FILE reads them from a file of numbers."),
        choice("kind", "The values are", kind_options, "gaps")
            .about("What the values are."),
        choice("clock", "Pace", clock_options, "scaled")
            .about("Whether the list keeps its own clock."),
        recorded_order("in-order", "Whether the list keeps its order, and with it its bursts. As recorded, every run "
            "meets the same gaps."),
    };
    static constexpr Part part{"recorded", "Recorded", "recorded",
            "Arrivals from a list of your own.", params, "", check};
    return part;
}

std::vector<double> recorded_gaps(const Json& arrivals) {
    std::vector<double> values = numbers(arrivals.at("values"));
    if (!are_times(arrivals)) return values;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
    return values;
}

RecordedGaps::RecordedGaps(const Json& config)
    : gaps_(over_mean(recorded_gaps(config))), in_order_(config.at("order") == "in-order") {}

void RecordedGaps::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    const auto n = static_cast<std::uint32_t>(gaps_.size());
    for (std::uint32_t k = 0; k < count; ++k)
        out[k] = gaps_[in_order_ ? (first + k) % n : BoundedSequence(stream, first + k, n).next()];
}

}  // namespace p2c
