#include "profile.h"

#include <algorithm>

#include "account.h"
#include "base/refuse.h"
#include "base/samplers.h"
#include "base/sampling.h"
#include "market.h"
#include "model/policies.h"
#include "transient.h"

namespace p2c::fleet {

namespace {

constexpr double longest_period = 50;  // the work of a phase grows as the cube of its length

/// Where a snapshot or the loads can be asked for: by load, since replicas are not told apart.
std::vector<double> by_load(const std::vector<double>& counts) {
    std::vector<double> out{0};
    out.insert(out.end(), counts.begin(), counts.end());
    return out;
}

/// There are no single replicas here to show.
[[noreturn]] void refuse_snapshot(const std::string& name, std::uint64_t replicas) {
    for (const char* single : {"load", "inService", "looks", "clock", "counts"})
        if (name == single)
            refuse("replicas", {"replicas must be at most ", worth_counting, ", and engine not \"profile\", where they are shown one by one; it is ", replicas, "."});
    unknown_snapshot(name, {"profile"});
}

class ProfileRun : public Simulation {
public:
    explicit ProfileRun(const Json& config)
        : settings_(config), looks_(looks_of(config.at("policy"))), blind_(config.at("policy").at("id") == "random"), random_(0, 0) {}
    Tables tables() const override { return profile_tables(); }
    double work() const override { return static_cast<double>(settings_.requests); }
    bool live_to(double) override {
        refuse("engine", {"engine \"profile\" cannot run live: it does not tell replicas apart; a fleet of at most ", worth_counting, " replicas can be watched."});
    }

protected:
    void restart(std::uint32_t replication) {
        random_ = Generator(settings_.seed, replication, Purpose::profile);
        account_.begin();
    }
    std::uint64_t middle() const { return settings_.warm + settings_.kept() / 2; }

    Settings settings_;
    occupancy::Looks looks_;
    bool blind_;
    Generator random_;
    Account account_;
};

/// Fresh information: event by event, many at a time.
class FreshRun final : public ProfileRun {
public:
    explicit FreshRun(const Json& config)
        : ProfileRun(config), market_(static_cast<Count>(settings_.replicas), looks_, settings_.load) {}

    void begin(std::uint32_t replication) override {
        restart(replication);
        market_.start();
        clock_ = Stream(settings_.seed, replication, Purpose::profile).inside(4);
        index_ = 0;
        events_ = reads_ = 0;
    }
    double left() const override { return static_cast<double>(settings_.requests - index_); }

    /// Batches end where the next of these requests has come, whatever the budget.
    void advance(std::uint64_t count) override {
        const std::uint64_t until = index_ + std::min(count, settings_.requests - index_);
        while (index_ < until) {
            const std::uint64_t stops[] = {settings_.warm, settings_.warm + 1, middle(), settings_.requests};
            const std::uint64_t stop = *std::upper_bound(std::begin(stops), std::end(stops), index_);
            while (index_ < until && index_ < stop) batch(static_cast<Count>(stop - index_));
        }
    }

    void finish(Tables& tables) override {
        const double rate = (1 + settings_.load) * static_cast<double>(settings_.replicas);
        const double time = events_ > 0 ? gamma(clock_, 0, events_) / rate : 0;
        account_.finish(settings_, time, blind_ ? 0 : reads_ / static_cast<double>(settings_.kept()), tables);
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "profile") {
            std::vector<double> out{static_cast<double>(market_.levels().first())};
            for (const Count c : market_.levels().counts()) out.push_back(static_cast<double>(c));
            return out;
        }
        refuse_snapshot(name, settings_.replicas);
    }

private:
    void batch(Count most) {
        const bool kept = index_ >= settings_.warm;
        const bool timed = index_ > settings_.warm;  // time begins with the first kept arrival
        if (timed) before_ = market_.levels();
        std::vector<double>& joined = kept ? account_.joined(index_ >= middle()) : warming_;
        const Market::Batch b = market_.draw(random_, most, joined);
        index_ += static_cast<std::uint64_t>(b.arrivals);
        if (kept) reads_ += static_cast<double>(b.full * looks_.d + (b.arrivals - b.full));
        if (!timed) return;
        const auto events = static_cast<double>(b.events);
        events_ += events;
        account_.spend(before_, events / 2);
        account_.spend(market_.levels(), events / 2);
    }

    Market market_;
    occupancy::Levels before_;
    Stream clock_;
    std::uint64_t index_ = 0;
    double events_ = 0;
    double reads_ = 0;
    std::vector<double> warming_;
};

/// Snapshots by the clock. Between two of them replicas are independent queues, so that only the loads at the next one are
/// drawn; waits and averages are expectations given the snapshots. The run is as long as the requests take on average.
class SnapshotRun final : public ProfileRun {
public:
    explicit SnapshotRun(const Json& config) : ProfileRun(config), rate_(settings_.rate(settings_.load)) {}

    void begin(std::uint32_t replication) override {
        restart(replication);
        counts_.assign(1, static_cast<double>(settings_.replicas));
        phase_ = 0;
    }
    double left() const override { return std::max(0.0, work() - done()); }
    void advance(std::uint64_t count) override {
        const double until = done() + static_cast<double>(count);
        while (left() > 0 && done() < until) phase();
    }
    void finish(Tables& tables) override {
        const double time = static_cast<double>(settings_.kept()) / rate_;
        const double reads = looks_.beta * looks_.d + (1 - looks_.beta);
        account_.finish(settings_, time * (1 - 1 / static_cast<double>(settings_.kept())), blind_ ? 0 : reads, tables);
    }
    std::vector<double> snapshot(const std::string& name) override {
        if (name == "profile") return by_load(counts_);
        refuse_snapshot(name, settings_.replicas);
    }

private:
    double done() const { return phase_ * settings_.information.period * rate_; }

    /// Parts of the phase that are kept, as [from, to) of its length; those of the second half are marked.
    struct Part {
        double from, to;
        bool second;
    };
    std::vector<Part> parts() const {
        const double start = phase_ * settings_.information.period;
        const double cuts[] = {static_cast<double>(settings_.warm) / rate_, static_cast<double>(middle()) / rate_,
                               static_cast<double>(settings_.requests) / rate_};
        std::vector<Part> out;
        for (int i = 0; i < 2; ++i) {
            const double from = std::max(0.0, cuts[i] - start);
            const double to = std::min(settings_.information.period, cuts[i + 1] - start);
            if (from < to) out.push_back({from, to, i == 1});
        }
        return out;
    }

    void phase() {
        const std::vector<double> rates = rates_by_load(looks_, counts_, settings_.load);
        const std::vector<Part> kept = parts();
        std::vector<double> next;
        for (std::size_t load = 0; load < counts_.size(); ++load) {
            if (counts_[load] == 0) continue;
            const Transient whole = transient(load, rates[load], settings_.information.period);
            for (const Part& part : kept) {
                if (part.to == settings_.information.period) {
                    credit(whole, counts_[load], rates[load], part.second, 1);
                } else {
                    credit(transient(load, rates[load], part.to), counts_[load], rates[load], part.second, 1);
                }
                if (part.from > 0) credit(transient(load, rates[load], part.from), counts_[load], rates[load], part.second, -1);
            }
            scatter(whole, counts_[load], next);
        }
        while (next.size() > 1 && next.back() == 0) next.pop_back();
        counts_ = next;
        ++phase_;
    }

    /// Arrivals see what the time average is (Poisson).
    void credit(const Transient& t, double replicas, double rate, bool second, double sign) {
        std::vector<double>& joined = account_.joined(second);
        if (joined.size() < t.first + t.spent.size()) joined.resize(t.first + t.spent.size(), 0);
        for (std::size_t k = 0; k < t.spent.size(); ++k) joined[t.first + k] += sign * replicas * rate * t.spent[k];
        account_.spend(t.first, t.spent, sign * replicas);
    }

    /// The loads of so many replicas at the next snapshot: multinomial.
    void scatter(const Transient& t, double replicas, std::vector<double>& next) {
        if (next.size() < t.first + t.after.size()) next.resize(t.first + t.after.size(), 0);
        std::vector<double> beyond(t.after.size() + 1, 0);
        for (std::size_t k = t.after.size(); k-- > 0;) beyond[k] = beyond[k + 1] + t.after[k];
        auto left = static_cast<Count>(replicas);
        for (std::size_t k = 0; k < t.after.size() && left > 0; ++k) {
            if (!(beyond[k] > 0)) break;
            const double here = t.after[k] / beyond[k];
            const Count x = beyond[k + 1] <= 0 ? left : here <= 0.5 ? binomial(random_, left, here) : left - binomial(random_, left, beyond[k + 1] / beyond[k]);
            next[t.first + k] += static_cast<double>(x);
            left -= x;
        }
    }

    double rate_;
    std::vector<double> counts_;
    double phase_ = 0;
};

}  // namespace

occupancy::Looks looks_of(const Json& policy) {
    occupancy::Looks looks{1, false, 1};
    if (policy.at("id") == "choices") looks.d = policy.at("d").get<int>();
    if (policy.at("id") == "one-plus-beta") looks = {2, false, policy.at("beta").get<double>()};
    if (looks.d > 1) looks.distinct = !policy.at("replacement").get<bool>();
    return looks;
}

std::string why_not_profile(const Json& config) {
    const Json& policy = config.at("policy").at("id");
    const Json& information = config.at("information");
    const Json& freshness = information.at("freshness");
    const bool random = policy == "random";
    if (!random && policy != "choices" && policy != "one-plus-beta")
        return "it knows random dispatch, d choices and (1 + β), and policy.id is " + quote(policy);
    if (config.at("arrivals").at("id") != "poisson") return "it needs Poisson arrivals, and arrivals.id is " + quote(config.at("arrivals").at("id"));
    if (config.at("service").at("id") != "exponential") return "it needs exponential service, and service.id is " + quote(config.at("service").at("id"));
    if (config.at("workers") != 1) return "it needs one worker each, and workers is " + config.at("workers").dump();
    if (config.at("machines").at("id") != "equal") return "it needs equal replicas, and machines.id is " + quote(config.at("machines").at("id"));
    if (config.at("queues").at("id") != "unbounded" || config.at("deadline").at("id") != "none") return "it drops nothing, and queues or deadline do";
    if (config.at("changes").at("id") != "none") return "no replica may join or leave, and changes.id is " + quote(config.at("changes").at("id"));
    if (Settings(config).resilient()) return "it sends every request once to replicas that work alike, and hedge, retry, patience, faults, fanout, ejection, penalty, slowStart or cache says otherwise";
    if (config.at("series") != 0) return "it does not follow a run in stretches, and series is " + config.at("series").dump();
    if (config.at("percentile") != "nearest") return "it has no ranks, and percentile is " + quote(config.at("percentile"));
    if (offered_load(config) >= 1) return "it needs a load below 100 %";
    if (information.at("scope").at("id") != "shared" || information.at("subset").at("id") != "all")
        return "it needs one view of all replicas, and information.scope or information.subset says otherwise";
    if (random) return {};
    if (information.at("signal") != "in-flight") return "it compares what is in flight, and information.signal is " + quote(information.at("signal"));
    if (information.at("jitter") != 0) return "it reads loads as they are, and information.jitter is not 0";
    if (freshness.at("id") == "fresh") return {};
    if (freshness.at("id") != "periodic" || freshness.at("taken") != "by-the-clock")
        return "it knows fresh loads and snapshots by the clock, and information.freshness is something else";
    if (freshness.at("every") == 0) return {};
    if (freshness.at("every").get<double>() > longest_period * config.at("service").at("mean").get<double>())
        return "it takes snapshots at least every 50 mean service times, and information.freshness.every is longer";
    if (information.at("ownSends") == true) return "it does not add what was sent since, and information.ownSends is true";
    if (config.at("policy").at("ties") == "first-index") return "replicas of one old load must be alike to it, and policy.ties is \"first-index\"";
    return {};
}

bool uses_profile(const Json& config) {
    if (config.at("engine") == "profile") return true;
    return config.at("engine") == "auto" && config.at("replicas").get<double>() > worth_counting && why_not_profile(config).empty();
}

std::unique_ptr<Simulation> make_profile(const Json& config) {
    const Settings s(config);
    if (s.information.age == Age::periodic && config.at("policy").at("id") != "random") return std::make_unique<SnapshotRun>(config);
    return std::make_unique<FreshRun>(config);
}

}  // namespace p2c::fleet
