#include "weights.h"

#include "base/sampling.h"
#include "base/special.h"

namespace p2c {

Parts describe_weights() {
    static constexpr Param pareto[] = {
        real("alpha", "Exponent α", 0, 20, 2.5)
            .above_low().slider(0.5, 5).marks({1, 2, 3})
            .about("P(weight > x) falls like x^−α below the bound; smaller is wilder."),
        real("max", "Heaviest over lightest", 1, 1e6, 100)
            .above_low().slider(2, 10000, "log").marks({10, 100, 1000, 10000})
            .about("The bound, in weights of the lightest ball. The mean weight is 1 all the same."),
    };
    static constexpr Param two_point[] = {
        real("share", "Heavy balls", 0, 1, 0.1)
            .slider(0, 1).measured_in("%").about("Share of the balls that is heavy; each is with this probability."),
        real("ratio", "Heavy over light", 1, 1e6, 10)
            .slider(1, 100, "log").marks({1, 10, 100})
            .about("How many times a light ball a heavy one weighs. The mean weight is 1 all the same."),
    };
    static constexpr Part all[] = {
        {"unit", "All alike", "unit balls", "Every ball weighs 1.", {}, "bins"},
        {"exponential", "Exponential", "exponential weights",
         "Weights are exponential: most balls are light, a few weigh several times the mean.", {}, "bins"},
        {"pareto", "Pareto, bounded", "Pareto weights",
         "Weights fall off like a power, up to a bound: few balls carry much of the weight.", pareto, "bins"},
        {"two-point", "Two weights", "two weights", "A share of the balls is heavy, the others are light.", two_point, "bins"},
    };
    return all;
}

Weights::Weights(const Json& config) {
    const auto& id = config.at("id").get_ref<const std::string&>();
    if (id == "exponential") law_ = Law::exponential;
    if (id == "pareto") {
        law_ = Law::pareto;
        const auto alpha = config.at("alpha").get<double>();
        const double log_max = det::log(config.at("max").get<double>());
        power_ = -1 / alpha;
        kept_ = 1 - det::exp(-alpha * log_max);
        // The mean of the law on [1, max] is ∫ x · alpha · x^(−alpha−1)/kept dx.
        scale_ = kept_ / (alpha * log_max * det::mean_decay((alpha - 1) * log_max));
    }
    if (id == "two-point") {
        law_ = Law::two_point;
        share_ = config.at("share").get<double>();
        ratio_ = config.at("ratio").get<double>();
        scale_ = 1 / (1 + share_ * (ratio_ - 1));
    }
}

double Weights::drawn(std::uint64_t index) const {
    if (law_ == Law::exponential) return exponential(stream_, index);
    const double u = unit(stream_.word(index));
    if (law_ == Law::two_point) return u < share_ ? ratio_ * scale_ : scale_;
    return scale_ * det::pow(1 - u * kept_, power_);
}

}  // namespace p2c
