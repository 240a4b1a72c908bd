#include "simulation.h"

#include "base/limits.h"
#include "base/refuse.h"

namespace p2c {

std::vector<double> Tables::column(std::size_t index) const {
    std::vector<double> out;
    out.reserve(rows.size());
    for (const auto& row : rows) out.push_back(row[index]);
    return out;
}

void Simulation::live_set(const std::string& name, double) {
    refuse(name, {(name.empty() ? "A parameter" : quote(Json(name))), " cannot be changed while this experiment runs; start a new run."});
}

Json metric(const Estimate& e) {
    if (!e.has_interval) return {{"value", e.mean}, {"low", nullptr}, {"high", nullptr}};
    return {{"value", e.mean}, {"low", e.mean - e.half_width}, {"high", e.mean + e.half_width}};
}

Json law_words(const Json& item) {
    Json out = Json::object();
    for (const char* key : {"id", "label", "of", "source", "range"}) out[key] = item.at(key);
    return out;
}

namespace {

std::string size_text(double bytes) {
    const char* units[] = {"MB", "GB", "TB", "PB"};
    double x = bytes / 1e6;
    int unit = 0;
    for (; x >= 1000 && unit < 3; ++unit) x /= 1000;
    const double shown = x < 10 ? static_cast<double>(static_cast<std::int64_t>(x * 10 + 0.5)) / 10
                                : static_cast<double>(static_cast<std::int64_t>(x + 0.5));
    return number_text(shown) + " " + units[unit];
}

}  // namespace

void check_memory(double bytes, const std::string& field, const std::string& what) {
    if (bytes <= max_memory) return;
    refuse(field, {field, " is too large: ", what, " would take ", size_text(bytes), " of memory, and a run may take at most ", size_text(max_memory), "."});
}

void unknown_snapshot(const std::string& name, const std::vector<std::string>& known) {
    refuse("snapshot", {"snapshot must be ", join_or(known), "; it is ", quote(Json(name)), "."});
}

}  // namespace p2c
