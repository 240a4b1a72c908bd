#include "general.h"

#include <cmath>  // floor only

#include "model/any_policy.h"
#include "model/policies.h"
#include "model/policies/edge_choices.h"

namespace p2c::bins {

Loads::Loads(const Json& config, const Settings& settings)
    : freshness_(config.at("information").at("freshness")),
      capacities_(config.at("capacities"), settings.bins),
      load_(settings.bins),
      old_(freshness_.kind == Freshness::Kind::fresh ? 0 : settings.bins),
      seen_(freshness_.kind == Freshness::Kind::fresh ? load_.data() : old_.data()) {
    if (freshness_.kind == Freshness::Kind::batched)
        most_pending_ = std::min<std::uint64_t>(freshness_.balls, settings.bins);
    pending_.reserve(freshness_.kind == Freshness::Kind::delayed ? std::min(freshness_.balls, settings.balls) : most_pending_);
}

void Loads::clear() {
    std::fill(load_.begin(), load_.end(), 0.0);
    std::fill(old_.begin(), old_.end(), 0.0);
    pending_.clear();
    since_ = 0;
    total_ = 0;
}

/// The end of a batch. A long one is cheaper copied than followed.
void Loads::show() {
    if (since_ > most_pending_) {
        std::copy(load_.begin(), load_.end(), old_.begin());
    } else {
        for (const Ball& ball : pending_) old_[ball.bin] = load_[ball.bin];
    }
    pending_.clear();
    since_ = 0;
}

GeneralBase::GeneralBase(const Json& config, const Settings& settings)
    : DirectBase(settings),
      loads_(config, settings),
      noise_(config.at("information").at("noise")),
      weights_(config.at("weights")) {}

void GeneralBase::clear(std::uint32_t replication) {
    loads_.clear();
    noise_.begin(settings_.seed, replication);
    weights_.begin(settings_.seed, replication);
}

DirectBase::Extremes GeneralBase::extremes() const {
    Extremes found{loads_.relative(0), loads_.relative(0)};
    for (std::uint32_t i = 1; i < loads_.size(); ++i) {
        found.low = std::min(found.low, loads_.relative(i));
        found.high = std::max(found.high, loads_.relative(i));
    }
    return found;
}

std::vector<double> GeneralBase::loads() const {
    std::vector<double> out(loads_.size());
    for (std::uint32_t i = 0; i < loads_.size(); ++i) out[i] = loads_.relative(i);
    return out;
}

void GeneralBase::count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const {
    for (std::uint32_t i = 0; i < loads_.size(); ++i)
        ++out[static_cast<std::size_t>(static_cast<std::int64_t>(std::floor(loads_.relative(i))) - first)];
}

double general_bytes(const Json& config) {
    const auto n = config.at("bins").get<double>();
    const Freshness freshness(config.at("information").at("freshness"));
    const auto shown = static_cast<double>(freshness.balls);
    const double balls = n * config.at("ballsPerBin").get<double>();
    double bytes = n * sizeof(double) + capacity_bytes(config.at("capacities"), n) + graph_bytes(config.at("graph"), n);
    if (freshness.kind != Freshness::Kind::fresh) bytes += n * sizeof(double);
    if (freshness.kind == Freshness::Kind::batched) bytes += std::min(shown, n) * 16;
    if (freshness.kind == Freshness::Kind::delayed) bytes += std::min(shown, balls) * 16;
    return bytes;
}

namespace {

using AnyGraphPolicy = AnyPolicy<FastChoices, Policies, std::tuple<EdgeChoices>>;

class General final : public GeneralBase {
public:
    General(const Json& config, const Settings& settings, AnyGraphPolicy policy)
        : GeneralBase(config, settings), policy_(std::move(policy)) {}

protected:
    void clear(std::uint32_t replication) override {
        GeneralBase::clear(replication);
        policy_.begin(settings_.seed, replication);
    }

    void run(std::uint64_t count) override {
        GeneralView view(loads_, noise_);
        Draws draws = draws_;
        for (; count > 0; --count) {
            last_ = policy_.choose(view, draws);
            loads_.place(last_, weights_.weight(draws.index()));
            policy_.placed(view);
            draws.next();
        }
        draws_ = draws;
        noise_ = view.noise();
        reads_ += view.reads;
    }

    std::vector<std::uint32_t> last_looks() override { return looks_of(policy_, draws_, thrown_ - 1); }

private:
    AnyGraphPolicy policy_;
};

}  // namespace

namespace {

/// Out of line, for it is the same whatever the policy is.
[[gnu::noinline]] std::unique_ptr<Simulation> make(const Json& config, const Settings& settings, AnyGraphPolicy policy) {
    return std::make_unique<General>(config, settings, std::move(policy));
}

}  // namespace

std::unique_ptr<Simulation> make_general(const Json& config) {
    const Settings settings(config);
    const Json& policy = config.at("policy");
    if (config.at("graph").at("id") != "complete")
        return make(config, settings, AnyGraphPolicy(EdgeChoices(config.at("graph"), settings.bins, ties_from(policy))));
    return with_policy(policy, [&](auto& chosen) { return make(config, settings, AnyGraphPolicy(std::move(chosen))); });
}

}  // namespace p2c::bins
