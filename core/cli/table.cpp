#include "table.h"

#include <algorithm>
#include <vector>

#include "catalogue_view.h"
#include "estimate.h"
#include "failure.h"
#include "notes.h"
#include "sheet.h"
#include "text.h"

namespace p2c::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kLongest = 20;  // list that is shown in full

/// Mean service time of a result's configuration: recorded sizes have no parameter for it.
double mean_service_of(const Json& result) {
    if (const Json* mean = find_path(result, "config.service.mean")) return number_of(*mean).value_or(1);
    const Json* values = find_path(result, "config.service.values");
    if (!values || values->empty()) return 1;
    double sum = 0;
    for (const Json& x : *values) sum += number_of(x).value_or(0);
    return sum / static_cast<double>(values->size());
}

TimeScale time_scale(const Json& result, const TimeUnit& unit) {
    const double mean_service = mean_service_of(result);
    // Where times are not set against a load they stay in the unit of the configuration.
    const bool bare = !result.at("config").contains("load");
    if (bare && unit.kind != TimeUnit::Kind::median) return {unit.kind == TimeUnit::Kind::mean ? 1 : unit.milliseconds, unit.kind == TimeUnit::Kind::mean ? "as configured" : "ms", ""};
    if (unit.kind == TimeUnit::Kind::milliseconds) return {unit.milliseconds / mean_service, "ms", ""};
    if (unit.kind == TimeUnit::Kind::mean) return {1 / mean_service, "mean service time", "s"};
    const Json* metric = find_path(result, "metrics.serviceMedian");
    const auto median = metric ? estimate_of(*metric).value : std::nullopt;
    if (!median || *median <= 0)
        throw UsageError("--unit median is not possible because this result has no median service time.");
    return {1 / *median, "median service time", "s"};
}

std::string brief(const Json& value);

std::string brief_members(const Json& object, const std::string& skipped, const std::string& between) {
    std::string out;
    for (const auto& [key, value] : object.items())
        if (key != skipped) out += (out.empty() ? "" : between) + key + " " + brief(value);
    return out;
}

/// {"id":"choices","d":2} as "choices (d 2)".
std::string brief(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return number_in_full(value.get<double>());
    if (value.is_array() && value.size() > kLongest) return std::to_string(value.size()) + " numbers";
    if (!value.is_object()) return value.dump();
    const std::string id = text_of(value, "id"), rest = brief_members(value, "id", ", ");
    if (id.empty() || rest.empty()) return id + rest;
    return id + " (" + rest + ")";
}

std::string heading(const Sheet& sheet) {
    const Json& covered = sheet.result.at("replications");
    const auto from = covered.at("from").get<std::uint64_t>(), to = covered.at("to").get<std::uint64_t>();
    const auto all = covered.at("of").get<std::uint64_t>();
    std::string out = text_of(sheet.experiment, "label") + ", p2c " + text_of(sheet.result, "version") + "\n";
    out += wrapped(words_for(sheet.result.at("config")), 2);
    out += "  " + (to - from == all ? std::to_string(all) + (all == 1 ? " replication" : " replications")
                                    : "replications " + std::to_string(from) + " to " + std::to_string(to - 1) +
                                          " of " + std::to_string(all));
    out += ", engine " + text_of(sheet.result, "engine");
    const std::string fingerprint = text_of(sheet.result, "fingerprint");
    return out + (fingerprint.empty() ? "" : ", fingerprint " + fingerprint) + "\n\n";
}

std::string exact_text(const Sheet& sheet, const std::string& path, double factor) {
    const Json* exact = find_path(sheet.result, "theory." + path);
    const auto value = exact ? estimate_of(*exact).value : std::nullopt;
    return value ? number(*value * factor) : "";
}

std::string scalar_table(const Sheet& sheet, const CatalogueView& catalogue) {
    Rows rows = {{"", "value", "95 %", "all runs", sheet.theory_word(), ""}};
    Notes notes;
    for (const Json& spec : sheet.experiment.at("metrics")) {
        const std::string name = text_of(spec, "name"), label = text_of(spec, "label");
        const Json* metric = find_path(sheet.result.at("metrics"), name);
        if (!metric || metric->is_array() || !says(sheet.result, spec, catalogue)) continue;
        const double factor = sheet.factor(spec);
        const Estimate estimate = estimate_of(*metric).scaled(factor);
        notes.add(estimate.note, label);
        rows.push_back({label, estimate.value_text(), estimate.interval_text(), estimate.pooled_text(),
                        exact_text(sheet, name, factor), sheet.unit(spec)});
    }
    return aligned(rows) + notes.text();
}

std::string source_line(const Sheet& sheet) {
    const Json* source = find_path(sheet.result, "theory.source");
    return source && source->is_string() ? "\n" + wrapped(sheet.theory_word() + ": " + source->get<std::string>(), 0)
                                         : "";
}

}  // namespace

bool says(const Json& result, const Json& spec, const CatalogueView& catalogue) {
    const auto is_set = [&](const Json& path) {
        const Json* value = find_path(result, "config." + path.get<std::string>());
        const Json* param = catalogue.param(text_of(result.at("config"), "experiment"), path.get<std::string>());
        if (!value || !param) return false;
        const Json& usual = param->at("default");
        return usual.is_object() ? value->at("id") != usual.at("id") : *value != usual;
    };
    return !spec.contains("with") || std::any_of(spec.at("with").begin(), spec.at("with").end(), is_set);
}

TimeScale scale_for(const Json& result, const TimeUnit& unit) {
    return time_scale(result, unit);
}

std::string words_for(Json config) {
    config.erase("schema");
    return brief_members(config, "experiment", "; ");
}

std::string table_of(const Json& result, const TimeUnit& unit) {
    const CatalogueView catalogue;
    const Json* experiment = catalogue.experiment(text_of(result.at("config"), "experiment"));
    if (!experiment) throw UsageError("this result is of an experiment that this version does not know.");
    const Sheet sheet{result, *experiment, time_scale(result, unit)};
    std::string out =
        heading(sheet) + scalar_table(sheet, catalogue) + list_tables(sheet) + series_tables(sheet) + source_line(sheet);
    if (const Json* found = find_path(result, "auto")) out += "\n" + wrapped("Automatic: " + text_of(*found, "message"), 0);
    for (const Json& warning : result.value("warnings", Json::array()))
        out += "\n" + wrapped("Warning: " + text_of(warning, "message"), 0);
    return out;
}

}  // namespace p2c::cli
