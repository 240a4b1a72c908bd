// What a replication of the profile engine has seen of its kept requests, and what it leaves in the tables.
#pragma once
#include "occupancy/levels.h"
#include "fleet/settings.h"
#include "model/simulation.h"

namespace p2c::fleet {

class Account {
public:
    void begin();

    /// Requests that joined each load, of the first half of the kept and of the second.
    std::vector<double>& joined(bool second) { return joined_[second]; }

    /// `weight` of time during which counts[k] replicas had load first + k.
    void spend(std::size_t first, const std::vector<double>& counts, double weight);
    void spend(const occupancy::Levels& levels, double weight);

    /// Adds a finished replication of `replicas`: its kept time, and loads read per request.
    void finish(const Settings& settings, double time, double reads, Tables& tables) const;

private:
    void cover(std::size_t loads);
    std::vector<double> tail() const;

    std::vector<double> joined_[2];
    std::vector<double> spent_;
};

/// Tables with no replication in them.
Tables profile_tables();

}  // namespace p2c::fleet
