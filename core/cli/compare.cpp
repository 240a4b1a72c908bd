#include "compare.h"

#include <algorithm>

#include "../lab.h"
#include "catalogue_view.h"
#include "commands.h"
#include "console.h"
#include "failure.h"
#include "files.h"
#include "interrupt.h"
#include "observations.h"
#include "parallel.h"
#include "progress.h"
#include "variants.h"

namespace p2c::cli {
namespace {

/// A variant and what came of it.
struct Series {
    Variant variant;
    Observations observations;
    std::vector<std::string> parts;  ///< results of replications that follow one another
};

/// The metrics asked for, or all.
std::vector<std::string> metric_names(const Options& options, const std::string& experiment) {
    check_metrics(options, experiment);
    std::vector<std::string> names;
    const CatalogueView catalogue;
    for (const Json& metric : catalogue.experiment(experiment)->at("metrics")) names.push_back(text_of(metric, "name"));
    return options.metrics.empty() ? names : options.metrics;
}

class Comparison {
public:
    explicit Comparison(const Options& options) : options_(options) {
        std::vector<Variant> variants = variants_of(options);
        replications_ = variants.front().resolved.at("replications").get<std::uint32_t>();
        const auto names = metric_names(options, text_of(variants.front().resolved, "experiment"));
        for (Variant& variant : variants) {
            configs_.push_back(variant.config);
            series_.push_back({std::move(variant), Observations(names), {}});
        }
    }

    std::uint32_t replications() const { return replications_; }

    /// Runs everything, or until the user has had enough; the number of replications that every variant has finished.
    std::uint32_t run() {
        const unsigned threads = threads_for(options_);
        const auto most = std::max<std::uint32_t>(64, threads * 16);  // bounds the texts that are kept at a time
        const auto variants = static_cast<double>(series_.size());
        ProgressBar bar(shows_progress(options_), replications_);
        std::uint32_t done = 0;
        while (done < replications_) {
            const Range range{done, done + std::min(most, replications_ - done)};
            const auto report = [&](double share, std::uint32_t finished) {
                const double here = done + share * (range.to - range.from);
                bar.draw(here / replications_, done + static_cast<std::uint32_t>(finished / variants));
            };
            const auto results = run_apart(configs_, range, threads, report);
            keep(results);
            done += static_cast<std::uint32_t>(results.size());
            if (done < range.to) break;
        }
        return done;
    }

    Json json() const {
        Json variants = Json::array(), pairs = Json::array(), replications;
        for (const Series& series : series_) {
            Json result = Json::parse(joined(series.parts));
            replications = result.at("replications");
            Json entry = {{"name", series.variant.name}, {"settings", point_json(series.variant.settings)}};
            entry.update(shown(result));
            variants.push_back(entry);
            if (&series != &series_.front())
                pairs.push_back({{"variant", series.variant.name},
                                 {"minus", series_.front().variant.name},
                                 {"metrics", differences(series.observations, series_.front().observations)}});
        }
        return {{"schema", 1},
                {"version", version()},
                {"replications", replications},
                {"variants", variants},
                {"differences", pairs}};
    }

private:
    void keep(const std::vector<std::vector<std::string>>& results) {
        if (results.empty()) return;
        for (std::size_t i = 0; i < series_.size(); ++i) {
            std::vector<std::string> texts;
            for (const auto& row : results) {
                series_[i].observations.add(Json::parse(row[i]).at("metrics"));
                texts.push_back(row[i]);
            }
            series_[i].parts.push_back(joined(texts));
        }
    }

    /// The whole result, or the metrics that were asked for with theory and warnings beside them.
    Json shown(Json result) const {
        result.erase("shard");
        if (options_.metrics.empty() || options_.table) return {{"result", result}};
        Json chosen = Json::object(), theory = Json::object();
        for (const std::string& name : options_.metrics) {
            if (const Json* metric = find_path(result.at("metrics"), name)) chosen[name] = *metric;
            if (const Json* known = find_path(result, "theory." + name)) theory[name] = *known;
        }
        return {{"metrics", chosen}, {"theory", theory}, {"warnings", result.value("warnings", Json::array())}};
    }

    const Options& options_;
    std::vector<Series> series_;
    std::vector<std::string> configs_;
    std::uint32_t replications_ = 0;
};

}  // namespace

int compare(const Options& options) {
    catch_interrupts();
    Comparison comparison(options);
    check_writable(options.output);
    stop_gently();
    const std::uint32_t done = comparison.run();
    if (done == 0) {
        say(kStoppedEarly);
        return kExitInterrupted;
    }
    const Json json = comparison.json();
    print(options, options.table ? comparison_table(json, options) : readable(json));
    if (done == comparison.replications()) return kExitOk;
    say("stopped after " + std::to_string(done) + " of " + std::to_string(comparison.replications()) +
        " replications of every variant; they are compared.");
    return kExitInterrupted;
}

}  // namespace p2c::cli
