// From what a person wrote to a complete, checked configuration.
#include <algorithm>
#include <cmath>  // floor and isfinite only
#include <utility>

#include "base/refuse.h"
#include "part.h"

namespace p2c {

namespace {

struct Context {
    const Families& families;
    const Text experiment;
};

Json resolve_all(Params params, const Context& context, const Json& input, const std::string& path,
                 Json done);

std::string child(const std::string& path, Text name) { return path.empty() ? std::string(name) : path + "." + std::string(name); }

std::string range_text(const Param& p) {
    if (!p.word.empty()) {
        Param plain = p;
        plain.word = {};
        return quote(Json(p.word)) + " or " + range_text(plain);
    }
    const std::string whole = p.kind == Kind::real || p.kind == Kind::list ? "a number" : "a whole number";
    if (p.open_low) return whole + " above " + number_text(p.low) + " and at most " + number_text(p.high);
    return whole + " from " + number_text(p.low) + " to " + number_text(p.high);
}

[[noreturn]] void not_allowed(const std::string& path, const std::string& allowed, const Json& value) {
    refuse(path, {path, " must be ", allowed, "; it is ", value, "."});
}

/// Of a list how long it is, of anything else what it is.
std::string counted(const Json& value, bool list) { return list ? "it has " + std::to_string(value.size()) : "it is " + quote(value); }

Json number(const Param& p, const Json& value, const std::string& path) {
    if (!p.word.empty() && value == p.word) return value;
    if (!value.is_number()) not_allowed(path, range_text(p), value);
    const auto x = value.get<double>();
    const bool whole = p.kind == Kind::integer || p.kind == Kind::seed;
    if (!std::isfinite(x) || x < p.low || x > p.high || (p.open_low && x == p.low) || (whole && x != std::floor(x)))
        not_allowed(path, range_text(p), value);
    // 1e3 and 1000 are one number: whole values are stored as integers, so equal configurations have equal text.
    if (x == std::floor(x) && x >= -9007199254740991.0 && x <= 9007199254740991.0) return static_cast<std::int64_t>(x);
    return x;
}

Json option(const Param& p, const Json& value, const std::string& path) {
    if (value.is_string())
        for (const Option& o : p.options)
            if (o.id == value.get_ref<const std::string&>()) return value;
    std::vector<std::string> ids;
    for (const Option& o : p.options) ids.push_back(in_quotes(o.id));
    not_allowed(path, join_or(ids), value);
}

Json numbers(const Param& p, const Json& value, const std::string& path) {
    if (!value.is_array() || value.size() < p.fewest || value.size() > p.most) {
        const std::string count = p.fewest > 0 ? std::to_string(p.fewest) + " to " : "at most ";
        refuse(path, {path, " must be a list of ", count, p.most, " numbers such as [1,10,100]; ",
                      counted(value, value.is_array() && value.size() > p.most), "."});
    }
    Json out = Json::array();
    for (std::size_t i = 0; i < value.size(); ++i)
        out.push_back(number(p, value[i], path + "[" + std::to_string(i) + "]"));
    return out;
}

bool available(const Part& entry, Text experiment) { return entry.experiment.empty() || entry.experiment == experiment; }

/// `fallback`: what an object without an id is; empty: the first of the family.
Json plugged(const Param& p, const Context& context, const Json& value, const std::string& path, const std::string& fallback) {
    const auto family = std::find_if(context.families.begin(), context.families.end(),
                                     [&](const auto& f) { return f.first == p.family; });
    const auto ids = [&] {
        std::vector<std::string> all;
        for (const Part& entry : family->second)
            if (available(entry, context.experiment)) all.push_back(in_quotes(entry.id));
        return join_or(all);
    };
    if (!value.is_object()) not_allowed(path, "an object with an id, which is " + ids(), value);
    const Json id = value.contains("id") ? value.at("id") : Json(fallback.empty() ? std::string(family->second.front().id) : fallback);
    for (const Part& entry : family->second) {
        if (!available(entry, context.experiment) || Json(entry.id) != id) continue;
        Json done = resolve_all(entry.params, context, value, path, Json{{"id", entry.id}});
        if (entry.check != nullptr) entry.check(done, path);
        return done;
    }
    not_allowed(child(path, "id"), ids(), id);
}

Json plugged_all(const Param& p, const Context& context, const Json& value, const std::string& path) {
    if (!value.is_array() || value.size() > p.most)
        refuse(path, {path, " must be a list of at most ", p.most, " objects with an id; ", counted(value, value.is_array()), "."});
    Json out = Json::array();
    for (std::size_t i = 0; i < value.size(); ++i) out.push_back(plugged(p, context, value[i], path + "." + std::to_string(i), {}));
    return out;
}

/// What stands under the name from when there was one part: that one, or none.
Json plugged_once(const Param& p, const Context& context, const Json& value, const Json& input) {
    if (input.contains(p.name))
        refuse(p.formerly, {std::string(p.formerly), " must be left out where there are ", std::string(p.name), ", of which it is the older form; it is ", value, "."});
    Json out = Json::array();
    if (!value.is_object() || !value.contains("id") || value.at("id") != "none") out.push_back(plugged(p, context, value, std::string(p.formerly), {}));
    return out;
}

Json resolve_one(const Param& p, const Context& context, const Json& value, const std::string& path) {
    switch (p.kind) {
        case Kind::integer:
        case Kind::real:
        case Kind::seed: return number(p, value, path);
        case Kind::boolean:
            if (!value.is_boolean()) not_allowed(path, "true or false", value);
            return value;
        case Kind::choice: return option(p, value, path);
        case Kind::list: return numbers(p, value, path);
        case Kind::part: return plugged(p, context, value, path, fallback(p).at("id").get<std::string>());
        case Kind::parts: return plugged_all(p, context, value, path);
        case Kind::group:
            if (!value.is_object()) not_allowed(path, "an object", value);
            return resolve_all(p.params, context, value, path, Json::object());
    }
    return {};
}

/// Letters to change, add or leave out to make one word of the other (Levenshtein), whatever their case.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = (a[i - 1] | 32) == (b[j - 1] | 32);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + !same}));
        }
    }
    return row[b.size()];
}

/// All of a few names; of many, those most like the one that was given.
std::string names_for(const std::string& given, std::vector<std::string> names) {
    constexpr std::size_t few = 16, shown = 6;
    if (names.empty()) return ", which has none.";
    if (names.size() <= few) return "; those are " + join_or(names) + ".";
    const std::string key = given.substr(0, 40);
    const std::size_t all = names.size();
    std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return distance(key, a) < distance(key, b); });
    names.resize(shown);
    return "; of its " + std::to_string(all) + " the most alike are " + join_or(names) + ".";
}

void refuse_unknown(Params params, const Json& input, const std::string& path, const Json& known) {
    for (const auto& [key, value] : input.items()) {
        const bool older = std::any_of(params.begin(), params.end(), [&name = key](const Param& p) { return !p.formerly.empty() && p.formerly == name; });
        if (known.contains(key) || older) continue;
        std::vector<std::string> names;
        for (const Param& p : params) names.emplace_back(p.name);
        const std::string shown = child(path, quote(Json(key)).substr(1, std::min<std::size_t>(key.size(), 38)));
        const std::string owner = path.empty() ? "this experiment" : path;
        refuse(child(path, key), {shown, " is not a parameter of ", owner, names_for(key, names)});
    }
}

Json resolve_all(Params params, const Context& context, const Json& input, const std::string& path,
                 Json done) {
    for (const Param& p : params) {
        const bool given = input.contains(p.name);
        const bool older = !p.formerly.empty() && input.contains(p.formerly);
        const Json spare = given ? Json() : fallback(p);
        done[std::string(p.name)] = older ? plugged_once(p, context, input.at(p.formerly), input) : resolve_one(p, context, given ? input.at(p.name) : spare, child(path, p.name));
    }
    refuse_unknown(params, input, path, done);
    return done;
}

}  // namespace

Json resolve(Params params, const Families& families, Text experiment, const Json& input, const std::string& path) {
    return resolve_all(params, {families, experiment}, input, path, Json{{"schema", 1}, {"experiment", experiment}});
}

}  // namespace p2c
