#include "options.h"

#include <charconv>
#include <cmath>
#include <sstream>

#include "failure.h"

namespace p2c::cli {
namespace {

template <typename Number>
std::optional<Number> number_in(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::uint32_t count_in(const std::string& option, const std::string& text, std::uint32_t low, std::uint32_t high) {
    const auto number = number_in<std::uint32_t>(text);
    if (number && *number >= low && *number <= high) return *number;
    throw UsageError(option + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                     ", not \"" + text + "\".");
}

void add_setting(Options& options, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set must be given as path=value (for example --set policy.d=2), not \"" + text + "\".");
    options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

void add_axis(Options& options, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw UsageError("--over must be given as path=values (for example --over policy.d=1,2,3), not \"" + text +
                         "\".");
    options.over.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

double number_for(const std::string& option, const std::string& text, const std::string& allowed) {
    const auto number = number_in<double>(text);
    if (number && std::isfinite(*number)) return *number;
    throw UsageError(option + " must be " + allowed + ", not \"" + text + "\".");
}

void set_below(Options& o, const std::string& text) {
    o.below = number_for("--below", text, "a number");
}

void set_tolerance(Options& o, const std::string& text) {
    const std::string allowed = "a number from 1e-9 to 0.5";
    o.tolerance = number_for("--tolerance", text, allowed);
    if (*o.tolerance < 1e-9 || *o.tolerance > 0.5)
        throw UsageError("--tolerance must be " + allowed + ", not \"" + text + "\".");
}

void set_vary(Options& options, const std::string& text) {
    if (!options.vary.empty()) throw UsageError("--vary can be given only once: p2c solve looks for one parameter.");
    if (text.empty() || text.front() == '=')
        throw UsageError("--vary must be given as path or path=from..to (for example --vary load=0.5..0.99), not \"" +
                         text + "\".");
    options.vary = text;
}

void set_unit(Options& options, const std::string& text) {
    const std::string_view ending = "ms";
    TimeUnit unit;
    if (text == "median") {
        unit.kind = TimeUnit::Kind::median;
    } else if (text != "mean") {
        const bool has_ending = text.size() > ending.size() && text.ends_with(ending);
        const auto length = number_in<double>(text.substr(0, text.size() - (has_ending ? ending.size() : 0)));
        if (!has_ending || !length || !std::isfinite(*length) || *length <= 0)
            throw UsageError("--unit must be mean, median or the length of a mean service time such as 10ms, not \"" +
                             text + "\".");
        unit = {TimeUnit::Kind::milliseconds, *length};
    }
    options.unit = unit;
}

void set_from(Options& o, const std::string& text) {
    o.from = count_in("--replications-from", text, 0, UINT32_MAX);
}
void set_to(Options& o, const std::string& text) {
    o.to = count_in("--replications-to", text, 1, UINT32_MAX);
}
void set_threads(Options& o, const std::string& text) {
    o.threads = count_in("--threads", text, 1, 1024);
}

void set_output(Options& options, const std::string& text) {
    if (text.empty()) throw UsageError("-o must be followed by the name of a file.");
    options.output = text == "-" ? "" : text;
}

void set_markdown(Options& options, const std::string& text) {
    if (text.empty() || text == "-") throw UsageError("--markdown must be followed by the name of a file.");
    options.markdown = text;
}

bool knows(const OptionSpec& spec, const std::string& command) {
    std::istringstream commands(spec.commands);
    for (std::string word; commands >> word;)
        if (word == command) return true;
    return false;
}

const OptionSpec& find_option(const std::string& name, const std::string& command) {
    for (const OptionSpec& spec : option_specs()) {
        if (spec.name != name) continue;
        if (knows(spec, command)) return spec;
        throw UsageError("the option " + name + " does not belong to p2c " + command + ".");
    }
    throw UsageError("unknown option " + name + "; p2c --help lists the options.");
}

struct Words {
    const std::vector<std::string>& all;
    std::size_t next = 0;
    bool left() const { return next < all.size(); }
    const std::string& take() { return all[next++]; }
};

void take_option(Options& options, const std::string& word, Words& words) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const OptionSpec& spec = find_option(word.substr(0, equals), options.command);
    if (!spec.value) {
        if (equals != std::string::npos) throw UsageError(std::string(spec.name) + " takes no value.");
        return spec.apply(options, "");
    }
    if (equals != std::string::npos) return spec.apply(options, word.substr(equals + 1));
    if (!words.left()) throw UsageError(std::string(spec.name) + " must be followed by " + spec.value + ".");
    spec.apply(options, words.take());
}

bool wants_help(const std::string& word) {
    return word == "--help" || word == "-h";
}

}  // namespace

const std::vector<OptionSpec>& option_specs() {
    static const std::vector<OptionSpec> specs = {
        {"--set", "PATH=VALUE", "run sweep compare solve",
         "change a parameter, such as policy.d=4 or policy=random, or service.values=@FILE for the numbers in a file; "
         "may be repeated",
         add_setting},
        {"--over", "PATH=VALUES", "sweep compare",
         "run for each of these values: a list such as policy.d=1,2,3, or a range such as bins=100..100000:log:7 or "
         "policy.beta=0..1:lin:11; may be repeated, for all combinations",
         add_axis},
        {"--variant", "PATH=VALUE,…", "compare",
         "one more variant of the configuration, such as policy=choices,policy.d=3; may be repeated",
         [](Options& o, const std::string& text) { o.variants.push_back(text); }},
        {"--metric", "NAME", "sweep compare solve",
         "show only this metric of every run, such as gap; may be repeated, but p2c solve needs the one it is to look "
         "at",
         [](Options& o, const std::string& name) { o.metrics.push_back(name); }},
        {"--vary", "PATH[=FROM..TO]", "solve",
         "the parameter to look for, a number, and where: load, or replicas=2..200; without a range, what a slider "
         "shows",
         set_vary},
        {"--below", "X", "solve", "the metric is to stay below this number, in the units of the configuration",
         set_below},
        {"--tolerance", "T", "solve",
         "how closely a parameter that is no whole number is looked for, relative to it and, for a load, to what is "
         "left up to 100 % (default 0.001)",
         set_tolerance},
        {"--same-traffic", nullptr, "solve",
         "let the load fall as the replicas or workers that are varied become more, so that the same requests arrive; "
         "without it the load of each stays the same",
         [](Options& o, const std::string&) { o.same_traffic = true; }},
        {"--only", "ID", "reproduce", "measure only this claim, such as S1-2; may be repeated",
         [](Options& o, const std::string& id) { o.only.push_back(id); }},
        {"--markdown", "FILE", "reproduce", "write the table of the claims to FILE as well, as Markdown", set_markdown},
        {"--json", nullptr, "run merge sweep compare solve",
         "print the result as JSON (the default); of a sweep, a line for each run",
         [](Options& o, const std::string&) { o.table = o.csv = false; }},
        {"--csv", nullptr, "sweep", "print a sweep as comma-separated values: metric, interval and theory",
         [](Options& o, const std::string&) { o.csv = true; }},
        {"--table", nullptr, "run merge sweep compare solve", "print the result as a table for people",
         [](Options& o, const std::string&) { o.table = true; }},
        {"--unit", "UNIT", "run merge compare",
         "print a table with times in mean or median service times, or in milliseconds: mean (the default), median, "
         "or for example 10ms when a mean service time is 10 ms; JSON is never scaled",
         set_unit},
        {"--threads", "N", "run sweep compare solve reproduce",
         "threads to share the replications among (default: one per processor); each takes the memory of one "
         "replication",
         set_threads},
        {"--replications-from", "A", "run", "run only replications A, A + 1, … (counted from 0), to be merged later",
         set_from},
        {"--replications-to", "B", "run", "run only the replications before B", set_to},
        {"--progress", nullptr, "run sweep compare solve reproduce",
         "draw a progress bar on standard error even if it is no terminal",
         [](Options& o, const std::string&) { o.progress = Progress::shown; }},
        {"--no-progress", nullptr, "run sweep compare solve reproduce", "never draw a progress bar",
         [](Options& o, const std::string&) { o.progress = Progress::hidden; }},
        {"-o", "FILE", "run merge sweep compare solve reproduce catalogue schema", "write to FILE instead of standard output",
         set_output},
    };
    return specs;
}

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    Words words{arguments};
    if (!words.left()) throw UsageError("a command is missing; p2c --help lists them.");
    options.command = words.take();
    bool only_words = false;
    while (words.left()) {
        const std::string& word = words.take();
        if (only_words || word == "-" || !word.starts_with("-"))
            options.words.push_back(word);
        else if (word == "--")
            only_words = true;
        else if (wants_help(word))
            options.help = true;
        else
            take_option(options, word, words);
    }
    return options;
}

}  // namespace p2c::cli
