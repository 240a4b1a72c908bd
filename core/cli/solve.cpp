#include "solve.h"

#include <algorithm>
#include <cmath>

#include "../lab.h"
#include "commands.h"
#include "console.h"
#include "estimate.h"
#include "failure.h"
#include "files.h"
#include "interrupt.h"
#include "parallel.h"
#include "progress.h"

namespace p2c::cli {
namespace {

constexpr char kExample[] = "p2c solve fleet.json --vary load --metric latency.p99 --below 10";

void check_words(const Options& options) {
    one_file(options);
    if (options.vary.empty() || options.metrics.empty() || !options.below)
        throw UsageError("p2c solve needs --vary, --metric and --below, as in " + std::string(kExample) + ".");
    if (options.metrics.size() > 1) throw UsageError("--metric can be given only once: p2c solve looks at one metric.");
}

/// About how many points a search takes: halvings to the answer, and half as many again to the ends of its interval.
double points_expected(const Axis& axis) {
    const double finest = axis.whole ? 1 : axis.grain(axis.to, axis.to);
    return 2 + 1.5 * std::log2(std::max(2.0, (axis.to - axis.from) / std::max(finest, 1e-300)));
}

/// Runs points, and draws how far the search has come.
class Reader {
public:
    Reader(const Options& options, const Line& line)
        : options_(options),
          line_(line),
          replications_(line.resolved().at("replications").get<std::uint32_t>()),
          expected_(points_expected(line.axis())),
          bar_(shows_progress(options), replications_) {}

    std::optional<Reading> read(double x) {
        const std::string config = line_.config_at(x), at = line_.axis().path + " " + shortest(x);
        const Range range{0, replications_of(config)};
        const auto report = [&](double share, std::uint32_t finished) {
            bar_.draw(std::min(0.99, (done_ + share) / expected_),
                      at + ", " + std::to_string(finished) + " of " + std::to_string(range.to) + " replications");
        };
        const Outcome outcome = run_parallel({config, range, threads_for(options_), report});
        if (outcome.finished < range.to) return std::nullopt;
        ++done_;
        const Json result = Json::parse(outcome.result);
        return reading_of(result, x);
    }

private:
    Reading reading_of(const Json& result, double x) const {
        const std::string& name = options_.metrics.front();
        const Json* metric = find_path(result.at("metrics"), name);
        if (!metric || !metric->is_object() || !metric->contains("value"))
            throw UsageError("--metric " + name +
                             " is not a single number with an interval in a result of this "
                             "configuration, and p2c solve needs one.");
        const auto member = [&](const char* key) {
            return metric->contains(key) ? number_of(metric->at(key)) : std::nullopt;
        };
        Reading out{member("value"), member("low"),
                    member("high"),  point_json(line_.settings_at(x)),
                    *metric,         result.value("warnings", Json::array())};
        if (!metric->contains("low")) out.low = out.high = out.value;  // there is no randomness in it
        return out;
    }

    const Options& options_;
    const Line& line_;
    std::uint32_t replications_;
    double expected_, done_ = 0;
    ProgressBar bar_;
};

}  // namespace

int solve(const Options& options) {
    check_words(options);
    catch_interrupts();
    const Line line(options);
    check_metrics(options, line.resolved().at("experiment"));
    check_writable(options.output);
    stop_gently();
    bool finished = false;
    std::optional<Search> search;
    {
        Reader reader(options, line);
        search.emplace(line.axis(), *options.below, [&](double x) { return reader.read(x); });
        finished = search->run();
    }
    if (search->points().empty()) {
        say("stopped before the first point was finished, so there is no result.");
        return kExitInterrupted;
    }
    const Json solution = solution_json(options, line, *search, !finished);
    print(options, options.table ? solution_table(solution) : readable(solution));
    if (finished) return kExitOk;
    say("stopped after " + std::to_string(search->points().size()) + " points, before the answer was known.");
    return kExitInterrupted;
}

}  // namespace p2c::cli
