#include "expression.h"

#include <algorithm>
#include <cmath>  // sqrt and isfinite only
#include <map>
#include <vector>

#include "base/error.h"
#include "base/math.h"
#include "base/refuse.h"
#include "base/statistics.h"
#include "metric.h"

namespace p2c::reproduce {

namespace {

struct Place {
    const std::string& path;
    const Json& results;

    [[noreturn]] void refuse(const std::string& why) const { p2c::refuse(path, {path, " ", why}); }
};

Quantity value_of(const Json& expression, const Place& place);

std::vector<Quantity> all_of(const Json& list, const Place& place) {
    if (!list.is_array()) place.refuse("must have lists for the points of a slope.");
    std::vector<Quantity> out;
    for (const Json& entry : list) out.push_back(value_of(entry, place));
    return out;
}

/// The slope is a fixed combination of the y, so their noise passes through exactly.
Quantity slope(const Json& e, const Place& place) {
    const std::vector<Quantity> x = all_of(e.at(1), place), y = all_of(e.at(2), place);
    if (x.size() != y.size() || x.size() < 2) place.refuse("must have as many x as y for a slope, at least two.");
    double mean = 0, square = 0;
    for (const Quantity& one : x) mean += one.value / static_cast<double>(x.size());
    for (const Quantity& one : x) square += (one.value - mean) * (one.value - mean);
    if (!(square > 0)) place.refuse("must have different x for a slope.");
    Quantity out;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = (x[i].value - mean) / square;
        out = joined(out, y[i], out.value + weight * y[i].value, 1, weight);
    }
    return out;
}

/// The standard deviation of one replication; its own error is that of a normal sample's.
Quantity deviation(const Json& e, const Place& place) {
    const Quantity a = value_of(e.at(1), place);
    const double spread = a.error_of(1);
    if (!(spread > 0)) return constant(0);
    return {spread, 0, {{"deviation of " + e.at(1).dump(), {spread / std::sqrt(2.0 * a.degrees()), a.degrees() + 1}}}};
}

Quantity chance(const Json& e, const Place& place) {
    const Json& result = result_of(e.at(1).get<std::string>(), place.path, place.results);
    const Json* law = at_path(result, "theory.max");
    if (!law || law->value("step", 0.0) != 1) place.refuse("needs a run whose law of the fullest bin is known.");
    const double from = law->at("from").get<double>(), level = e.at(2).get<double>();
    double sum = 0;
    const Json& probability = law->at("probability");
    for (std::size_t i = probability.size(); i-- > 0;)  // from the small ones up
        if (from + static_cast<double>(i) >= level) sum += probability[i].get<double>();
    return constant(sum);
}

double positive(double x, const Place& place) {
    if (!(x > 0)) place.refuse("must stay above 0 for a logarithm, a root or a power.");
    return x;
}

using One = Quantity (*)(const Quantity&, const Place&);
using Two = Quantity (*)(const Quantity&, const Quantity&, const Place&);

const std::map<std::string, One>& functions() {
    static const std::map<std::string, One> all = {
        {"ln", [](const Quantity& a,
                  const Place& place) { return moved(a, det::log(positive(a.value, place)), 1 / a.value); }},
        {"exp",
         [](const Quantity& a, const Place&) {
             const double y = det::exp(a.value);
             return moved(a, y, y);
         }},
        {"sqrt",
         [](const Quantity& a, const Place& place) {
             const double y = std::sqrt(positive(a.value, place));
             return moved(a, y, 1 / (2 * y));
         }},
    };
    return all;
}

const std::map<std::string, Two>& operators() {
    using Q = const Quantity&;
    static const std::map<std::string, Two> all = {
        {"+", [](Q a, Q b, const Place&) { return joined(a, b, a.value + b.value, 1, 1); }},
        {"-", [](Q a, Q b, const Place&) { return joined(a, b, a.value - b.value, 1, -1); }},
        {"*", [](Q a, Q b, const Place&) { return joined(a, b, a.value * b.value, b.value, a.value); }},
        {"/",
         [](Q a, Q b, const Place& place) {
             if (b.value == 0) place.refuse("must not divide by 0.");
             const double ratio = a.value / b.value;
             return joined(a, b, ratio, 1 / b.value, -ratio / b.value);
         }},
        {"^",
         [](Q a, Q b, const Place& place) {
             const double y = det::pow(positive(a.value, place), b.value);
             return joined(a, b, y, y * b.value / a.value, y * det::log(a.value));
         }},
    };
    return all;
}

Quantity call(const Json& e, const Place& place) {
    const std::string name = e.at(0).get<std::string>();
    if (name == "slope" && e.size() == 3) return slope(e, place);
    if (name == "deviation" && e.size() == 2) return deviation(e, place);
    if (name == "chance" && e.size() == 3) return chance(e, place);
    if (const auto f = functions().find(name); f != functions().end() && e.size() == 2)
        return f->second(value_of(e.at(1), place), place);
    if (const auto f = operators().find(name); f != operators().end() && e.size() == 3)
        return f->second(value_of(e.at(1), place), value_of(e.at(2), place), place);
    place.refuse("has an operation that is not known, or with the wrong number of parts: " + quote(e) + ".");
}

Quantity value_of(const Json& e, const Place& place) {
    if (e.is_number()) return constant(e.get<double>());
    if (e.is_string()) return metric(e.get<std::string>(), place.path, place.results);
    if (e.is_object() && e.contains("about"))
        return constant(e.at("about").get<double>(), half_digit(e.at("digits").get<int>()));
    if (e.is_array() && !e.empty() && e.at(0).is_string()) return call(e, place);
    place.refuse("must be a number, a metric such as \"run:gap\", or an operation such as [\"/\", a, b], not " +
                 quote(e) + ".");
}

}  // namespace

void find_runs(const Json& e, const std::string& path, std::set<std::string>& names) {
    if (e.is_string()) {
        names.insert(split_metric(e.get<std::string>(), path).first);
    } else if (e.is_array() && e.size() == 3 && e.at(0) == "chance") {
        names.insert(e.at(1).get<std::string>());
    } else if (e.is_array()) {
        for (std::size_t i =
                 !e.empty() && e.at(0).is_string() && e.at(0).get<std::string>().find(':') == std::string::npos;
             i < e.size(); ++i)
            find_runs(e.at(i), path, names);
    }
}

Quantity evaluate(const Json& expression, const std::string& path, const Json& results) {
    const Place place{path, results};
    try {
        return value_of(expression, place);
    } catch (const Json::exception&) {
        place.refuse("is not as an expression must be: " + quote(expression) + ".");
    }
}

}  // namespace p2c::reproduce
