#include "arrivals.h"

#include "base/sampling.h"
#include "make_law.h"

namespace p2c {

Part Poisson::describe() {
    return {"poisson", "Poisson", "Poisson", "Independent requests: exponential gaps, no memory.", {}, {}};
}

void Poisson::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = exponential(stream, first + k);
}

std::vector<Part> describe_arrivals() { return describe_laws<Arrivals>(); }

std::unique_ptr<Law> make_arrivals(const Json& config) { return make_law<Arrivals>(config); }

}  // namespace p2c
