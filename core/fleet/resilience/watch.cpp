#include "watch.h"

#include <algorithm>

#include "../agenda.h"
#include "../ticks.h"
#include "base/math.h"

namespace p2c::fleet {

namespace {

/// Of a replica that starts slowly; it rises from there.
constexpr double least_weight = 0.1;

}  // namespace

Watch::Watch(const Health& health, std::uint32_t replicas) : health_(health), replicas_(replicas) {}

void Watch::begin() {
    const bool ejects = health_.ejection != Ejection::none;
    next_ = ejects ? health_.every : Agenda::never;
    records_.assign(ejects ? replicas_ : 0, Record{});
    present_.clear();
    for (std::uint32_t i = 0; ejects && i < replicas_; ++i) present_.push_back(i);
    penalty_.assign(health_.penalty > 0 ? replicas_ : 0, 0);
    penalty_at_.assign(penalty_.size(), 0);
    since_.assign(health_.slow_start > 0 ? replicas_ : 0, -Agenda::never);
}

void Watch::note(std::uint32_t i, double latency, bool failed, double now) {
    if (health_.ejection != Ejection::none) {
        ++records_[i].answers;
        records_[i].errors += failed;
        records_[i].ticks += tick(latency);
    }
    if (!failed || health_.penalty == 0) return;
    penalty_[i] = penalty_[i] * det::exp(-(now - penalty_at_[i]) / health_.decay) + health_.penalty;
    penalty_at_[i] = now;
}

double Watch::seen(double load, double added, bool idle, std::uint32_t i, double now) const {
    if (health_.penalty > 0 && penalty_[i] > 0) load += penalty_[i] * det::exp(-(now - penalty_at_[i]) / health_.decay);
    if (idle || health_.slow_start == 0 || now - since_[i] >= health_.slow_start) return load;
    return (load + added) / std::max((now - since_[i]) / health_.slow_start, least_weight) - added;
}

bool Watch::suspect(const Record& r, double median) const {
    if (r.answers < health_.least) return false;
    return health_.ejection == Ejection::errors ? badness(r) > health_.above : badness(r) > health_.above * median;
}

/// Share of errors, or mean latency in ticks.
double Watch::badness(const Record& r) const {
    const auto answers = static_cast<double>(r.answers);
    return static_cast<double>(health_.ejection == Ejection::errors ? r.errors : r.ticks) / answers;
}

/// The upper one of two.
double Watch::median_latency() {
    means_.clear();
    for (const Record& r : records_)
        if (r.answers >= health_.least) means_.push_back(badness(r));
    if (means_.empty()) return 0;
    const auto middle = means_.begin() + static_cast<std::ptrdiff_t>(means_.size() / 2);
    std::nth_element(means_.begin(), middle, means_.end());
    return *middle;
}

/// The worst go first, as far as there is room.
void Watch::eject(double now) {
    const double median = health_.ejection == Ejection::latency ? median_latency() : 0;
    suspects_.clear();
    std::uint32_t out = 0;
    for (std::uint32_t i = 0; i < replicas_; ++i) {
        if (records_[i].back > now) {
            ++out;
        } else if (suspect(records_[i], median)) {
            suspects_.push_back(i);
        }
    }
    std::stable_sort(suspects_.begin(), suspects_.end(), [&](std::uint32_t a, std::uint32_t b) { return badness(records_[a]) > badness(records_[b]); });
    const auto most = health_.most_of(replicas_);
    for (const std::uint32_t i : suspects_) {
        if (out >= most) return;
        records_[i].back = now + health_.time;
        ++out;
    }
}

bool Watch::inspect(double now) {
    next_ = now + health_.every;
    eject(now);
    for (Record& r : records_) r.answers = r.errors = r.ticks = 0;
    const std::vector<std::uint32_t> before = present_;
    present_.clear();
    for (std::uint32_t i = 0; i < replicas_; ++i)
        if (records_[i].back <= now) present_.push_back(i);
    for (const std::uint32_t i : present_)
        if (!std::binary_search(before.begin(), before.end(), i)) joined(i, now);
    return present_ != before;
}

}  // namespace p2c::fleet
