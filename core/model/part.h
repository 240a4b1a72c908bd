// How the core describes itself: parameters, what may be plugged in, metrics. The catalogue, defaults, checks, the
// command line's help and the page's controls are all views of these descriptions; nothing else lists a parameter.
#pragma once
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace p2c {

enum class Kind { integer, real, boolean, choice, seed, part, group, list, parts };

struct Option {
    std::string id;
    std::string label;
    std::string help;
};

/// One parameter. Built with the functions below and chained setters:
/// `integer("d", "Looks", 1, 1024, 2).slider(1, 4).primary().about("…")`.
struct Param {
    // Out of line: what copies and destroys all these would else stand wherever one is built.
    Param();
    Param(const Param&);
    Param(Param&&) noexcept;
    Param& operator=(const Param&);
    Param& operator=(Param&&) noexcept;
    ~Param();

    Kind kind = Kind::real;
    std::string name, label, help, unit, group = "model", level = "normal", scale = "lin", family;
    double low = 0, high = 0;             ///< accepted range, inclusive unless open_low
    bool open_low = false;                ///< low itself is refused
    double slider_low = 0, slider_high = 0;  ///< what a slider shows
    double step = 0;                      ///< 0: continuous
    std::vector<double> ticks;
    std::vector<Option> options;          ///< of a choice
    std::vector<Param> params;            ///< of a group
    std::size_t fewest = 0, most = 1000;  ///< numbers in a list, or parts
    std::string formerly;                 ///< the name under which there was one part in place of many; it is still read
    Json fallback;                        ///< default value
    std::string word, word_help;          ///< what may stand in place of a number

    Param& slider(double from, double to, const char* how = "lin") {
        slider_low = from;
        slider_high = to;
        scale = how;
        return *this;
    }
    Param& marks(std::vector<double> values) { ticks = std::move(values); return *this; }
    Param& in(const char* group_name) { group = group_name; return *this; }
    Param& as(const char* level_name) { level = level_name; return *this; }
    Param& measured_in(const char* unit_name) { unit = unit_name; return *this; }
    Param& about(const char* text) { help = text; return *this; }
    Param& counting(std::size_t from, std::size_t to) { fewest = from; most = to; return *this; }
    Param& or_word(const char* text, const char* meaning) { word = text; word_help = meaning; return *this; }
    Param& once(const char* older_name) { formerly = older_name; return *this; }
    Param& above_low() { open_low = true; return *this; }
};

Param integer(const char* name, const char* label, double low, double high, double fallback);
Param real(const char* name, const char* label, double low, double high, double fallback);
Param boolean(const char* name, const char* label, bool fallback);
Param choice(const char* name, const char* label, std::vector<Option> options, const char* fallback);
Param seed_param();
Param part(const char* name, const char* label, const char* family, Json fallback);
/// Any number of a family's parts, at first none; an entry without an id is the first of the family.
Param parts(const char* name, const char* label, const char* family, std::size_t most);
Param group(const char* name, const char* label, std::vector<Param> params);
Param list(const char* name, const char* label, double low, double high, Json fallback = Json::array());

/// One entry of a family: a policy, a law.
struct Part {
    std::string id, label, brief, help;  ///< brief: how a legend calls it
    std::vector<Param> params;
    std::vector<std::string> experiments = {};  ///< empty: all

    /// Rules across its parameters, if there are any. Throws ConfigError; `path` is where the part stands.
    void (*check)(const Json& value, const std::string& path) = nullptr;
};

/// Place of the part that a checked configuration names; the number of parts where it is none of them.
std::size_t place_of(const Json& config, const std::vector<Part>& parts);

struct Metric {
    std::string name, label, unit, help;
    std::vector<std::string> parts = {};  ///< reported only for these members of the experiment's family; empty: always
};

/// All families by name ("policies", "services", "arrivals"), in catalogue order.
using Families = std::vector<std::pair<std::string, std::vector<Part>>>;

/// Fills in every default and checks kinds, ranges and names. `path` is the JSON path of `input` ("" at the top).
/// Throws ConfigError naming the first parameter that is not allowed.
Json resolve(const std::vector<Param>& params, const Families& families, const std::string& experiment,
             const Json& input, const std::string& path);

/// The JSON of the catalogue.
Json describe(const Param& param);
Json describe(const Part& part);
Json describe(const Metric& metric);

/// "a, b or c".
std::string join_or(const std::vector<std::string>& words);

}  // namespace p2c
