// Who dispatches: which dispatcher a request comes to, and which replicas it knows.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/information.h"

namespace p2c::fleet {

/// What has become of a dispatcher's replicas, as it numbers them: nothing; the same ones and more after them; something else.
enum class Renumbered : std::uint8_t { no, more, other };

class Dispatchers {
public:
    Dispatchers(const Information& information, std::uint32_t replicas);

    /// A replication begins with the first `members` replicas.
    void begin(std::uint64_t seed, std::uint64_t replication, std::uint32_t members);
    void begin(std::uint64_t seed, std::uint64_t replication) { begin(seed, replication, replicas_); }

    /// Replicas have joined or left: there are the first `members`. Deterministic subsets are dealt anew among those, as if they had
    /// been there from the start; random ones change as little as may be.
    void change(std::uint32_t members);
    /// Nothing is sent to these, of which out[i] is not 0, for now. Some must be left of those that each dispatcher knows.
    void leave_out(const std::vector<std::uint8_t>& out);

    std::uint32_t count() const { return count_; }
    /// Replicas there.
    std::uint32_t members() const { return members_; }
    /// Replicas that each knows, if all are there.
    std::uint32_t known() const { return subset_ > 0 ? subset_ : replicas_; }
    /// Replicas that a dispatcher sends to.
    std::uint32_t known(std::uint32_t dispatcher) const { return listed_ ? sizes_[list_of(dispatcher)] : members_; }
    /// Whether some are left out or not known, so that numbers are not the replicas' own.
    bool listed() const { return listed_; }
    /// Whether they send to different numbers of replicas.
    bool differ() const { return stride_ > 0 && out_any_; }

    /// The dispatcher of a request: each with the same probability.
    std::uint32_t of(std::uint64_t request) const {
        return count_ == 1 ? 0 : BoundedSequence(stream_, request, count_).next();
    }

    /// The replica that a dispatcher calls k.
    std::uint32_t replica(std::uint32_t dispatcher, std::uint32_t k) const {
        return listed_ ? known_[static_cast<std::size_t>(dispatcher) * stride_ + k] : k;
    }
    /// What it calls that replica, or nothing. It may guess, which takes less time when right.
    static constexpr std::uint32_t nothing = ~0U;
    std::uint32_t number(std::uint32_t dispatcher, std::uint32_t replica, std::uint32_t guess) const;

    /// The replicas that a dispatcher sends to, in its order.
    std::vector<std::uint32_t> list(std::uint32_t dispatcher) const;
    /// Those that it knows, whether it sends there for now or not. Only where it does not know all.
    const std::uint32_t* subset(std::uint32_t dispatcher) const { return &whole_[static_cast<std::size_t>(dispatcher) * subset_]; }
    std::uint32_t subset() const { return subset_; }

    /// What has become of its replicas since renumbered() was called last.
    Renumbered since(std::uint32_t dispatcher) const { return since_[list_of(dispatcher)]; }
    void renumbered() { since_.assign(since_.size(), Renumbered::no); }

    /// How many requests a dispatcher has had, from a random start: its turn in a round robin.
    std::uint64_t turn(std::uint32_t dispatcher) const { return turns_[dispatcher]; }
    void next_turn(std::uint32_t dispatcher) { ++turns_[dispatcher]; }

private:
    std::size_t list_of(std::uint32_t dispatcher) const { return stride_ > 0 ? dispatcher : 0; }
    void deal();
    void replace(std::uint32_t dispatcher, std::uint32_t before);
    void draw_others(std::uint32_t* subset, BoundedSequence& draws);
    void renumber();
    void renumber_list(std::size_t list);

    std::uint32_t count_, replicas_, subset_;
    bool random_;
    std::uint32_t members_;
    Stream stream_, subsets_;
    std::vector<std::uint32_t> whole_;    ///< what each knows, subset after subset; nothing where all know all
    std::uint32_t stride_;                ///< from one list to the next; 0: all share one
    bool listed_ = false;                 ///< else all are numbered as they are
    bool out_any_ = false;
    std::vector<std::uint32_t> known_;    ///< what each sends to, list after list
    std::vector<std::uint32_t> sizes_;    ///< of the lists
    std::vector<Renumbered> since_;
    std::vector<std::uint32_t> scratch_;
    std::vector<std::uint8_t> met_, out_;
    std::vector<std::uint64_t> turns_;
};

}  // namespace p2c::fleet
