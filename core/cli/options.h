// The words after `p2c`: which command, its files and its options.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace p2c::cli {

/// How the times of a table are scaled; JSON is never scaled.
struct TimeUnit {
    enum class Kind { mean, median, milliseconds } kind = Kind::mean;
    double milliseconds = 0;  ///< length of one mean service time, for Kind::milliseconds
};

enum class Progress { automatic, shown, hidden };

struct Options {
    std::string command;
    std::vector<std::string> words;                             ///< files, or the ids that help is asked for
    std::vector<std::pair<std::string, std::string>> settings;  ///< --set path=value, in order
    std::vector<std::pair<std::string, std::string>> over;      ///< --over path=values, in order
    std::vector<std::string> variants;                          ///< --variant path=value,…, in order
    std::vector<std::string> metrics;                           ///< --metric name, in order
    std::vector<std::string> only;                              ///< --only id, in order
    std::string vary;                                           ///< --vary path or path=from..to
    std::optional<double> below;
    std::optional<double> tolerance;
    bool same_traffic = false;
    bool table = false;
    bool csv = false;
    std::optional<TimeUnit> unit;
    unsigned threads = 0;  ///< 0: one per processor
    std::optional<std::uint32_t> from, to;
    Progress progress = Progress::automatic;
    std::string output;    ///< empty: standard output
    std::string markdown;  ///< empty: none
    bool help = false;
};

/// One option as the parser and the help see it.
struct OptionSpec {
    const char* name;
    const char* value;     ///< word for its value in the help; nullptr when it takes none
    const char* commands;  ///< commands that know it, separated by blanks
    const char* help;
    void (*apply)(Options&, const std::string& value);
};

const std::vector<OptionSpec>& option_specs();

/// Throws UsageError. Whether the command exists is not checked here.
Options parse_options(const std::vector<std::string>& arguments);

}  // namespace p2c::cli
