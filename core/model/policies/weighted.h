// Policies with a weight for each replica; they belong to the fleet. Built from the configuration of the whole fleet.
#pragma once
#include <vector>

#include "compare.h"
#include "model/keys.h"

namespace p2c {

/// The weights of n replicas: those of the list, which starts over where it is too short, or the speeds where it is empty.
std::vector<double> replica_weights(const Json& config);

/// A replica with probability proportional to its weight.
class WeightedRandom {
public:
    bool ignores_load() const { return true; }
    static Part describe();
    explicit WeightedRandom(const Json& config) : law_(replica_weights(config)) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::look); }

    template <class View> std::uint32_t choose(View&, const Draws& draws) const { return law_.draw(stream_.word(draws.index())); }
    std::vector<std::uint32_t> looks(const Draws& draws) const { return {law_.draw(stream_.word(draws.index()))}; }

private:
    Discrete law_;
    Stream stream_;
};

/// The least loaded of d looks, each drawn with probability proportional to the weights.
class WeightedChoices {
public:
    bool ignores_load() const { return d_ == 1; }
    static Part describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit WeightedChoices(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::look); }

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        gather(draws);
        return least_of(view, d_, Ties::random, draws, tied_, [this](std::uint32_t k) { return looked_[k]; });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        gather(draws);
        return looked_;
    }

private:
    void gather(const Draws& draws);
    bool met(std::uint32_t i, std::uint32_t before) const;
    std::uint32_t draw_other(std::uint64_t word, std::uint32_t before) const;

    std::vector<double> weights_;
    Discrete law_;
    Stream stream_;
    std::uint32_t d_;
    bool replacement_;
    std::vector<std::uint32_t> looked_, tied_;
};

/// Weighted least connections: the smallest (load + 1)/weight of all, ties at random.
class LeastWeighted {
public:
    bool ignores_load() const { return false; }
    static Part describe();
    explicit LeastWeighted(const Json& config) : weights_(replica_weights(config)) {}

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        Over<View> over{view, weights_};
        return least_of(over, draws.size(), Ties::random, draws, tied_, [](std::uint32_t k) { return k; });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        std::vector<std::uint32_t> all(draws.size());
        for (std::uint32_t i = 0; i < draws.size(); ++i) all[i] = i;
        return all;
    }

private:
    template <class View> struct Over {
        View& view;
        const std::vector<double>& weights;
        double load(std::uint32_t i) { return (view.load(i) + 1) / weights[i]; }
    };

    std::vector<double> weights_;
    std::vector<std::uint32_t> tied_;
};

}  // namespace p2c
