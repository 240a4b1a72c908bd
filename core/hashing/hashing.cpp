#include "hashing.h"

#include "base/limits.h"
#include "base/refuse.h"
#include "cuckoo.h"
#include "ring.h"
#include "theory.h"

namespace p2c {

namespace {

using namespace hashing;

constexpr Param nodes_param() {
    return integer("nodes", "Nodes", 1, 1e5, 100)
        .slider(2, 1000, "log")
        .marks({10, 100, 1000})
        .in("size")
        .about("Nodes that keys are spread over.");
}

constexpr Param virtual_param(double fallback) {
    return integer("virtualNodes", "Virtual nodes", 1, 10000, fallback)
        .slider(1, 1000, "log")
        .marks({1, 10, 100, 1000})
        .as("primary")
        .in("size")
        .about("Points that each node has on the ring.");
}

constexpr Param keys_param(double low, double fallback) {
    return real("keysPerNode", "Keys per node", low, 1e6, fallback)
        .slider(1, 10000, "log")
        .marks({1, 10, 100, 1000, 10000})
        .in("size")
        .about("Keys placed, per node; the number of keys is the nearest whole number to nodes × this.");
}

const Part& cuckoo_part() {
    static constexpr Option tables_options[] = {
        {"shared", "One for all", "Every function chooses among all cells; a key's cells may coincide."},
        {"split", "One each", "Every function has a table of its own, all of one size."},
    };
    static constexpr Param params[] = {
        integer("functions", "Hash functions", 2, 4, 2)
            .slider(2, 4)
            .marks({2, 3, 4})
            .as("primary")
            .about("Cells that each key may sit in."),
        integer("cells", "Cells", 2, 1e6, 10000)
            .slider(100, 100000, "log")
            .marks({100, 1000, 10000, 100000})
            .in("size")
            .about("Cells of the whole table, one key each. A run of 1,000,000 cells takes some seconds, most of them "
            "for the last keys before the threshold."),
        choice("tables", "Tables", tables_options, "shared")
            .as("detail")
            .about("What cells a function chooses among."),
        list("loads", "Loads", 0, 1)
            .above_low()
            .as("detail")
            .in("run")
            .about("Loads at which it is asked whether all keys fit; the number of keys is the nearest whole "
            "number to cells × load. "
            "Empty means 0.02, 0.04, … 1."),
    };
    static constexpr Part part{"cuckoo",
            "Cuckoo table",
            "cuckoo",
            "Every key has one cell for each hash function and sits in one of them; a new key may push others on. Keys "
            "are added until "
            "one does not fit in any arrangement.", params, "hashing"};
    return part;
}

const Part& consistent_part() {
    static constexpr Param params[] = {
        virtual_param(1),
        nodes_param(),
        keys_param(0, 100),
    };
    static constexpr Part part{"consistent",
            "Consistent hashing",
            "ring",
            "Nodes have points at random places of a ring, and a key belongs to the node of the next point clockwise.", params, "hashing"};
    return part;
}

const Part& bounded_part() {
    static constexpr Option arcs_options[] = {
        {"random", "Random", "Points lie at random places."},
        {"equal", "Equal",
         "Points are evenly apart and nodes take turns; with a cap of one key this is linear probing."},
    };
    static constexpr Param params[] = {
        real("slack", "Slack ε", 0, 100, 0.25)
            .slider(0.01, 2, "log")
            .marks({0.05, 0.25, 0.5, 1, 2})
            .as("primary")
            .about("Each node takes at most the least whole number of keys not below (1 + ε) × keys per node."),
        virtual_param(100),
        nodes_param(),
        keys_param(1e-5, 100),
        choice("arcs", "Arcs", arcs_options, "random")
            .as("detail")
            .about("Where the points of the ring are."),
    };
    static constexpr Part part{"bounded",
            "Consistent hashing with bounded loads",
            "bounded ring",
            "As consistent hashing, but no node takes more than (1 + ε) times the mean: a full node sends keys on to "
            "the next point "
            "clockwise whose node has room.", params, "hashing"};
    return part;
}

Params params() {
    static constexpr Param all[] = {
        part("scheme", "Scheme", "schemes", "cuckoo")
            .in("scheme")
            .as("primary")
            .about("How keys find their place."),
        integer("replications", "Runs", 1, max_replications, 200)
            .slider(10, 10000, "log")
            .marks({10, 100, 1000, 10000})
            .in("run")
            .about("Independent repetitions with hash functions of their own; intervals come from the spread between "
                   "them."),
        seed_param(),
    };
    return all;
}

Metrics metrics() {
    static constexpr Text table[] = {"cuckoo"}, ring[] = {"consistent"}, bounded[] = {"bounded"}, rings[] = {"consistent", "bounded"};
    static constexpr Metric all[] = {
        {"loadAtFailure", "Load at first failure", "share",
         "Keys in the table when the first one does not fit, over its cells.", table},
        {"movesPerKey", "Moves per key", "keys", "Keys moved to another cell, per key placed.", table},
        {"longestChain", "Longest chain", "keys", "Most keys moved for one new key.", table},
        {"maxShare", "Largest share", "means", "Largest part of the ring that a node owns, over the mean.", ring},
        {"minShare", "Smallest share", "means", "Smallest part of the ring that a node owns, over the mean.", ring},
        {"shareVariance", "Variance of a share", "means²",
         "Mean square of a share's distance from the mean, over the mean squared.", ring},
        {"keys", "Keys", "keys", "Number of keys placed.", rings},
        {"maxLoad", "Fullest node", "means", "Keys on the fullest node, over the mean.", rings},
        {"cap", "Cap", "keys", "Most keys that a node takes.", bounded},
        {"displaced", "Displaced keys", "share", "Share of keys that are not on the node of their first point.",
         bounded},
        {"fullNodes", "Full nodes", "share", "Share of nodes that hold as many keys as they take.", bounded},
        {"stepsPerKey", "Steps per key", "points", "Points of the ring that a key is sent on by, on average.", bounded},
    };
    return all;
}

void check_cuckoo(const Json& config) {
    const Json& scheme = config.at("scheme");
    const auto cells = scheme.at("cells").get<std::uint32_t>();
    const auto functions = scheme.at("functions").get<std::uint32_t>();
    if (scheme.at("tables") == "split" && cells % functions != 0)
        refuse("scheme.cells", {"scheme.cells must be a multiple of scheme.functions, which is ", functions, ", while each function has a table of its own; it is ", cells, "."});
    check_memory((functions + 4.25) * cells * sizeof(std::uint32_t), "scheme.cells", std::to_string(cells) + " cells");
}

void check_ring(const Json& config) {
    const Json& scheme = config.at("scheme");
    const double points = scheme.at("nodes").get<double>() * scheme.at("virtualNodes").get<double>();
    if (points > most_points)
        refuse("scheme.virtualNodes", {"scheme.virtualNodes × scheme.nodes must be at most ", most_points, " points; they give ", points, "."});
    const RingSettings s(config);
    if (s.keys == 0 && scheme.at("id") == "bounded")
        refuse("scheme.keysPerNode", {"scheme.keysPerNode must give at least one key; ", scheme.at("keysPerNode").get<double>(), " for ", s.nodes, " nodes gives none."});
}

void check(const Json& config) {
    const auto runs = config.at("replications").get<double>();
    check_memory(runs * static_cast<double>(ring_columns * sizeof(double)), "replications",
                 "the rows of " + number_text(runs) + " replications");
    config.at("scheme").at("id") == "cuckoo" ? check_cuckoo(config) : check_ring(config);
}

std::unique_ptr<Simulation> create(const Json& config) {
    return config.at("scheme").at("id") == "cuckoo" ? make_cuckoo(config) : make_ring(config);
}

Estimate scaled(const Tables& tables, std::size_t column, double scale) {
    std::vector<double> values = tables.column(column);
    for (double& x : values) x /= scale;
    return estimate(values);
}

/// Share of runs in which at least so many keys had been placed when one did not fit.
Json fits_series(const CuckooSettings& s, const Tables& tables) {
    Json series = {{"load", s.loads}, {"value", Json::array()}, {"low", Json::array()}, {"high", Json::array()}};
    const std::vector<double> reached = tables.column(placed);
    for (const double load : s.loads) {
        std::vector<double> fit;
        for (const double keys : reached) fit.push_back(keys >= s.keys(load) ? 1 : 0);
        const Json m = metric(estimate(fit));
        for (const char* key : {"value", "low", "high"}) series[key].push_back(m.at(key));
    }
    return series;
}

Json cuckoo_report(const Json& config, const Tables& tables) {
    const CuckooSettings s(config);
    Json m = {{"loadAtFailure", metric(scaled(tables, placed, s.cells))},
              {"movesPerKey", metric(estimate(tables.column(moves_per_key)))},
              {"longestChain", metric(estimate(tables.column(longest_chain)))}};
    return {{"metrics", m}, {"series", {{"fits", fits_series(s, tables)}}}};
}

Json ring_report(const Json& config, const Tables& tables) {
    const RingSettings s(config);
    const auto of = [&](std::size_t column) { return metric(estimate(tables.column(column))); };
    Json m = Json::object();
    if (s.cap == 0) {
        m["maxShare"] = of(max_share);
        m["minShare"] = of(min_share);
        m["shareVariance"] = of(share_variance);
    }
    m["keys"] = {{"value", s.keys}};
    if (s.keys > 0) m["maxLoad"] = of(max_load);
    if (s.cap > 0) {
        m["cap"] = {{"value", s.cap}};
        m["displaced"] = of(displaced);
        m["fullNodes"] = of(full_nodes);
        m["stepsPerKey"] = of(steps_per_key);
    }
    return {{"metrics", m}, {"series", Json::object()}};
}

Json report(const Json& config, const Tables& tables) {
    Json out = config.at("scheme").at("id") == "cuckoo" ? cuckoo_report(config, tables) : ring_report(config, tables);
    out["theory"] = theory(config);
    out["warnings"] = Json::array();
    return out;
}

std::string engine(const Json&) {
    return "direct";
}

}  // namespace

Parts describe_schemes() {
    static const Part all[] = {cuckoo_part(), consistent_part(), bounded_part()};
    return all;
}

Experiment hashing_experiment() {
    return {"hashing",
            "Hashing",
            "Keys find their place by hash functions: in a cuckoo table, where what matters is how full it gets, or on "
            "a ring of nodes, "
            "where it is how unequal the nodes' shares are.",
            params(),
            metrics(),
            check,
            create,
            engine,
            report,
            known_laws};
}

}  // namespace p2c
