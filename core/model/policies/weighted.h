// Policies with a weight for each replica; they belong to the fleet. Built from the configuration of the whole fleet.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "compare.h"
#include "fleet_trait.h"
#include "model/discrete.h"

namespace p2c {

/// The weights of n replicas: those of the list, which starts over where it is too short, or the speeds where it is empty.
std::vector<double> replica_weights(const Json& config);

/// Weights of the replicas that a dispatcher knows, as it counts them. Copies share them.
class KnownWeights {
public:
    explicit KnownWeights(const Json& config) : all_(std::make_shared<const std::vector<double>>(replica_weights(config))), known_(all_) {}
    void know(const std::vector<std::uint32_t>& replicas);
    double operator[](std::uint32_t k) const { return (*known_)[k]; }
    const std::vector<double>& list() const { return *known_; }

private:
    std::shared_ptr<const std::vector<double>> all_, known_;
};

/// By weight among those of n replicas that may be drawn, u of the way along their weights.
template <class MayBe> std::uint32_t draw_among(const KnownWeights& weights, std::uint32_t n, double u, MayBe may_be) {
    double sum = 0;
    for (std::uint32_t i = 0; i < n; ++i)
        if (may_be(i)) sum += weights[i];
    double left = u * sum;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (!may_be(i)) continue;
        last = i;
        if (left < weights[i]) break;
        left -= weights[i];
    }
    return last;
}

/// The same law, in less time: draws by weight among all until it is one of those, within reason. word(j++) is random.
template <class Word, class MayBe>
std::uint32_t draw_where(const Discrete& law, const KnownWeights& weights, std::uint32_t n, std::uint64_t& j, Word word, MayBe may_be) {
    constexpr int patience = 64;  // where a few replicas have nearly all the weight, drawing again may never end
    for (int tries = 0; tries < patience; ++tries) {
        const std::uint32_t i = law.draw(word(j++), n);
        if (may_be(i)) return i;
    }
    return draw_among(weights, n, unit(word(j++)), may_be);
}

/// A replica with probability proportional to its weight.
class WeightedRandom {
public:
    static constexpr FleetTrait trait = {.weights = true};
    bool ignores_load() const { return true; }
    std::vector<double> shares(std::uint32_t n) const { return law_.shares(n); }
    static const Part& describe();
    explicit WeightedRandom(const Json& config) : weights_(config), law_(weights_.list()) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::look); }
    void know(const std::vector<std::uint32_t>& replicas) {
        weights_.know(replicas);
        law_ = Discrete(weights_.list());
    }

    template <class View> std::uint32_t choose(View&, const Draws& draws) const { return draw(draws); }
    template <class View> std::uint32_t choose_other(View& view, const Draws&, const Draws& further) const {
        std::uint64_t j = 0;
        return draw_where(law_, weights_, further.size(), j, [&](std::uint64_t k) { return further.word(k); }, [&](std::uint32_t i) { return view.left(i); });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const { return {draw(draws)}; }

private:
    std::uint32_t draw(const Draws& draws) const { return law_.draw(stream_.word(draws.index()), draws.size()); }

    KnownWeights weights_;
    Discrete law_;
    Stream stream_;
};

/// The least loaded of d looks, each drawn with probability proportional to the weights.
class WeightedChoices {
public:
    static constexpr FleetTrait trait = {.weights = true, .weighs_loads = true};
    bool ignores_load() const { return d_ == 1; }
    std::vector<double> shares(std::uint32_t n) const { return ignores_load() ? law_.shares(n) : std::vector<double>(); }
    static const Part& describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit WeightedChoices(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::look); }
    void know(const std::vector<std::uint32_t>& replicas) {
        weights_.know(replicas);
        law_ = Discrete(weights_.list());
    }

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        gather(draws);
        return least_of(view, d_, Ties::random, draws, tied_, [this](std::uint32_t k) { return looked_[k]; });
    }
    template <class View> std::uint32_t choose_other(View& view, const Draws&, const Draws& further) {
        others_.clear();
        std::uint64_t j = 0;
        while (others_.size() < d_)
            others_.push_back(draw_where(law_, weights_, further.size(), j, [&](std::uint64_t k) { return further.word(k); }, [&](std::uint32_t i) {
                return view.left(i) && (replacement_ || std::find(others_.begin(), others_.end(), i) == others_.end());
            }));
        return least_of(view, d_, Ties::random, further, tied_, [this](std::uint32_t k) { return others_[k]; });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        gather(draws);
        return looked_;
    }

private:
    void gather(const Draws& draws);
    bool met(std::uint32_t i, std::uint32_t before) const;

    KnownWeights weights_;
    Discrete law_;
    Stream stream_;
    std::uint32_t d_;
    bool replacement_;
    std::vector<std::uint32_t> looked_, others_, tied_;
};

/// Weighted least connections: the smallest (load + 1)/weight of all, ties at random.
class LeastWeighted {
public:
    static constexpr FleetTrait trait = {.weights = true, .weighs_loads = true};
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit LeastWeighted(const Json& config) : weights_(config) {}
    void know(const std::vector<std::uint32_t>& replicas) { weights_.know(replicas); }

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        Over<View> over{view, weights_.list()};
        return least_of(over, draws.size(), Ties::random, draws, tied_, [](std::uint32_t k) { return k; });
    }
    template <class View> std::uint32_t choose_other(View& view, const Draws& draws, const Draws& further) {
        Over<View> over{view, weights_.list()};
        others_.clear();
        for (std::uint32_t i = 0; i < draws.size(); ++i)
            if (view.left(i)) others_.push_back(i);
        return least_of(over, static_cast<std::uint32_t>(others_.size()), Ties::random, further, tied_, [this](std::uint32_t k) { return others_[k]; });
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

    KnownWeights weights_;
    std::vector<std::uint32_t> others_, tied_;
};

}  // namespace p2c
