#include "counters.h"

#include <cmath>  // sqrt only

#include "model/policies.h"

namespace p2c::bins {

unsigned counter_bytes(double bins, double balls_per_bin) {
    // A megabyte of full counters fits the caches as it is.
    if (bins * sizeof(std::uint32_t) <= 1048576) return 4;
    // One look at random is the most uneven plain policy. A bin's load is then near Poisson, and 12 standard deviations
    // and 40 balls above the mean are out of reach for 10^9 bins (probability below 10^-20).
    const double highest = balls_per_bin + 12 * std::sqrt(balls_per_bin) + 40;
    return highest < 255 ? 1 : highest < 65535 ? 2 : 4;
}

void CounterStore::clear() {
    bytes_ = first_;
    narrow_.assign(bytes_ == 1 ? bins_ : 0, 0);
    middle_.assign(bytes_ == 2 ? bins_ : 0, 0);
    wide_.assign(bytes_ == 4 ? bins_ : 0, 0);
}

void CounterStore::widen() {
    if (bytes_ == 1) {
        middle_.assign(narrow_.begin(), narrow_.end());
        std::vector<std::uint8_t>().swap(narrow_);
    } else {
        wide_.assign(middle_.begin(), middle_.end());
        std::vector<std::uint16_t>().swap(middle_);
    }
    bytes_ *= 2;
}

DirectBase::Extremes CountersBase::extremes() const {
    return store_.visit([](const auto& load) -> Extremes {
        const auto [low, high] = std::minmax_element(load.begin(), load.end());
        return {static_cast<double>(*low), static_cast<double>(*high)};
    });
}

std::vector<double> CountersBase::loads() const {
    return store_.visit([](const auto& load) { return std::vector<double>(load.begin(), load.end()); });
}

void CountersBase::count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const {
    store_.visit([&](const auto& load) {
        for (const auto x : load) ++out[static_cast<std::size_t>(x - first)];
    });
}

namespace {

/// The policies that are run most have loops of their own; all others share one.
template <class Policy>
constexpr bool has_own_loop = std::is_same_v<Policy, Random> || std::is_same_v<Policy, TwoChoices> ||
                              std::is_same_v<Policy, FewChoices<3>> || std::is_same_v<Policy, FewChoices<4>>;

/// Counters of whatever width, under any policy.
class AnyCounters final : public CountersBase {
public:
    AnyCounters(const Settings& settings, unsigned bytes, BinPolicy policy) : CountersBase(settings, bytes), policy_(std::move(policy)) {}

protected:
    void clear(std::uint32_t) override {
        store_.clear();
        policy_.forget();
    }
    void run(std::uint64_t count) override {
        AnyView view(store_);
        Draws draws = draws_;
        for (; count > 0; --count) {
            last_ = policy_.choose(view, draws);
            const bool full = view.add(last_);
            policy_.placed(view);
            draws.next();
            if (full) {
                store_.widen();
                view.follow(store_);
            }
        }
        draws_ = draws;
        reads_ += view.reads;
    }
    std::vector<std::uint32_t> last_looks() override { return looks_of(policy_, draws_, thrown_ - 1); }

private:
    /// What a policy sees: the number of balls in a bin.
    class AnyView {
    public:
        explicit AnyView(CounterStore& store) { follow(store); }
        void follow(CounterStore& store) {
            bytes_ = store.bytes();
            narrow_ = store.counters<std::uint8_t>().data();
            middle_ = store.counters<std::uint16_t>().data();
            wide_ = store.counters<std::uint32_t>().data();
        }
        std::uint32_t load(std::uint32_t i) {
            ++reads;
            return peek(i);
        }
        std::uint32_t peek(std::uint32_t i) const { return bytes_ == 4 ? wide_[i] : bytes_ == 1 ? narrow_[i] : middle_[i]; }
        double average(const Draws& draws) const { return static_cast<double>(draws.index()) / draws.size(); }
        /// One more ball; whether the counter is at its end.
        bool add(std::uint32_t i) {
            if (bytes_ == 4) return ++wide_[i], false;
            return bytes_ == 1 ? ++narrow_[i] == std::numeric_limits<std::uint8_t>::max() : ++middle_[i] == std::numeric_limits<std::uint16_t>::max();
        }
        std::uint64_t reads = 0;

    private:
        unsigned bytes_ = 4;
        std::uint8_t* narrow_ = nullptr;
        std::uint16_t* middle_ = nullptr;
        std::uint32_t* wide_ = nullptr;
    };

    BinPolicy policy_;
};

[[gnu::noinline]] std::unique_ptr<Simulation> make_any_counters(const Settings& settings, unsigned bytes, BinPolicy policy) {
    return std::make_unique<AnyCounters>(settings, bytes, std::move(policy));
}

}  // namespace

std::unique_ptr<Simulation> make_counters(const Json& config) {
    const Settings settings(config);
    const unsigned bytes = counter_bytes(settings.bins, static_cast<double>(settings.balls) / settings.bins);
    return with_policy(config.at("policy"), [&]<class Policy>(Policy& policy) -> std::unique_ptr<Simulation> {
        if constexpr (has_own_loop<Policy>) return std::make_unique<Counters<Policy>>(settings, bytes, policy);
        else return make_any_counters(settings, bytes, BinPolicy(std::move(policy)));
    });
}

}  // namespace p2c::bins
