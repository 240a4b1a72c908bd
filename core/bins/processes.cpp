#include "processes.h"

#include "ball_by_ball.h"
#include "batched_groups.h"
#include "batched_memory.h"
#include "batched_stale.h"

namespace p2c::bins {

namespace {

std::string id_of(const Json& config, const char* part) {
    return config.at(part).at("id").get<std::string>();
}

std::string policy_id(const Json& config) {
    return id_of(config, "policy");
}

/// Balls that see the same loads; 1 is fresh information.
Count period_of(const Json& config) {
    const Json& freshness = config.at("information").at("freshness");
    return freshness.at("id") == "batched" ? freshness.at("balls").get<Count>() : 1;
}

bool blind(const std::string& id) {
    return id == "random" || id == "round-robin";
}

bool chooses(const std::string& id) {
    return id == "choices" || id == "one-plus-beta";
}

/// Whatever makes bins, balls or readings differ by more than the load.
std::string why_not_exchangeable(const Json& config) {
    if (id_of(config, "weights") != "unit") return "its levels are whole numbers of balls, and these have weights";
    if (id_of(config, "capacities") != "equal") return "it takes all bins for equal, and these have capacities";
    if (id_of(config, "graph") != "complete") return "it knows no bin's neighbours, and looks follow a graph";
    if (blind(policy_id(config))) return {};
    const Json& information = config.at("information");
    if (id_of(information, "noise") != "none") return "it reads loads as they are, and these readings are noisy";
    const Json& freshness = information.at("freshness");
    if (freshness.at("id") == "delayed" && freshness.at("balls") != 0)
        return "it keeps no past loads, and information is delayed";
    return {};
}

Looks looks_of(const Json& policy) {
    const std::string id = policy.at("id");
    Looks looks{1, false, 1};
    if (id == "choices") looks.d = policy.at("d").get<int>();
    if (id == "one-plus-beta") looks = {2, false, policy.at("beta").get<double>()};
    if (looks.beta == 0) looks = {1, false, 1};
    if (looks.d > 1) looks.distinct = !policy.at("replacement").get<bool>();
    return looks;
}

bool one_look(const Json& policy) {
    const std::string id = policy.at("id");
    return id == "random" || (chooses(id) && looks_of(policy).d == 1);
}

bool even(const std::string& id) {
    return id == "least" || id == "round-robin";
}

bool reads_loads(const std::string& id) {
    return !blind(id);
}

}  // namespace

std::string why_not_profile(const Json& config) {
    const std::string reason = why_not_exchangeable(config);
    if (!reason.empty() || period_of(config) == 1 || blind(policy_id(config))) return reason;
    return "ball by ball it would have to know each bin's old load and its new one";
}

std::string why_not_batched(const Json& config) {
    const std::string reason = why_not_exchangeable(config);
    if (!reason.empty()) return reason;
    const Json& policy = config.at("policy");
    const std::string id = policy.at("id");
    if (one_look(policy) || id == "round-robin") return {};
    if (period_of(config) > 1) {
        // A ball goes to a given bin with probability at most d/n, so many levels come between two bins in a period.
        if (looks_of(policy).d * static_cast<double>(period_of(config)) > 1e6 * config.at("bins").get<double>())
            return "in so long a batch loads come to be millions apart";
        if (!chooses(id)) return "with old information it knows d choices and (1+β) only";
        if (policy.at("ties") == "first-index")
            return "with old information ties by number tell equally loaded bins apart";
        return {};
    }
    if (id == "thinning") return "it throws no balls together whose second look depends on the first";
    if (id == "groups" && policy.at("ties") == "random" && policy.at("d") > GroupBatches::most_fair)
        return "fair ties are shared out among at most " + std::to_string(GroupBatches::most_fair) + " groups";
    if (id == "memory" && (policy.at("fresh") != 1 || policy.at("remembered") != 1))
        return "with memory it knows one fresh look and one remembered bin only";
    return {};
}

Batching batching_of(const Json& config) {
    const Json& policy = config.at("policy");
    const std::string id = policy.at("id");
    Batching out;
    out.in_one_draw = one_look(policy) || even(id) || period_of(config) >= 1000;
    if (chooses(id)) out.looks = looks_of(policy).d;
    if (id == "groups") out.looks = policy.at("d").get<double>();
    return out;
}

std::unique_ptr<Process> make_ball_by_ball(const Json& config) {
    const auto bins = config.at("bins").get<Count>();
    const Json& policy = config.at("policy");
    const std::string id = policy.at("id");
    if (even(id)) return std::make_unique<EvenFill>(bins, reads_loads(id));
    if (id == "random") return std::make_unique<BallByBall<OneLook>>(bins, OneLook{});
    if (id == "groups")
        return std::make_unique<GroupedLooks>(bins, policy.at("d").get<int>(), policy.at("ties") == "random");
    if (id == "memory")
        return std::make_unique<RememberedLooks>(bins, policy.at("fresh").get<int>(),
                                                 policy.at("remembered").get<int>());
    if (id == "thinning") {
        const ThinnedLooks rule{policy.at("threshold").get<double>(), policy.at("relativeTo") == "average"};
        return std::make_unique<BallByBall<ThinnedLooks>>(bins, rule);
    }
    return std::make_unique<BallByBall<SeveralLooks>>(bins, SeveralLooks{looks_of(policy)});
}

std::unique_ptr<Process> make_batched(const Json& config, Count batch) {
    const auto bins = config.at("bins").get<Count>();
    const Json& policy = config.at("policy");
    const std::string id = policy.at("id");
    if (even(id)) return std::make_unique<EvenFill>(bins, reads_loads(id));
    if (one_look(policy)) return std::make_unique<StaleBatches>(bins, Looks{1, false, 1}, 0, reads_loads(id));
    if (period_of(config) > 1)
        return std::make_unique<StaleBatches>(bins, looks_of(policy), period_of(config), reads_loads(id));
    if (id == "groups")
        return std::make_unique<GroupBatches>(bins, policy.at("d").get<int>(), policy.at("ties") == "random", batch);
    if (id == "memory") return std::make_unique<MemoryBatches>(bins, batch);
    return std::make_unique<FreshBatches>(bins, looks_of(policy), batch);
}

}  // namespace p2c::bins
