#include <algorithm>

#include "catalogue_view.h"
#include "compare.h"
#include "estimate.h"
#include "notes.h"
#include "table.h"
#include "text.h"

namespace p2c::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string percent(const Json* share) {
    return share && share->is_number() ? number(100 * share->get<double>(), 1) + " %" : "";
}

std::string headings(const Json& comparison, const Json& experiment) {
    const Json& variants = comparison.at("variants");
    const Json& covered = comparison.at("replications");
    const std::string to = covered.at("to").dump(), of = covered.at("of").dump();
    std::string out = text_of(experiment, "label") + ", p2c " + text_of(comparison, "version") + ": " +
                      std::to_string(variants.size()) + " variants under the same requests, " +
                      (to == of ? of : to + " of " + of) + (of == "1" ? " replication\n" : " replications\n");
    out += wrapped(words_for(variants.front().at("result").at("config")), 2);
    return out + "\n";
}

/// Cells of one variant: value and interval, then what it differs from the first by.
std::vector<std::string> cells(const Json& metric, const Json* difference, double factor) {
    const Estimate own = estimate_of(metric).scaled(factor);
    std::vector<std::string> out = {own.value_text(), own.interval_text()};
    if (!difference) return out;
    const Estimate less = estimate_of(*difference).scaled(factor);
    const Json* quotient = find_path(*difference, "ratio");
    const Estimate ratio = quotient ? estimate_of(*quotient) : Estimate{};
    out.insert(out.end(), {less.value_text(), less.interval_text(), percent(find_path(*difference, "ofIndependent")),
                           ratio.value ? ratio.value_text() : "", ratio.interval_text()});
    return out;
}

class Table {
public:
    Table(const Json& comparison, const Options& options, const Json& experiment)
        : comparison_(comparison),
          options_(options),
          sheet_{comparison.at("variants").front().at("result"), experiment,
                 scale_for(comparison.at("variants").front().at("result"), options.unit.value_or(TimeUnit{}))} {}

    std::string text() {
        for (const Json& spec : sheet_.experiment.at("metrics"))
            if (asked(spec)) add(spec);
        return (rows_.size() > 1 ? aligned(rows_) : "") + notes_.text() + warnings();
    }

private:
    /// By name, or else if it says something of a variant.
    bool asked(const Json& spec) const {
        const auto& names = options_.metrics;
        if (!names.empty()) return std::find(names.begin(), names.end(), text_of(spec, "name")) != names.end();
        const Json& variants = comparison_.at("variants");
        return std::any_of(variants.begin(), variants.end(), [&](const Json& one) { return says(one.at("result"), spec, catalogue_); });
    }

    void add(const Json& spec) {
        const std::string name = text_of(spec, "name"), label = text_of(spec, "label"), unit = sheet_.unit(spec);
        std::string first = label + (unit.empty() ? "" : " [" + unit + "]");
        const Json& variants = comparison_.at("variants");
        for (std::size_t i = 0; i < variants.size(); ++i) {
            const Json* metric = find_path(variants[i].at("result").at("metrics"), name);
            if (metric && metric->is_array()) notes_.add("Lists, whose differences are in the JSON", label);
            if (!metric || !metric->is_object()) continue;  // a plain number says where a list begins
            const Json* difference = nullptr;
            if (i > 0) {
                const Json& all = comparison_.at("differences")[i - 1].at("metrics");
                if (all.contains(name)) difference = &all.at(name);
            }
            rows_.push_back({first, text_of(variants[i], "name")});
            const auto numbers = cells(*metric, difference, sheet_.factor(spec));
            rows_.back().insert(rows_.back().end(), numbers.begin(), numbers.end());
            first.clear();
            notes_.add(estimate_of(*metric).note, label);
        }
    }

    std::string warnings() const {
        std::string out;
        for (const Json& variant : comparison_.at("variants"))
            for (const Json& warning : variant.at("result").value("warnings", Json::array()))
                out += "\n" + wrapped("Warning, " + text_of(variant, "name") + ": " + text_of(warning, "message"), 0);
        return out;
    }

    const Json& comparison_;
    const Options& options_;
    Sheet sheet_;
    CatalogueView catalogue_;
    Rows rows_ = {{"", "", "value", "95 %", "minus first", "95 %", "of independent", "over first", "95 %"}};
    Notes notes_;
};

}  // namespace

std::string comparison_table(const Json& comparison, const Options& options) {
    const CatalogueView catalogue;
    const Json& config = comparison.at("variants").front().at("result").at("config");
    const Json* experiment = catalogue.experiment(text_of(config, "experiment"));
    std::string out = headings(comparison, *experiment) + Table(comparison, options, *experiment).text();
    if (comparison.at("replications").at("to").get<std::uint32_t>() > 1)  // one has no intervals
        out += "\n" + wrapped(
                          "\"of independent\" is the width of the interval of a difference over that of two runs under "
                          "requests of their own.",
                          0);
    return out;
}

}  // namespace p2c::cli
