// A fleet of exponential services behind d choices or (1+β), many events at a time, exactly, on the number of replicas
// by load. At rate (1 + ρ)n there is an event: an arrival with probability ρ/(1 + ρ), otherwise a possible completion at a
// uniformly random replica, which does nothing where the replica is idle. Events of a batch that share a replica with
// another of them are taken one by one; the others have replicas of their own, a uniform sample without replacement of
// what is left, so that how many of each kind find each load follows from hypergeometric draws (see occupancy/pattern.h).
// The size of a batch is fixed before anything of it is drawn and does not depend on the loads, so that averages over
// events are averages over time.
#pragma once
#include "occupancy/looks.h"
#include "occupancy/pattern.h"

namespace p2c::fleet {

using occupancy::Count;

class Market {
public:
    /// `load` per replica, below 1. `batch`: events of a batch; 0 for what is fast.
    Market(Count replicas, const occupancy::Looks& looks, double load, Count batch = 0);

    /// All replicas empty.
    void start() { levels_.start(replicas_); }

    struct Batch {
        Count events, arrivals, full;  ///< full: arrivals that look at all d
    };

    /// Draws one batch with at most so many arrivals, ≥ 1. joined[k] rises by the arrivals that found k others.
    Batch draw(Generator& random, Count most, std::vector<double>& joined);

    const occupancy::Levels& levels() const { return levels_; }

private:
    /// Events of which it is not known yet where they go.
    struct Kinds {
        Count full, single, leaving;
        Count all() const { return full + single + leaving; }
    };

    void one_by_one(Generator& random, Kinds& left, Count& pool, std::vector<double>& joined);
    void sweep(Generator& random, Kinds left, Count pool, std::vector<double>& joined);
    void move(Count load, Count up, Count down);

    Count replicas_;
    occupancy::Looks looks_;
    double arrival_chance_;
    Count size_;
    occupancy::Levels levels_;
    occupancy::Pattern pattern_;
    occupancy::LabelMap places_;
    std::vector<Count> explicit_;  ///< loads of the replicas that are followed one by one
    std::vector<Count> involved_;  ///< events taken one by one, in order
    std::vector<Count> up_, down_;
};

}  // namespace p2c::fleet
