#include "dispatchers.h"

#include <utility>

namespace p2c::fleet {

namespace {

/// Brings a random sample of `taken` to the front, whatever the order was before.
void shuffle(std::vector<std::uint32_t>& order, std::uint32_t taken, const Stream& stream, std::uint64_t index) {
    const auto n = static_cast<std::uint32_t>(order.size());
    BoundedSequence draws(stream, index, n);
    for (std::uint32_t i = 0; i < taken; ++i) std::swap(order[i], order[i + draws.next_below(n - i)]);
}

}  // namespace

Dispatchers::Dispatchers(const Information& information, std::uint32_t replicas)
    : count_(information.dispatchers), replicas_(replicas), subset_(information.subset), random_(information.random_subsets) {}

void Dispatchers::begin(std::uint64_t seed, std::uint64_t replication) {
    stream_ = Stream(seed, replication, Purpose::dispatcher);
    turns_.assign(count_, 0);
    // One dispatcher takes the turns of the policy itself.
    if (count_ > 1)
        for (std::uint32_t d = 0; d < count_; ++d) turns_[d] = BoundedSequence(stream_, (std::uint64_t{1} << 63) | d, known()).next();
    if (subset_ > 0) deal(Stream(seed, replication, Purpose::subset));
}

void Dispatchers::deal(const Stream& stream) {
    known_.clear();
    std::vector<std::uint32_t> order(replicas_);
    for (std::uint32_t i = 0; i < replicas_; ++i) order[i] = i;
    const std::uint32_t in_round = random_ ? 1 : replicas_ / subset_;  // dispatchers that share one shuffle
    for (std::uint32_t d = 0; d < count_; ++d) {
        if (d % in_round == 0) shuffle(order, in_round * subset_, stream, d / in_round);
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(d % in_round) * subset_;
        known_.insert(known_.end(), first, first + subset_);
    }
}

}  // namespace p2c::fleet
