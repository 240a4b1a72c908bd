// Arrivals from a list that somebody recorded: gaps, or times of arrival.
#pragma once
#include <vector>

#include "../law.h"
#include "../part.h"

namespace p2c {

class RecordedGaps final : public Gaps {
public:
    static const Part& describe();
    explicit RecordedGaps(const Json& config);
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;

private:
    std::vector<double> gaps_;  ///< over their mean
    bool in_order_;
};

/// The recorded gaps of a checked configuration, in its unit of time.
std::vector<double> recorded_gaps(const Json& arrivals);

}  // namespace p2c
