#include "commands.h"

#include <cstdio>

#include "../lab.h"
#include "compare.h"
#include "console.h"
#include "failure.h"
#include "files.h"
#include "help.h"
#include "interrupt.h"
#include "json.h"
#include "parallel.h"
#include "progress.h"
#include "reproduce.h"
#include "settings.h"
#include "solve.h"
#include "sweep.h"
#include "table.h"

namespace p2c::cli {
namespace {

void print_result(const Options& options, const std::string& result) {
    const Json parsed = Json::parse(result);
    if (options.unit && !options.table)
        say("--unit scales tables only; the times of this JSON are as the core counts them.");
    print(options, options.table ? table_of(parsed, options.unit.value_or(TimeUnit{})) : readable(parsed));
}

Range range_for(const Options& options, std::uint32_t replications) {
    const Range range{options.from.value_or(0), options.to.value_or(replications)};
    const std::string count = "this run has " + std::to_string(replications) + " replications";
    if (range.to > replications)
        throw UsageError("--replications-to must be at most " + std::to_string(replications) + ": " + count + ".");
    if (range.from >= range.to)
        throw UsageError("--replications-from must be less than " + std::to_string(range.to) + ": " + count +
                         (options.to ? " and --replications-to is " + std::to_string(range.to) : "") + ".");
    return range;
}

int end_early(const Options& options, const Range& range, const Outcome& outcome) {
    if (outcome.result.empty()) {
        say(kStoppedEarly);
        return kExitInterrupted;
    }
    print_result(options, outcome.result);
    if (outcome.staged) {
        say("stopped in a stage of " + Json::parse(outcome.result).at("config").at("requests").dump() + " requests a run, before the interval that was asked for.");
        return kExitInterrupted;
    }
    const std::string next = std::to_string(outcome.finished);
    say("stopped after " + std::to_string(outcome.finished - range.from) + " of " +
        std::to_string(range.to - range.from) + " replications; run the rest with --replications-from " + next +
        " and join the two with p2c merge.");
    return kExitInterrupted;
}

int run(const Options& options) {
    const std::string config = apply_settings(read_text(one_file(options)), options.settings);
    catch_interrupts();
    const std::uint32_t replications = replications_of(config);
    const Range range = range_for(options, replications);
    check_writable(options.output);
    stop_gently();
    Outcome outcome;
    {
        ProgressBar bar(shows_progress(options), range.to - range.from);
        outcome = run_parallel({config, range, threads_for(options),
                                [&bar](double share, std::uint32_t finished) { bar.draw(share, finished); }});
    }
    if (outcome.finished < range.to) return end_early(options, range, outcome);
    print_result(options, outcome.result);
    return kExitOk;
}

int merge_results(const Options& options) {
    if (options.words.empty()) throw UsageError("p2c merge must be followed by the files of the results to merge.");
    std::vector<std::string> results;
    for (const std::string& name : options.words) results.push_back(read_text(name));
    print_result(options, p2c::merge(results));
    return kExitOk;
}

void refuse_words(const Options& options) {
    if (!options.words.empty())
        throw UsageError("p2c " + options.command + " takes no \"" + options.words.front() + "\".");
}

int print_catalogue(const Options& options) {
    refuse_words(options);
    print(options, readable(p2c::catalogue()));
    return kExitOk;
}

int print_schema(const Options& options) {
    refuse_words(options);
    print(options, readable(p2c::schema()));
    return kExitOk;
}

int print_version(const Options& options) {
    refuse_words(options);
    print(options, p2c::version() + "\n");
    return kExitOk;
}

int print_help(const Options& options) {
    print(options, options.words.empty() ? help_text() : help_for(options.words));
    return kExitOk;
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> list = {
        {"run", "FILE|-", "run the configuration in FILE, or from standard input, and print its result", run,
         "p2c run fleet.json --set load=0.95 --set policy=least --table"},
        {"sweep", "FILE|-", "run the configuration once for each value of some of its parameters, a row for each",
         sweep, "p2c sweep bins.json --over policy.d=1,2,3 --over bins=100,10000 --metric gap --table"},
        {"compare", "FILE|-",
         "run up to 8 variants of the configuration under the same requests; every metric of each, and what it differs "
         "from the first by, replication by replication, with intervals of its own",
         compare, "p2c compare fleet.json --over policy=random,choices,least --table"},
        {"solve", "FILE|-",
         "find the largest load, the fewest replicas or the like that keeps a metric below a number, with the interval "
         "that the metric's own leaves it; the metric is taken to go one way as the parameter grows, and one without a "
         "value (no steady state, too few samples) is not below",
         solve, "p2c solve fleet.json --vary replicas --same-traffic --metric wait.p99 --below 6"},
        {"reproduce", "[FILE]",
         "measure every claim of the three articles again and give a verdict on each; FILE is another file of claims. "
         "Exit status 1 when a verdict is not the recorded one",
         reproduce, "p2c reproduce -o claims.json --markdown claims.md"},
        {"merge", "FILE…", "join results of parts of one run into the result of all of it", merge_results},
        {"catalogue", "", "print everything the lab can do, as JSON", print_catalogue},
        {"schema", "", "print the JSON Schema of a configuration", print_schema},
        {"version", "", "print the version", print_version},
        {"help", "[ID…]", "explain everything, or the experiments, policies and laws with these ids", print_help},
    };
    return list;
}

void say(const std::string& sentence) {
    std::fprintf(stderr, "p2c: %s\n", sentence.c_str());
}

}  // namespace p2c::cli
