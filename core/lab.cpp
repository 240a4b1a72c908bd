#include "lab.h"

#include <algorithm>
#include <cmath>  // isfinite only

#include "base/refuse.h"
#include "model/stages.h"
#include "result.h"

namespace p2c {

namespace {

/// Drives a simulation through its replications.
class ReplicatedRun final : public Run {
public:
    ReplicatedRun(Resolved resolved, Range range)
        : resolved_(std::move(resolved)),
          range_(range),
          simulation_(resolved_.experiment->create(resolved_.config)),
          tables_(simulation_->tables()) {
        tables_.from = range.from;
        simulation_->begin(range.from);
    }

    bool step(double budget) override {
        // NaN and anything below one ball are one ball.
        auto left = budget >= 1 ? static_cast<std::uint64_t>(std::min(budget, 1e18)) : std::uint64_t{1};
        if (simulation_->live()) {
            simulation_->live_dispatch(left);
            return true;
        }
        while (left > 0 && next() < range_.to) left -= advance(left);
        return next() < range_.to;
    }

    bool advance_to(double time) override { return std::isfinite(time) && simulation_->live_to(time); }

    double progress() const override {
        const double all = range_.to - range_.from;
        const double part = next() < range_.to ? 1 - simulation_->left() / simulation_->work() : 0;
        return (static_cast<double>(tables_.rows.size()) + part) / all;
    }

    std::vector<double> snapshot(const std::string& name) const override { return simulation_->snapshot(name); }

    void set(const std::string& name, double value) override {
        simulation_->live_set(name, value);
        resolved_.config[name] = value;
    }

    std::string result() const override {
        if (!simulation_->live()) return result_text(resolved_, tables_);
        Json out = {{"schema", 1}, {"version", version()}, {"live", true}, {"config", resolved_.config}};
        const Json report = simulation_->live_report();
        for (const auto& [key, value] : report.items()) out[key] = value;
        return out.dump();
    }

    std::string part() const override { return part_text(resolved_, tables_); }

private:
    std::uint32_t next() const { return range_.from + static_cast<std::uint32_t>(tables_.rows.size()); }

    /// One chunk: short enough that the hot function is entered anew many times a second. A simulation that works in
    /// batches may do more than it was asked.
    std::uint64_t advance(std::uint64_t most) {
        constexpr std::uint64_t chunk = 32768;
        const auto here = static_cast<std::uint64_t>(simulation_->left());
        const std::uint64_t count = std::min({most, chunk, here});
        simulation_->advance(count);
        const std::uint64_t done = here - static_cast<std::uint64_t>(simulation_->left());
        if (simulation_->left() == 0) {
            simulation_->finish(tables_);
            if (next() < range_.to) simulation_->begin(next());
        }
        return std::min(most, std::max(count, done));
    }

    Resolved resolved_;
    Range range_;
    std::unique_ptr<Simulation> simulation_;
    Tables tables_;
};

/// Goes through the stages of a run whose length is found by running it.
class StagedRun final : public Run {
public:
    explicit StagedRun(std::string text) : text_(std::move(text)) { begin(next_stage(text_, "")); }

    bool step(double budget) override {
        if (inner_->step(budget)) return true;
        const Stage next = next_stage(text_, inner_->result());
        result_ = next.result;
        if (!next.config.empty()) begin(next);
        return !next.config.empty();
    }
    bool advance_to(double time) override { return inner_->advance_to(time); }
    double progress() const override {
        shown_ = result_.empty() ? std::max(shown_, stage_.from + (stage_.to - stage_.from) * inner_->progress() * nearly) : 1;
        return shown_;
    }
    std::vector<double> snapshot(const std::string& name) const override { return inner_->snapshot(name); }
    void set(const std::string& name, double value) override { inner_->set(name, value); }
    std::string result() const override { return result_.empty() ? inner_->result() : result_; }
    std::string part() const override { return result(); }  // there are no others

private:
    static constexpr double nearly = 0.999;  // 1 is for the end, and a stage thought to be the last may not be

    void begin(const Stage& stage) {
        stage_ = stage;
        inner_ = create_run(stage.config);
    }

    std::string text_, result_;
    Stage stage_;
    std::unique_ptr<Run> inner_;
    mutable double shown_ = 0;
};

Range checked(Range range, std::uint32_t replications) {
    if (range.to == 0) range.to = replications;
    if (range.from < range.to && range.to <= replications) return range;
    refuse("replications", {"replications from ", range.from, " to ", range.to, " cannot be run: the first must be below the second, and the second at most ", replications, ", which is what the configuration asks for."});
}

}  // namespace

std::string version() { return P2C_VERSION; }

void check(const std::string& text) { resolve_config(text); }

std::unique_ptr<Run> create_run(const std::string& text, Range range) {
    Resolved resolved = resolve_config(text);
    const auto replications = resolved.config.at("replications").get<std::uint32_t>();
    range = checked(range, replications);
    if (is_automatic(resolved.config)) {
        if (range.from > 0 || range.to < replications)
            refuse("requests", {"requests must be a number where only some replications are run, because \"auto\" "
        "goes by the spread between all of them; it is \"auto\"."});
        return std::make_unique<StagedRun>(text);
    }
    return std::make_unique<ReplicatedRun>(std::move(resolved), range);
}

namespace {

Json parse_result(const std::string& text) {
    constexpr std::size_t most = std::size_t{1} << 30;  // the rows of a million replications and more
    Json result = parse_json(text, "A result to merge", most);
    if (!result.is_object() || !result.contains("config") || !result.contains("shard"))
        refuse("shard", {"shard is missing: merge takes results that cover only some of their replications, "
        "as p2c run --replications-from a --replications-to b writes them."});
    if (!result.contains("version") || result.at("version") != version())
        refuse("version", {"version must be ", version(), " in every result that is merged."});
    return result;
}

}  // namespace

std::string merge(const std::vector<std::string>& results) {
    if (results.empty()) refuse("shard", {"shard is missing: there is no result to merge."});
    std::vector<Json> parsed;
    for (const std::string& text : results) parsed.push_back(parse_result(text));
    const Resolved run = resolve_config(parsed[0].at("config"));
    const auto simulation = run.experiment->create(run.config);
    std::vector<Tables> shards;
    for (const Json& result : parsed) {
        if (result.at("config") != run.config)
            refuse("config", {"config differs between the results; only shards of one configuration can be merged."});
        shards.push_back(read_shard(result, *simulation));
    }
    std::sort(shards.begin(), shards.end(), [](const Tables& a, const Tables& b) { return a.from < b.from; });
    Tables all = simulation->tables();
    all.from = shards[0].from;
    for (const Tables& shard : shards) {
        const auto next = all.from + static_cast<std::uint32_t>(all.rows.size());
        if (shard.from != next)
            refuse("replications", {"replications must follow one another without gap or overlap; after ", next, " of them comes a result that starts at ", shard.from, "."});
        append(all, shard);
    }
    return result_text(run, all);
}

}  // namespace p2c
