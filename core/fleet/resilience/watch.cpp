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
    out_.assign(records_.size(), 0);
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
    for (std::uint32_t i = 0; i < members_; ++i)
        if (records_[i].answers >= health_.least) means_.push_back(badness(records_[i]));
    if (means_.empty()) return 0;
    const auto middle = means_.begin() + static_cast<std::ptrdiff_t>(means_.size() / 2);
    std::nth_element(means_.begin(), middle, means_.end());
    return *middle;
}

void Watch::count_none(const Dispatchers& dispatchers) {
    ejected_ = 0;
    ejected_known_.assign(dispatchers.subset() > 0 ? dispatchers.count() : 0, 0);
}

/// Whether one more may be ejected, of all and of those that each dispatcher knows who knows it.
bool Watch::room_for(std::uint32_t i) const {
    if (ejected_ >= most_) return false;
    return knowers_.empty() || std::all_of(knowers_[i].begin(), knowers_[i].end(), [this](std::uint32_t d) { return ejected_known_[d] < most_known_; });
}

void Watch::count(std::uint32_t i) {
    ++ejected_;
    if (!knowers_.empty())
        for (const std::uint32_t d : knowers_[i]) ++ejected_known_[d];
}

void Watch::meet(const Dispatchers& dispatchers, double now) {
    if (records_.empty()) return;
    members_ = dispatchers.members();
    most_ = health_.most_of(members_);
    most_known_ = health_.most_of(dispatchers.subset());
    knowers_.assign(dispatchers.subset() > 0 ? replicas_ : 0, {});
    for (std::uint32_t d = 0; dispatchers.subset() > 0 && d < dispatchers.count(); ++d)
        for (std::uint32_t k = 0; k < dispatchers.subset(); ++k) knowers_[dispatchers.subset(d)[k]].push_back(d);
    std::vector<std::uint32_t> ejected;
    for (std::uint32_t i = 0; i < replicas_; ++i) {
        if (out_[i] != 0 && i < members_) ejected.push_back(i);
        out_[i] = 0;
    }
    std::stable_sort(ejected.begin(), ejected.end(), [this](std::uint32_t a, std::uint32_t b) { return records_[a].back > records_[b].back; });
    count_none(dispatchers);
    for (const std::uint32_t i : ejected) {
        if (room_for(i)) {
            count(i);
            out_[i] = 1;
        } else {
            records_[i].back = now;
            joined(i, now);
        }
    }
}

/// The worst go first, as far as there is room.
void Watch::eject(const Dispatchers& dispatchers, double now) {
    const double median = health_.ejection == Ejection::latency ? median_latency() : 0;
    suspects_.clear();
    count_none(dispatchers);
    for (std::uint32_t i = 0; i < members_; ++i) {
        if (records_[i].back > now) {
            count(i);
        } else if (suspect(records_[i], median)) {
            suspects_.push_back(i);
        }
    }
    std::stable_sort(suspects_.begin(), suspects_.end(), [&](std::uint32_t a, std::uint32_t b) { return badness(records_[a]) > badness(records_[b]); });
    for (const std::uint32_t i : suspects_) {
        if (!room_for(i)) continue;
        records_[i].back = now + health_.time;
        count(i);
    }
}

bool Watch::inspect(const Dispatchers& dispatchers, double now) {
    next_ = now + health_.every;
    eject(dispatchers, now);
    bool others = false;
    for (std::uint32_t i = 0; i < replicas_; ++i) {
        Record& r = records_[i];
        r.answers = r.errors = r.ticks = 0;
        const std::uint8_t out = i < members_ && r.back > now;
        if (out == out_[i]) continue;
        if (out == 0) joined(i, now);
        out_[i] = out;
        others = true;
    }
    return others;
}

}  // namespace p2c::fleet
