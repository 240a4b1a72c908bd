#include "steady.h"

#include "model/policies.h"
#include "theory.h"

namespace p2c::fleet {

Steady steady_state(const Json& config, const Settings& s) {
    const bool blind = with_policy(config.at("policy"), [](const auto& p) { return p.ignores_load(); });
    Steady out{s.load < 1, true, 0, s.load, 0};
    if (blind && !s.machines.equal()) {
        for (std::uint32_t i = 0; i < s.replicas; ++i)
            if (i == 0 || s.blind_load(i) > s.blind_load(out.replica)) out.replica = i;
        out.load = s.blind_load(out.replica);
        out.fleet = s.load >= 1;
        out.exists = out.load < 1 && s.load < 1;
    }
    if (s.losses.any()) out.exists = true;
    out.relaxation = out.load >= 1 ? 0 : blind ? relaxation_time(out.load) : pooled_relaxation_time(out.load);
    return out;
}

}  // namespace p2c::fleet
