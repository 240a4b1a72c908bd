#include "weighted.h"

#include <algorithm>

#include "model/machines.h"

namespace p2c {

namespace {

constexpr Param weights_param() {
    return list("weights", "Weights", 0, 1e6)
        .above_low().as("detail")
        .about("Weight of replica 0, 1, …; a list that is shorter than the fleet starts over. Empty: the speeds.");
}

}  // namespace

std::vector<double> replica_weights(const Json& config) {
    const auto n = config.at("replicas").get<std::uint32_t>();
    const Machines machines(config.at("machines"), n);
    const Json& list = config.at("policy").at("weights");
    std::vector<double> out(n);
    for (std::uint32_t i = 0; i < n; ++i)
        out[i] = list.empty() ? 1 / machines.slowness(i) : list[i % list.size()].get<double>();
    return out;
}

void KnownWeights::know(const std::vector<std::uint32_t>& replicas) {
    std::vector<double> known;
    for (const std::uint32_t i : replicas) known.push_back((*all_)[i]);
    known_ = std::make_shared<const std::vector<double>>(std::move(known));
}

const Part& WeightedRandom::describe() {
    static constexpr Param params[] = {
        weights_param(),
    };
    static constexpr Part part{"weighted-random", "Weighted random", "by weight", "One replica at random, the faster ones more often; loads are not read.", params, "fleet"};
    return part;
}

const Part& WeightedChoices::describe() {
    static constexpr Param params[] = {
        integer("d", "Look at", 1, 1024, 2).slider(1, 4).as("primary").about("How many replicas are looked at."),
        replacement_param(),
        weights_param(),
    };
    static constexpr Part part{"weighted-choices", "d weighted choices", "look at d by weight",
            "Look at d replicas, the faster ones more often, and take the least loaded.", params, "fleet"};
    return part;
}

const Part& LeastWeighted::describe() {
    static constexpr Param params[] = {
        weights_param(),
    };
    static constexpr Part part{"least-weighted", "Least weighted", "least by weight",
            "Look at every replica and take the least (load + 1) over weight; ties at random.", params, "fleet"};
    return part;
}

WeightedChoices::WeightedChoices(const Json& config)
    : weights_(config), law_(weights_.list()), d_(config.at("policy").at("d").get<std::uint32_t>()),
      replacement_(config.at("policy").at("replacement").get<bool>()), looked_(d_) {}

void WeightedChoices::check(const Json& policy, std::uint32_t n, const char* n_name) {
    check_distinct_looks(policy, policy.at("d").get<double>(), "policy.d", n, n_name);
}

bool WeightedChoices::met(std::uint32_t i, std::uint32_t before) const {
    const auto end = looked_.begin() + before;
    return std::find(looked_.begin(), end, i) != end;
}

void WeightedChoices::gather(const Draws& draws) {
    std::uint64_t j = 0;
    const auto word = [&](std::uint64_t k) { return stream_.word(draws.index(), k); };
    for (std::uint32_t k = 0; k < d_; ++k)
        looked_[k] = draw_where(law_, weights_, draws.size(), j, word, [&](std::uint32_t i) { return replacement_ || !met(i, k); });
}

}  // namespace p2c
