#include "result.h"

#include <algorithm>

#include "base/fingerprint.h"
#include "base/packed.h"
#include "base/refuse.h"
#include "lab.h"

namespace p2c {

namespace {

/// For each bucket that is not empty how many empty ones are before it, and its count.
Json histogram_json(const Histogram& h) {
    std::vector<std::uint64_t> buckets;
    std::size_t next = 0;
    for (std::size_t i = h.first(); i < h.last(); ++i) {
        if (h.counts()[i] == 0) continue;
        buckets.push_back(i - next);
        buckets.push_back(h.counts()[i]);
        next = i + 1;
    }
    return {{"max", h.max()}, {"buckets", pack(buckets)}};
}

Histogram read_histogram(const Json& json) {
    Histogram h;
    const std::vector<std::uint64_t> buckets = unpack(json.at("buckets").get<std::string>());
    std::uint64_t next = 0;
    for (std::size_t i = 0; i + 1 < buckets.size(); i += 2) {
        if (buckets[i] >= h.counts().size() - next) refuse("shard", {"shard holds a bucket that does not exist."});
        next += buckets[i] + 1;
        h.add_bucket(next - 1, buckets[i + 1]);
    }
    h.raise_max(json.at("max").get<double>());
    return h;
}

Json shard_json(const Tables& tables) {
    Json tallies = Json::array();
    Json histograms = Json::array();
    for (const Tally& t : tables.tallies) tallies.push_back(t.to_json());
    for (const Histogram& h : tables.histograms) histograms.push_back(histogram_json(h));
    return {{"rows", tables.rows}, {"tallies", tallies}, {"histograms", histograms}};
}

std::string fingerprint(const Tables& tables) {
    Fingerprint hash;
    for (const auto& row : tables.rows)
        for (const double x : row) hash.add(x);
    for (std::size_t i = 0; i < std::min(tables.hashed, tables.tallies.size()); ++i) tables.tallies[i].hash(hash);
    for (const Histogram& h : tables.histograms) {
        hash.add(h.max());
        for (std::size_t i = h.first(); i < h.last(); ++i) {
            if (h.counts()[i] == 0) continue;
            hash.add(static_cast<std::uint64_t>(i));
            hash.add(h.counts()[i]);
        }
    }
    return hash.text();
}

Json head(const Resolved& run, const Tables& tables) {
    const auto to = tables.from + static_cast<std::uint32_t>(tables.rows.size());
    return {{"schema", 1}, {"version", version()}, {"engine", run.experiment->engine(run.config)},
            {"config", run.config}, {"replications", {{"from", tables.from}, {"to", to}, {"of", run.config.at("replications")}}}};
}

}  // namespace

std::string result_text(const Resolved& run, const Tables& tables) {
    Json out = head(run, tables);
    if (tables.rows.empty()) {
        out["metrics"] = Json::object();
    } else {
        const Json report = run.experiment->report(run.config, tables);
        for (const auto& [key, value] : report.items()) out[key] = value;
        out["fingerprint"] = fingerprint(tables);
    }
    if (tables.rows.size() < run.config.at("replications").get<std::size_t>()) out["shard"] = shard_json(tables);
    return out.dump();
}

std::string part_text(const Resolved& run, const Tables& tables) {
    Json out = head(run, tables);
    if (!tables.rows.empty()) out["fingerprint"] = fingerprint(tables);
    out["shard"] = shard_json(tables);
    return out.dump();
}

namespace {

bool fits(const Tables& tables, const Tables& shape) {
    for (const auto& row : tables.rows)
        if (row.size() != shape.columns) return false;
    return tables.tallies.size() == shape.tallies.size() && tables.histograms.size() == shape.histograms.size();
}

}  // namespace

Tables read_shard(const Json& result, const Simulation& simulation) {
    const char* as_written = "shard is not as p2c wrote it; merge takes results of p2c run --replications-from a --replications-to b.";
    try {
        const Json& shard = result.at("shard");
        Tables tables;
        tables.hashed = simulation.tables().hashed;
        tables.from = result.at("replications").at("from").get<std::uint32_t>();
        tables.rows = shard.at("rows").get<std::vector<std::vector<double>>>();
        for (const Json& t : shard.at("tallies")) tables.tallies.push_back(Tally::from_json(t));
        for (const Json& h : shard.at("histograms")) tables.histograms.push_back(read_histogram(h));
        const Json& covered = result.at("replications");
        const bool whole = fits(tables, simulation.tables()) && result.at("schema") == 1 &&
                           covered.at("to") == tables.from + tables.rows.size() &&
                           covered.at("of") == result.at("config").at("replications");
        // The fingerprint tells a file that was changed or cut from one that was not.
        if (whole && (tables.rows.empty() || result.at("fingerprint") == fingerprint(tables))) return tables;
    } catch (const Json::exception&) {
        // Falls through to the one sentence for all that a file can lack.
    }
    refuse("shard", {as_written});
}

void append(Tables& tables, const Tables& next) {
    tables.rows.insert(tables.rows.end(), next.rows.begin(), next.rows.end());
    for (std::size_t i = 0; i < tables.tallies.size(); ++i) tables.tallies[i].add(next.tallies[i]);
    for (std::size_t i = 0; i < tables.histograms.size(); ++i) tables.histograms[i].add(next.histograms[i]);
}

}  // namespace p2c
