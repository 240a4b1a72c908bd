// Short words for tests of the fleet.
#pragma once
#include "black_box.h"
#include "catch.h"

namespace check {

inline Json fleet(int replicas, double load, const Json& policy, const Json& more = Json::object()) {
    return with({{"experiment", "fleet"},
                 {"replicas", replicas},
                 {"load", load},
                 {"policy", policy},
                 {"requests", 200000},
                 {"warmup", 0.2},
                 {"replications", 20},
                 {"seed", 17}},
                more);
}

/// Shorter than usual, for what costs more to measure.
inline Json brief(int replicas, double load, const Json& policy, const Json& more = Json::object()) {
    return with(fleet(replicas, load, policy, {{"requests", 40000}}), more);
}

inline Json choices(int d, bool replacement = false, const char* ties = "random") {
    return {{"id", "choices"}, {"d", d}, {"replacement", replacement}, {"ties", ties}};
}
inline Json random_policy() {
    return {{"id", "random"}};
}
inline Json round_robin() {
    return {{"id", "round-robin"}};
}
inline Json least(const char* ties = "random") {
    return {{"id", "least"}, {"ties", ties}};
}
inline Json one_plus_beta(double beta) {
    return {{"id", "one-plus-beta"}, {"beta", beta}};
}
inline Json lognormal(double sigma) {
    return {{"id", "lognormal"}, {"sigma", sigma}};
}
inline Json deterministic() {
    return {{"id", "deterministic"}};
}
inline Json signal(const char* id) {
    return {{"information", {{"signal", id}}}};
}

/// Compares metrics of a run with exact values: within 4 standard errors, which the replications show themselves.
/// A percentile's histogram bucket is up to 0.1 % wide and answers with its midpoint: half of that is added.
inline void compare(const Json& found, const Json& exact, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const double expected = exact.at(name);
        const Estimate estimate = measure(found, "wait." + name);
        INFO("wait." << name << " is " << estimate.mean << " +- " << estimate.error << ", expected " << expected);
        CHECK(deviation(estimate, expected, name[0] == 'p' ? 0.0005 * expected : 0) < kErrors);
    }
}

/// Compares one metric of 10 or 20 replications with its exact value: within 4 standard errors, to which that of the value is added
/// in squares.
inline void close(const Json& result, const char* name, double exact, double exact_error = 0) {
    const Estimate found = measure(result, name);
    INFO(name << " is " << found.mean << " +- " << found.error << ", exact " << exact);
    CHECK(deviation(found, exact, exact_error) < kErrors);
}

}  // namespace check
