#include "ball_information.h"

namespace p2c {

constinit const Param ball_information_params[2] = {
                 part("freshness", "Loads are", "freshness", "fresh")
                      .in("knowledge").about("How old the loads are that are compared."),
                  part("noise", "Errors", "noise", "none")
                      .in("knowledge").about("How wrong the loads are that are compared."),
};

Parts describe_freshness() {
    static constexpr Param batched[] = {
        integer("balls", "Balls in a batch", 1, 1e9, 1000)
            .slider(1, 100000, "log").marks({1, 10, 100, 1000, 10000, 100000})
            .about("Balls that see the same loads; 1 is fresh."),
    };
    static constexpr Param delayed[] = {
        integer("balls", "Delay", 0, 1e9, 100)
            .slider(0, 100000, "log0").marks({0, 10, 100, 1000, 10000, 100000}).measured_in("balls")
            .about("How many balls before it a ball does not see; 0 is fresh."),
    };
    static constexpr Part all[] = {
        {"fresh", "Fresh", "fresh", "Loads are as they are at the moment.", {}, "bins"},
        {"batched", "Batched", "in batches",
         "Balls come in batches; all of a batch see the loads as they were before its first (Berenbrink et al. 2012).", batched, "bins"},
        {"delayed", "Delayed", "delayed", "Every ball sees the loads as they were some balls ago.", delayed, "bins"},
    };
    return all;
}

Parts describe_noise() {
    static constexpr Param gaussian[] = {
        real("sigma", "Spread σ", 0, 1e6, 1)
            .slider(0, 10).marks({0, 1, 2, 5, 10}).measured_in("balls").about("Standard deviation of the error."),
    };
    static constexpr Param adversary[] = {
        real("g", "Margin g", 0, 1e6, 1)
            .slider(0, 20).marks({0, 1, 5, 10, 20}).measured_in("balls").about("Largest difference that is turned round."),
    };
    static constexpr Part all[] = {
        {"none", "None", "exact", "Loads are read without error.", {}, "bins"},
        {"gaussian", "Normal", "normal errors", "Every load that is read has an independent normal error.", gaussian, "bins"},
        {"adversary", "Adversary", "adversary",
         "When two loads that are compared differ by at most g, the heavier bin wins (Los, Sauerwald 2022). Only for "
         "policies that compare two.", adversary, "bins"},
    };
    return all;
}

Freshness::Freshness(const Json& config) : kind(Kind::fresh), balls(0) {
    if (config.at("id") == "fresh") return;
    kind = config.at("id") == "batched" ? Kind::batched : Kind::delayed;
    balls = config.at("balls").get<std::uint64_t>();
    if (kind == Kind::delayed && balls == 0) kind = Kind::fresh;
}

Noise::Noise(const Json& config) {
    if (config.at("id") == "gaussian") sigma_ = config.at("sigma").get<double>();
    if (config.at("id") == "adversary") margin_ = config.at("g").get<double>();
}

}  // namespace p2c
