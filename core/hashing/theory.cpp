#include "theory.h"

#include <cmath>  // sqrt, isfinite only

#include "base/math.h"
#include "base/special.h"
#include "cuckoo.h"
#include "model/simulation.h"
#include "ring.h"

namespace p2c::hashing {

namespace {

constexpr double most_counted = 10000;  // cells up to which exact counting takes milliseconds

/// ∫ f over [a, b] by Gauss and Legendre's rule with five points in each of 120 pieces.
template <class F>
double integral(double a, double b, F f) {
    constexpr int pieces = 120;
    const double half = (b - a) / (2 * pieces);
    double sum = 0;
    for (int i = 0; i < pieces; ++i) {
        const double middle = a + (2 * i + 1) * half;
        const double inner = 0.5384693101056831 * half;
        const double outer = 0.9061798459386640 * half;
        sum += 0.5688888888888889 * f(middle) + 0.4786286704993665 * (f(middle - inner) + f(middle + inner)) +
               0.2369268850561891 * (f(middle - outer) + f(middle + outer));
    }
    return sum * half;
}

/// x in [low, high] where a falling or rising condition turns from true to false.
template <class F>
double boundary(double low, double high, F is_before) {
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (is_before(middle) ? low : high) = middle;
    }
    return high;
}

/// Gamma(v) variables exceed x when fewer than v points of a Poisson process have come by x.
double beyond(double v, double x) {
    return x <= 0 ? 1 : det::poisson_split(v, x).below;
}
double within(double v, double x) {
    return x <= 0 ? 0 : det::poisson_split(v, x).from;
}

double highest(double v) {
    return v + 12 * std::sqrt(v) + 60;
}

Json known(double value, const char* source, bool exact) {
    return {{"value", value}, {"source", source}, {"exact", exact}, {"holds", true}};
}

Json item(const char* id, const char* label, const char* of, double value, const char* source, const char* range,
          bool exact, const std::string& why) {
    Json out = {{"id", id},         {"label", label}, {"of", of},       {"value", value},
                {"source", source}, {"range", range}, {"exact", exact}, {"holds", why.empty()}};
    if (!why.empty()) out["why"] = why;
    return out;
}

Json cuckoo_theory(const Json& config) {
    const CuckooSettings s(config);
    const char* source =
        "Threshold of cuckoo hashing for tables that grow without end (Dietzfelbinger et al. 2010; Pagh and Rodler "
        "2004).";
    Json out = {{"exact", false}, {"source", source}};
    out["loadAtFailure"] = known(cuckoo_threshold(s.functions), source, false);
    if (s.functions == 2 && !s.split && s.cells <= most_counted) {
        Json& fits = out["fits"];
        fits["values"] = Json::array();
        for (const double load : s.loads) fits["values"].push_back(two_cells_fit(s.cells, s.keys(load)));
        fits["source"] =
            "Graphs in which no component has more edges than vertices, counted (Knuth, Flajolet and Pittel 1989).";
        fits["exact"] = true;
        fits["holds"] = true;
    }
    out["items"] = Json::array();
    for (std::uint32_t k = 2; k <= 4; ++k) {
        const std::string id = "threshold-" + std::to_string(k);
        const std::string label = "Threshold with " + std::to_string(k) + " functions";
        out["items"].push_back(item(id.c_str(), label.c_str(), "loadAtFailure", cuckoo_threshold(k), source,
                                    "Large tables, one key per cell: below this load all keys fit with probability "
                                    "tending to 1, above it to 0.",
                                    false, k == s.functions ? "" : "The table has another number of functions."));
    }
    out["items"].push_back(item("half-full", "√(2/3): all keys fit in a half full table", "fits", std::sqrt(2.0 / 3),
                                "Knuth, Flajolet and Pittel 1989", "Two functions, load 1/2, large tables.", false,
                                s.functions == 2 ? "" : "The table has another number of functions."));
    return out;
}

Json consistent_theory(const Json& config) {
    const RingSettings s(config);
    const double n = s.nodes;
    const double v = s.points / n;
    const char* source = "Shares of a random ring are Dirichlet: Gamma(v) variables over their sum, exact.";
    Json out = {{"exact", true}, {"source", source}};
    out["maxShare"] = known(expected_max_share(n, v), source, true);
    out["minShare"] = known(expected_min_share(n, v), source, true);
    out["shareVariance"] = known((n - 1) / (n * v + 1), source, true);
    double harmonic = 0;
    for (double k = n; k >= 1; --k) harmonic += 1 / k;
    out["items"] = {item("harmonic", "H_n", "maxShare", harmonic, source, "One point per node.", true,
                         v == 1 ? "" : "Nodes have more than one point."),
                    item("root-law", "1/√v", "shareDeviation", 1 / std::sqrt(v), source,
                         "Relative standard deviation of one share, for many nodes; exactly √((n − 1)/(nv + 1)).",
                         false, n >= 10 ? "" : "There are fewer than ten nodes.")};
    return out;
}

Json bounded_theory(const Json& config) {
    const RingSettings s(config);
    const double mean = static_cast<double>(s.keys) / s.nodes;
    Json out = {{"exact", true}, {"source", "Linear probing (Knuth 1998, section 6.4)."}};
    if (s.equal_arcs && s.points == s.nodes && s.cap == 1 && s.nodes <= most_counted)
        out["stepsPerKey"] = known(linear_probing_steps(s.nodes, static_cast<double>(s.keys)),
                                   "Linear probing (Knuth 1998, section 6.4).", true);
    else
        out.erase("source"), out.erase("exact");
    // push_back: whether a list of one object in braces is a list or that object, compilers do not agree.
    out["items"] = Json::array();
    out["items"].push_back(item("cap", "Cap over the mean", "maxLoad", static_cast<double>(s.cap) / mean,
                         "Mirrokni, Thorup and Zadimoghaddam 2018",
                         "A bound that no node exceeds, by construction; about 1 + ε.", true, ""));
    return out;
}

}  // namespace

double cuckoo_threshold(std::uint32_t k) {
    if (k == 2) return 0.5;
    const double xi = boundary(0.1, 30, [k](double x) {
        const double e = det::exp(-x);
        return x * (1 - e) < k * (1 - e - x * e);
    });
    return xi / (k * det::power(1 - det::exp(-xi), k - 1));
}

double two_cells_fit(double n, double m) {
    if (m <= 1) return 1;
    const double a = n - m;
    // f = (1 − t/2)^a (1 − t)^½ e^nt satisfies f'(1 − t/2)(1 − t) = f·(quadratic), so its coefficients follow one
    // another.
    const double c0 = n - a / 2 - 0.5;
    const double c1 = a / 2 + 0.25 - 1.5 * n;
    const double c2 = n / 2;
    double now = 1, before = 0, earlier = 0;
    double log_scale = 0;
    for (double j = 0; j < m; ++j) {
        const double next = ((1.5 * j + c0) * now + (c1 - 0.5 * (j - 1)) * before + c2 * earlier) / (j + 1);
        earlier = before;
        before = now;
        now = next;
        if (now < 1e200) continue;
        for (double* c : {&now, &before, &earlier}) *c *= 1e-200;
        log_scale += 200 * 2.302585092994046;
    }
    const double log_count =
        m * (det::log(2) - 2 * det::log(n)) + det::log_factorial(m) + det::log_factorial(n) - det::log_factorial(a);
    return now > 0 ? det::exp(log_count + log_scale + det::log(now)) : 0;
}

double expected_max_share(double n, double v) {
    // Between a and b, 1 − P(all ≤ x) falls from 1 to 0.
    const double top = highest(v);
    const double a = boundary(0, top, [&](double x) { return n * det::log(within(v, x) + 1e-300) < -40; });
    const double b = boundary(a, top, [&](double x) { return n * beyond(v, x) > 1e-17; });
    const auto some_beyond = [&](double x) {
        const double q = beyond(v, x);
        return q < 0.5 ? 1 - det::exp(n * det::log1p(-q)) : 1 - det::exp(n * det::log(within(v, x) + 1e-300));
    };
    return (a + integral(a, b, some_beyond)) / v;
}

double expected_min_share(double n, double v) {
    if (v == 1) return 1 / n;
    const double top = highest(v);
    const double a = boundary(0, top, [&](double x) { return n * within(v, x) < 1e-17; });
    const double b = boundary(a, top, [&](double x) { return n * det::log(beyond(v, x) + 1e-300) > -40; });
    const auto none_within = [&](double x) {
        const double p = within(v, x);
        return p < 0.5 ? det::exp(n * det::log1p(-p)) : det::exp(n * det::log(beyond(v, x) + 1e-300));
    };
    return (a + integral(a, b, none_within)) / v;
}

double linear_probing_steps(double n, double m) {
    double steps = 0;
    for (double i = 0; i < m; ++i) {
        double q = 0;  // Knuth's Q_1(n, i)
        double term = 1;
        for (double k = 0; term > 1e-17; term *= (i - k) / n, ++k) q += (k + 1) * term;
        steps += (q - 1) / 2;
    }
    return steps / m;
}

Json theory(const Json& config) {
    const Json& id = config.at("scheme").at("id");
    return id == "cuckoo"       ? cuckoo_theory(config)
           : id == "consistent" ? consistent_theory(config)
                                : bounded_theory(config);
}

Json known_laws() {
    Json out = Json::array();
    for (Json scheme :
         {Json{{"id", "cuckoo"}, {"functions", 2}, {"cells", 100}, {"tables", "shared"}, {"loads", Json::array()}},
          Json{{"id", "consistent"}, {"nodes", 10}, {"virtualNodes", 1}, {"keysPerNode", 1}},
          Json{{"id", "bounded"},
               {"nodes", 10},
               {"virtualNodes", 1},
               {"keysPerNode", 1},
               {"slack", 0.5},
               {"arcs", "random"}}}) {
        const Json known = theory({{"seed", 1}, {"scheme", scheme}});  // named: a loop keeps no temporary it walks inside
        for (const Json& entry : known.at("items")) out.push_back(law_words(entry));
    }
    return out;
}

}  // namespace p2c::hashing
