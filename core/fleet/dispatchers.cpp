#include "dispatchers.h"

#include <algorithm>
#include <utility>

namespace p2c::fleet {

namespace {

/// Brings a random sample of `taken` to the front, whatever the order was before.
void shuffle(std::vector<std::uint32_t>& order, std::uint32_t taken, const Stream& stream, std::uint64_t index) {
    const auto n = static_cast<std::uint32_t>(order.size());
    BoundedSequence draws(stream, index, n);
    for (std::uint32_t i = 0; i < taken; ++i) std::swap(order[i], order[i + draws.next_below(n - i)]);
}

/// Far above all rounds of a deal: what dispatchers draw on their own.
constexpr std::uint64_t apart = std::uint64_t{1} << 63;

}  // namespace

Dispatchers::Dispatchers(const Information& information, std::uint32_t replicas)
    : count_(information.dispatchers),
      replicas_(replicas),
      subset_(information.subset),
      random_(information.random_subsets),
      members_(replicas),
      stride_(information.subset),
      since_(information.subset > 0 ? information.dispatchers : 1) {}

void Dispatchers::begin(std::uint64_t seed, std::uint64_t replication, std::uint32_t members) {
    members_ = members;
    stream_ = Stream(seed, replication, Purpose::dispatcher);
    subsets_ = Stream(seed, replication, Purpose::subset);
    turns_.assign(count_, 0);
    // One dispatcher takes the turns of the policy itself.
    if (count_ > 1)
        for (std::uint32_t d = 0; d < count_; ++d) turns_[d] = BoundedSequence(stream_, apart | d, known()).next();
    if (subset_ > 0) deal();
    listed_ = false;
    out_.clear();
    renumber();
    renumbered();
}

void Dispatchers::deal() {
    whole_.clear();
    std::vector<std::uint32_t> order(members_);
    for (std::uint32_t i = 0; i < members_; ++i) order[i] = i;
    const std::uint32_t in_round = random_ ? 1 : members_ / subset_;  // dispatchers that share one shuffle
    for (std::uint32_t d = 0; d < count_; ++d) {
        if (d % in_round == 0) shuffle(order, in_round * subset_, subsets_, d / in_round);
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(d % in_round) * subset_;
        whole_.insert(whole_.end(), first, first + subset_);
    }
}

void Dispatchers::change(std::uint32_t members) {
    const std::uint32_t before = std::exchange(members_, members);
    if (members == before) return;
    if (subset_ == 0 && !listed_) {
        since_[0] = std::max(since_[0], members > before ? Renumbered::more : Renumbered::other);
        return;
    }
    if (subset_ > 0 && !random_) deal();
    for (std::uint32_t d = 0; subset_ > 0 && random_ && d < count_; ++d) replace(d, before);
    renumber();
}

/// Keeps a random subset one, each being as likely as any other: those that have left are replaced by any that are not known, and
/// each that joins as the m-th is known with probability subset/m, in place of any (Vitter 1985, algorithm R).
void Dispatchers::replace(std::uint32_t dispatcher, std::uint32_t before) {
    std::uint32_t* subset = &whole_[static_cast<std::size_t>(dispatcher) * subset_];
    BoundedSequence draws(subsets_, apart | dispatcher, replicas_);
    for (std::uint32_t i = before; i < members_; ++i) {
        const std::uint32_t place = draws.next_below(i + 1);
        if (place < subset_) subset[place] = i;
    }
    if (members_ < before) draw_others(subset, draws);
}

void Dispatchers::draw_others(std::uint32_t* subset, BoundedSequence& draws) {
    met_.assign(members_, 0);
    for (std::uint32_t k = 0; k < subset_; ++k)
        if (subset[k] < members_) met_[subset[k]] = 1;
    for (std::uint32_t k = 0; k < subset_; ++k) {
        while (subset[k] >= members_) {
            const std::uint32_t i = draws.next_below(members_);
            if (!std::exchange(met_[i], 1)) subset[k] = i;
        }
    }
}

void Dispatchers::leave_out(const std::vector<std::uint8_t>& out) {
    out_ = out;
    renumber();
}

void Dispatchers::renumber() {
    out_any_ = std::any_of(out_.begin(), out_.end(), [](std::uint8_t x) { return x != 0; });
    if (stride_ == 0 && !out_any_ && !listed_) return;
    if (!listed_) {  // as they have been up to now
        sizes_.assign(since_.size(), stride_ > 0 ? 0 : members_);
        known_.resize(stride_ > 0 ? static_cast<std::size_t>(count_) * stride_ : replicas_);
        for (std::uint32_t i = 0; stride_ == 0 && i < replicas_; ++i) known_[i] = i;
        listed_ = true;
    }
    for (std::size_t list = 0; list < sizes_.size(); ++list) renumber_list(list);
}

void Dispatchers::renumber_list(std::size_t list) {
    std::uint32_t* now = &known_[list * stride_];
    const std::uint32_t before = sizes_[list], all = stride_ > 0 ? subset_ : members_;
    scratch_.clear();
    for (std::uint32_t k = 0; k < all; ++k) {
        const std::uint32_t i = stride_ > 0 ? whole_[list * subset_ + k] : k;
        if (out_.empty() || out_[i] == 0) scratch_.push_back(i);
    }
    sizes_[list] = static_cast<std::uint32_t>(scratch_.size());
    const bool same = before <= sizes_[list] && std::equal(now, now + before, scratch_.begin());
    since_[list] = std::max(since_[list], !same ? Renumbered::other : before < sizes_[list] ? Renumbered::more : Renumbered::no);
    std::copy(scratch_.begin(), scratch_.end(), now);
}

std::uint32_t Dispatchers::number(std::uint32_t dispatcher, std::uint32_t replica, std::uint32_t guess) const {
    const std::uint32_t size = known(dispatcher);
    if (!listed_) return replica < size ? replica : nothing;
    const std::uint32_t* list = &known_[static_cast<std::size_t>(dispatcher) * stride_];
    if (guess < size && list[guess] == replica) return guess;
    const std::uint32_t* const place = stride_ == 0 ? std::lower_bound(list, list + size, replica) : std::find(list, list + size, replica);
    return place < list + size && *place == replica ? static_cast<std::uint32_t>(place - list) : nothing;
}

std::vector<std::uint32_t> Dispatchers::list(std::uint32_t dispatcher) const {
    std::vector<std::uint32_t> out(known(dispatcher));
    for (std::uint32_t k = 0; k < out.size(); ++k) out[k] = replica(dispatcher, k);
    return out;
}

}  // namespace p2c::fleet
