#include "theory.h"

#include <cmath>  // sqrt only
#include <limits>

#include "base/histogram.h"
#include "base/math.h"
#include "model/policies.h"
#include "model/services.h"
#include "settings.h"

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

Json random_dispatch(const Settings& s, bool exponential, double cv2) {
    Json out;
    if (exponential) {
        Json& w = out["wait"];
        w["mean"] = s.mean * erlang_c(s.workers, s.load) / (s.workers * (1 - s.load));
        for (const Quantile& q : quantiles)
            w[q.name] = s.mean * mmc_wait_quantile(s.workers, s.load, static_cast<double>(q.numerator) /
                                                                          static_cast<double>(q.denominator));
        out["queueTail"] = mmc_queue_tail(s.workers, s.load);
        out["source"] = "Each replica is an M/M/c queue of its own (Erlang C).";
    } else if (s.workers == 1) {
        out["wait"]["mean"] = s.mean * mg1_mean_wait(s.load, cv2);
        out["source"] = "Each replica is an M/G/1 queue of its own (Pollaczek and Khinchine).";
    } else {
        return Json::object();
    }
    out["exact"] = true;
    return out;
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

double mg1_mean_wait(double load, double cv2) { return load * (1 + cv2) / (2 * (1 - load)); }

Json theory(const Json& config) {
    const Settings s(config);
    if (s.load >= 1 || config.at("arrivals").at("id") != "poisson") return Json::object();
    const Json& policy = config.at("policy");
    if (!s.machines.equal() || s.losses.any() || s.information.subset > 0) return Json::object();
    const bool exponential = config.at("service").at("id") == "exponential";
    const bool blind = with_policy(policy, [](const auto& p) { return p.ignores_load(); });
    if (blind && policy.at("id") != "round-robin")
        return random_dispatch(s, exponential, make_service(config.at("service"))->cv2());
    if (policy.at("id") != "choices" || !exponential || s.workers != 1 || s.information.signal != Signal::in_flight ||
        !s.information.plain())
        return Json::object();
    return {{"queueTail", fluid_queue_tail(policy.at("d").get<std::uint32_t>(), s.load)},
            {"source", "Limit of an infinite fleet (Vvedenskaya, Dobrushin and Karpelevich 1996; Mitzenmacher 1996)."},
            {"exact", false}};
}

}  // namespace p2c::fleet
