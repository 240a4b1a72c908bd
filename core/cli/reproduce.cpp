#include "reproduce.h"

#include "../lab.h"
#include "commands.h"
#include "console.h"
#include "failure.h"
#include "files.h"
#include "interrupt.h"
#include "parallel.h"
#include "progress.h"

namespace p2c::cli {
namespace {

struct NamedRun {
    std::string name;
    std::string config;
};

Json question(const Options& options, const Json& file) {
    Json out = {{"claims", file}};
    if (options.only.empty()) return out;
    out["only"] = Json::array();
    for (const std::string& id : options.only) out["only"].push_back(id);
    return out;
}

/// The runs that the claims need, each once, in the order of the file, all checked before the first is run.
std::vector<NamedRun> runs_of(const Json& file, const Json& needs) {
    std::vector<NamedRun> out;
    for (const auto& [name, config] : file.at("runs").items()) {
        bool needed = false;
        for (const Json& claim : needs.at("claims"))
            for (const Json& one : claim.at("runs")) needed = needed || one == name;
        if (!needed) continue;
        try {
            p2c::check(config.dump());
        } catch (const ConfigError& error) {
            throw UsageError("the run " + name + " cannot be run: " + error.message);
        }
        out.push_back({name, config.dump()});
    }
    return out;
}

/// Results by the name of the run; fewer than asked for after an interrupt.
std::map<std::string, Json> run_all(const Options& options, const std::vector<NamedRun>& runs) {
    std::map<std::string, Json> results;
    ProgressBar bar(shows_progress(options), static_cast<std::uint32_t>(runs.size()));
    const std::string of = " of " + std::to_string(runs.size()) + " runs";
    for (const NamedRun& run : runs) {
        const auto done = static_cast<double>(results.size());
        const auto report = [&](double share, std::uint32_t) {
            bar.draw((done + share) / static_cast<double>(runs.size()), std::to_string(results.size()) + of);
        };
        const Range range{0, replications_of(run.config)};
        const Outcome outcome = run_parallel({run.config, range, threads_for(options), report});
        if (outcome.finished < range.to) break;
        results.emplace(run.name, Json::parse(outcome.result));
    }
    return results;
}

const Json& claim_of(const Json& file, const Json& id) {
    for (const Json& claim : file.at("claims"))
        if (claim.at("id") == id) return claim;
    return file;
}

/// Says which verdicts are not the recorded ones; how many.
std::size_t say_changes(const Json& file, const Json& record) {
    std::size_t changed = 0;
    for (const Json& claim : record.at("claims")) {
        const std::string recorded = claim_of(file, claim.at("id")).value("verdict", std::string("none"));
        const std::string found = claim.at("verdict").get<std::string>();
        if (found == recorded) continue;
        ++changed;
        say("the verdict on " + claim.at("id").get<std::string>() + " was " + recorded + " and is now " + found + ".");
    }
    return changed;
}

Json read_claims(const Options& options) {
    const std::string text = options.words.empty() ? std::string(claims_text()) : read_text(one_file(options));
    Json file = parse_guarded(text);
    if (!file.is_object() || !file.contains("claims") || !file.contains("runs") || !file.at("runs").is_object())
        throw UsageError("p2c reproduce needs a file of claims: a JSON object with errorRate, runs and claims.");
    return file;
}

}  // namespace

int reproduce(const Options& options) {
    const Json file = read_claims(options);
    Json asked = question(options, file);
    const std::vector<NamedRun> runs = runs_of(file, Json::parse(p2c::judge(asked.dump())));
    check_writable(options.output);
    check_writable(options.markdown);
    catch_interrupts();
    stop_gently();
    const std::map<std::string, Json> results = run_all(options, runs);
    if (results.size() < runs.size()) {
        say("stopped after " + std::to_string(results.size()) + " of " + std::to_string(runs.size()) +
            " runs, so there are no verdicts.");
        return kExitInterrupted;
    }
    asked["results"] = Json::object();
    for (const auto& [name, result] : results) asked["results"][name] = result;
    const Json record = record_of(Json::parse(p2c::judge(asked.dump())), results);
    print(options, readable(record));
    if (!options.markdown.empty() && !write_text(options.markdown, markdown_of(file, record))) throw ClosedPipe{};
    if (!options.output.empty()) say(counts_line(record) + ".");
    return say_changes(file, record) > 0 ? kExitFailed : kExitOk;
}

}  // namespace p2c::cli
