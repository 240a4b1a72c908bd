#include "theory.h"

#include <cmath>  // sqrt only
#include <limits>

#include "base/histogram.h"
#include "base/math.h"
#include "model/arrivals.h"
#include "model/policies.h"
#include "model/services.h"
#include "profile/fluid.h"
#include "profile/profile.h"
#include "settings.h"
#include "waits.h"

namespace p2c::fleet {

namespace {

constexpr double negligible = 1e-12;  // share of replicas below which a queue tail is not worth listing

/// P(at least k requests) in M/M/c, k = 0, 1, …
std::vector<double> mmc_queue_tail(std::uint32_t workers, double load) {
    const double c = erlang_c(workers, load);
    // Below c the law is Poisson-shaped; built downwards from P(N = c) = (1 − ρ)·C.
    std::vector<double> exactly(workers + 1);
    exactly[workers] = (1 - load) * c;
    for (std::uint32_t k = workers; k > 0; --k) exactly[k - 1] = exactly[k] * k / (load * workers);
    std::vector<double> tail(workers + 1);
    tail[workers] = c;
    for (std::uint32_t k = workers; k > 0; --k) tail[k - 1] = tail[k] + exactly[k - 1];
    while (tail.back() > negligible && tail.size() < 4096) tail.push_back(tail.back() * load);
    return tail;
}

/// λ^((dᵏ − 1)/(d − 1)), k = 0, 1, …: the fluid limit of d choices.
std::vector<double> fluid_queue_tail(std::uint32_t d, double load) {
    std::vector<double> tail{1};
    while (tail.back() > negligible && tail.size() < 4096) tail.push_back(load * det::power(tail.back(), d));
    return tail;
}

double probability(const Quantile& q) {
    return static_cast<double>(q.numerator) / static_cast<double>(q.denominator);
}

/// Each replica gets each request with the same probability, whatever its load.
bool uniform_dispatch(const Json& policy) {
    const bool blind = with_policy(policy, [](const auto& p) { return p.ignores_load(); });
    const Json& id = policy.at("id");
    return blind && (id == "random" || id == "choices" || id == "one-plus-beta" || id == "memory" || id == "groups");
}

Json mmc(const Settings& s) {
    Json out;
    Json& w = out["wait"];
    w["mean"] = s.mean * erlang_c(s.workers, s.load) / (s.workers * (1 - s.load));
    for (const Quantile& q : quantiles) w[q.name] = s.mean * mmc_wait_quantile(s.workers, s.load, probability(q));
    out["queueTail"] = mmc_queue_tail(s.workers, s.load);
    out["source"] = "Each replica is an M/M/c queue of its own (Erlang C).";
    return out;
}

Json mg1(const Settings& s, const Law& service) {
    Json out;
    Json& w = out["wait"];
    w["mean"] = s.mean * mg1_mean_wait(s.load, service.cv2());
    for (const Quantile& q : quantiles)
        if (const auto wait = mg1_wait_quantile(service, s.load, probability(q))) w[q.name] = s.mean * *wait;
    out["source"] = "Each replica is an M/G/1 queue of its own (Pollaczek and Khinchine).";
    return out;
}

Json batches(const Settings& s, const Law& service, double size) {
    return {{"wait", {{"mean", s.mean * batch_mean_wait(s.load, service.cv2(), size, 1.0 / s.replicas)}}},
            {"source", "Each replica is an M/G/1 queue with arrivals in batches: a binomial part of each (Burke 1975)."}};
}

Json gim1(const Settings& s, const DelayedWait& wait) {
    Json out;
    Json& w = out["wait"];
    w["mean"] = s.mean * wait.mean();
    for (const Quantile& q : quantiles) w[q.name] = s.mean * wait.quantile(probability(q));
    std::vector<double> tail{1, s.load};
    while (tail.back() > negligible && tail.size() < 4096) tail.push_back(tail.back() * wait.delayed);
    out["queueTail"] = tail;
    out["source"] = "Each replica is a GI/M/1 queue of its own: its wait is exponential, with an atom at 0 (Kendall 1953).";
    return out;
}

/// What a replica's gaps are to the fleet's: every n-th request, or each with probability 1/n.
std::function<double(double)> replica_gaps(const Settings& s, const Gaps& arrivals, bool in_turn) {
    const double gap = 1 / s.rate(s.load);
    return [=, &arrivals, n = static_cast<std::uint32_t>(s.replicas)](double x) {
        const double fleet = *arrivals.transform(gap * x);
        return in_turn ? det::power(fleet, n) : fleet / (n - (n - 1.0) * fleet);
    };
}

/// A blind policy makes every replica a queue of its own. {} where no formula is known.
Json separate_queues(const Settings& s, const Json& config, bool in_turn) {
    const auto service = make_service(config.at("service"));
    const auto arrivals = make_arrivals(config.at("arrivals"));
    const bool exponential = config.at("service").at("id") == "exponential";
    const Json& process = config.at("arrivals").at("id");
    const bool poisson = process == "poisson" && !in_turn;
    if (poisson && exponential) return mmc(s);
    if (s.workers != 1 || !service->independent()) return Json::object();
    if (poisson) return mg1(s, *service);
    if (process == "batches" && !in_turn) return batches(s, *service, config.at("arrivals").at("size").get<double>());
    if (exponential && arrivals->transform(1)) return gim1(s, gim1_wait(replica_gaps(s, *arrivals, in_turn)));
    return Json::object();
}

/// The fluid limit of d choices applies.
bool has_fluid_limit(const Settings& s, const Json& config) {
    return config.at("policy").at("id") == "choices" && config.at("arrivals").at("id") == "poisson" &&
           config.at("service").at("id") == "exponential" && s.workers == 1 && s.information.signal == Signal::in_flight && s.information.plain();
}

bool snapshots_have_limit(const Json& config, const Settings& s) {
    const Json& id = config.at("policy").at("id");
    return s.information.age == Age::periodic && (id == "choices" || id == "one-plus-beta") && why_not_profile(config).empty() &&
           s.load <= 0.98;
}

Json snapshot_limit(const Json& config, const Settings& s) {
    const auto limit = fluid_between_snapshots(looks_of(config.at("policy")), s.load, s.information.period);
    if (!limit) return Json::object();
    return {{"queueTail", limit->tail},
            {"wait", {{"mean", s.mean * limit->wait}}},
            {"source", "Limit of an infinite fleet between snapshots, solved numerically (Mitzenmacher 2000)."},
            {"exact", false}};
}

}  // namespace

double relaxation_time(double load) {
    if (load >= 1) return std::numeric_limits<double>::infinity();
    const double x = 1 - std::sqrt(load);
    return 1 / (x * x);
}

double pooled_relaxation_time(double load) {
    return load >= 1 ? std::numeric_limits<double>::infinity() : 1 / (1 - load);
}

double erlang_c(std::uint32_t workers, double load) {
    const double offered = load * workers;
    double b = 1;
    for (std::uint32_t k = 1; k <= workers; ++k) b = offered * b / (k + offered * b);
    return b / (1 - load * (1 - b));
}

double mmc_wait_quantile(std::uint32_t workers, double load, double p) {
    const double ratio = erlang_c(workers, load) / (1 - p);
    return ratio <= 1 ? 0 : det::log(ratio) / (workers * (1 - load));
}

Json theory(const Json& config) {
    const Settings s(config);
    if (s.load >= 1 || !s.machines.equal() || s.losses.any() || s.changes.any() || s.resilient() || s.information.subset > 0) return Json::object();
    const bool in_turn = config.at("policy").at("id") == "round-robin" && s.information.dispatchers == 1;
    if (in_turn || uniform_dispatch(config.at("policy"))) {
        Json out = separate_queues(s, config, in_turn);
        if (!out.empty()) out["exact"] = true;
        return out;
    }
    if (snapshots_have_limit(config, s)) return snapshot_limit(config, s);
    if (!has_fluid_limit(s, config)) return Json::object();
    const std::vector<double> tail = fluid_queue_tail(config.at("policy").at("d").get<std::uint32_t>(), s.load);
    double in_flight = 0;
    for (std::size_t k = tail.size(); k-- > 1;) in_flight += tail[k];
    return {{"queueTail", tail},
            {"wait", {{"mean", s.mean * (in_flight / s.load - 1)}}},  // Little
            {"source", "Limit of an infinite fleet (Vvedenskaya, Dobrushin and Karpelevich 1996; Mitzenmacher 1996)."},
            {"exact", false}};
}

}  // namespace p2c::fleet
