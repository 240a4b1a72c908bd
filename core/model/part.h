// How the core describes itself: parameters, what may be plugged in, metrics. The catalogue, defaults, checks, the
// command line's help and the page's controls are all views of these descriptions; nothing else lists a parameter.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace p2c {

enum class Kind { integer, real, boolean, choice, seed, part, group, list, parts };

// Descriptions are constants that the compiler lays out: they have no destructors, own nothing and cost no code. A list is
// a named array, `static constexpr Param zipf[] = {…}`, and whoever shows it sees a span.
struct Param;
using Text = std::string_view;
using Params = std::span<const Param>;

#ifdef P2C_SMALL
/// The small core has no catalogue: what only that says is left out of its descriptions.
template <class T> struct Shown {
    constexpr Shown() = default;
    template <class U> constexpr Shown(const U&) {}
};
#else
template <class T> using Shown = T;
#endif
using Words = Shown<Text>;

struct Option {
    Text id;
    Words label, help;
};

/// Marks of a slider: a few numbers.
class Ticks {
public:
    constexpr Ticks() = default;
    constexpr Ticks(std::initializer_list<double> values) {
        for (const double x : values) values_[count_++] = x;
    }
    constexpr const double* begin() const { return values_; }
    constexpr const double* end() const { return values_ + count_; }

private:
    double values_[7] = {};  // one more does not compile
    std::uint8_t count_ = 0;
};

/// One parameter. Built with the functions below and chained setters:
/// `integer("d", "Looks", 1, 1024, 2).slider(1, 4).as("primary").about("…")`.
struct Param {
    Kind kind = Kind::real;
    bool open_low = false;                ///< low itself is refused
    Text name;
    Words label, help, unit, group = "model", level = "normal", scale = "lin";
    Text family;
    double low = 0, high = 0;             ///< accepted range, inclusive unless open_low
    Shown<double> slider_low = 0.0, slider_high = 0.0;  ///< what a slider shows
    Shown<double> step = 0.0;             ///< 0: continuous
    Shown<Ticks> ticks;
    std::span<const Option> options;      ///< of a choice
    Params params;                        ///< of a group
    std::uint32_t fewest = 0, most = 1000;  ///< numbers in a list, or parts
    Text formerly;                        ///< the name under which there was one part in place of many; it is still read
    double number = 0;                    ///< default of a number; of a boolean 0 or 1
    Text text;                            ///< default of a choice or part: its id; of a list, or a part with parameters: JSON
    Text word;                            ///< what may stand in place of a number
    Words word_help;

    constexpr Param& slider(double from, double to, Text how = "lin") {
        slider_low = from;
        slider_high = to;
        scale = how;
        return *this;
    }
    constexpr Param& marks(Ticks values) { ticks = values; return *this; }
    constexpr Param& in(Text group_name) { group = group_name; return *this; }
    constexpr Param& as(Text level_name) { level = level_name; return *this; }
    constexpr Param& measured_in(Text unit_name) { unit = unit_name; return *this; }
    constexpr Param& about(Text sentence) { help = sentence; return *this; }
    constexpr Param& counting(std::uint32_t from, std::uint32_t to) { fewest = from; most = to; return *this; }
    constexpr Param& or_word(Text other, Text meaning) { word = other; word_help = meaning; return *this; }
    constexpr Param& once(Text older_name) { formerly = older_name; return *this; }
    constexpr Param& above_low() { open_low = true; return *this; }
};

constexpr Param make_param(Kind kind, Text name, Text label, double low, double high) {
    Param p;
    p.kind = kind;
    p.name = name;
    p.label = label;
    p.low = low;
    p.high = high;
    p.slider_low = low;
    p.slider_high = high;
    return p;
}

constexpr Param real(Text name, Text label, double low, double high, double fallback) {
    Param p = make_param(Kind::real, name, label, low, high);
    p.number = fallback;
    return p;
}

constexpr Param integer(Text name, Text label, double low, double high, double fallback) {
    Param p = make_param(Kind::integer, name, label, low, high);
    p.number = fallback;
    p.step = 1;
    return p;
}

constexpr Param boolean(Text name, Text label, bool fallback) {
    Param p = make_param(Kind::boolean, name, label, 0, 1);
    p.number = fallback;
    return p;
}

constexpr Param choice(Text name, Text label, std::span<const Option> options, Text fallback) {
    Param p = make_param(Kind::choice, name, label, 0, 0);
    p.options = options;
    p.text = fallback;
    return p;
}

constexpr Param seed_param() {
    Param p = make_param(Kind::seed, "seed", "Seed", 0, 9007199254740991.0);
    p.number = 1;
    p.step = 1;
    return p.in("run").as("detail").about(
        "Names the random numbers. The same configuration with the same seed gives the same numbers everywhere.");
}

constexpr Param part(Text name, Text label, Text family, Text fallback) {
    Param p = make_param(Kind::part, name, label, 0, 0);
    p.family = family;
    p.text = fallback;
    return p;
}

/// Any number of a family's parts, at first none; an entry without an id is the first of the family.
constexpr Param parts(Text name, Text label, Text family, std::uint32_t most) {
    Param p = make_param(Kind::parts, name, label, 0, 0);
    p.family = family;
    return p.counting(0, most);
}

constexpr Param group(Text name, Text label, Params params) {
    Param p = make_param(Kind::group, name, label, 0, 0);
    p.params = params;
    return p;
}

constexpr Param list(Text name, Text label, double low, double high, Text fallback = "[]") {
    Param p = make_param(Kind::list, name, label, low, high);
    p.text = fallback;
    return p;
}

/// The default of a parameter.
Json fallback(const Param& param);

/// One entry of a family: a policy, a law.
struct Part {
    Text id;
    Words label, brief, help;  ///< brief: how a legend calls it
    Params params = {};
    Text experiment = {};  ///< the only one that has it; empty: all have

    /// Rules across its parameters, if there are any. Throws ConfigError; `path` is where the part stands.
    void (*check)(const Json& value, const std::string& path) = nullptr;
};
using Parts = std::span<const Part>;

/// Place of the part that a checked configuration names; the number of parts where it is none of them.
std::size_t place_of(const Json& config, Parts parts);

struct Metric {
    Text name;
    Words label, unit, help;
    std::span<const Text> parts = {};  ///< reported only for these members of the experiment's family; empty: always
    std::span<const Text> with = {};   ///< says something only where one of these settings is not its default; empty: always
};
using Metrics = std::span<const Metric>;

/// All families by name ("policies", "services", "arrivals"), in catalogue order.
using Families = std::vector<std::pair<Text, Parts>>;

/// Fills in every default and checks kinds, ranges and names. `path` is the JSON path of `input` ("" at the top).
/// Throws ConfigError naming the first parameter that is not allowed.
Json resolve(Params params, const Families& families, Text experiment, const Json& input, const std::string& path);

/// The JSON of the catalogue.
Json describe(const Param& param);
Json describe(const Part& part);
Json describe(const Metric& metric);

/// "a", in quotation marks.
std::string in_quotes(Text word);

/// "a, b or c".
std::string join_or(const std::vector<std::string>& words);

}  // namespace p2c
