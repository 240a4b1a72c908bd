#include "sweep.h"

#include <algorithm>

#include "../lab.h"
#include "catalogue_view.h"
#include "commands.h"
#include "console.h"
#include "estimate.h"
#include "failure.h"
#include "files.h"
#include "interrupt.h"
#include "json.h"
#include "parallel.h"
#include "progress.h"
#include "settings.h"
#include "text.h"

namespace p2c::cli {
namespace {

struct PointJob {
    Point point;
    std::string config;
    std::uint32_t replications;
};

/// Every configuration of the sweep, all checked before the first is run.
std::vector<PointJob> jobs_of(const Options& options) {
    const std::string text = apply_settings(read_text(one_file(options)), options.settings);
    std::vector<PointJob> jobs;
    for (const Point& point : points_over(options, text)) {
        const std::string config = apply_settings(text, point, "--over");
        jobs.push_back({point, config, replications_of(config)});
    }
    return jobs;
}

/// The metrics to show: those asked for, or in rows the experiment's first.
std::vector<std::string> metrics_of(const Options& options, const std::string& experiment) {
    check_metrics(options, experiment);
    if (!options.metrics.empty() || !(options.table || options.csv)) return options.metrics;
    return {text_of(CatalogueView().experiment(experiment)->at("metrics").front(), "name")};
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string number_cell(const Json* value) {
    return value && value->is_number() ? value->dump() : "";
}

/// What is printed: JSON lines as they come, a table or CSV.
class Rows {
public:
    Rows(const Options& options, std::vector<std::string> metrics) : options_(options), metrics_(std::move(metrics)) {
        std::vector<std::string> head;
        for (const auto& axis : options.over) head.push_back(axis.first);
        for (const std::string& name : metrics_)
            for (const char* suffix : options.csv ? std::vector<const char*>{"", ".low", ".high", ".theory"}
                                                  : std::vector<const char*>{"", " 95 %", " theory"})
                head.push_back(name + suffix);
        rows_.push_back(head);
        if (options.csv) emit(csv_line(head));
    }

    void add(const Point& point, const std::string& result) {
        if (!options_.table && !options_.csv) return emit(json_line(point, result));
        const Json parsed = Json::parse(result);
        std::vector<std::string> row;
        for (const auto& [path, value] : point) row.push_back(value);
        for (const std::string& name : metrics_) {
            const Json* metric = find_path(parsed.at("metrics"), name);
            const Json* theory = find_path(parsed, "theory." + name);
            options_.csv ? csv_metric(row, metric, theory) : table_metric(row, metric, theory);
        }
        rows_.push_back(row);
        if (options_.csv) emit(csv_line(row));
    }

    void end() {
        if (options_.table) emit(aligned(rows_));
        if (!options_.output.empty() && !write_text(options_.output, text_)) throw ClosedPipe{};
    }

private:
    std::string json_line(const Point& point, const std::string& result) const {
        const std::string head = "{\"point\":" + point_json(point).dump();
        if (metrics_.empty()) return head + ",\"result\":" + result + "}\n";
        const Json parsed = Json::parse(result);
        Json chosen = Json::object(), theory = Json::object();
        for (const std::string& name : metrics_) {
            if (const Json* metric = find_path(parsed.at("metrics"), name)) chosen[name] = *metric;
            if (const Json* known = find_path(parsed, "theory." + name)) theory[name] = *known;
        }
        return head + ",\"metrics\":" + chosen.dump() + ",\"theory\":" + theory.dump() + "}\n";
    }

    static void csv_metric(std::vector<std::string>& row, const Json* metric, const Json* theory) {
        const auto member = [](const Json* object, const char* key) {
            return object ? find_path(*object, key) : nullptr;
        };
        row.push_back(number_cell(metric && metric->is_number() ? metric : member(metric, "value")));
        row.push_back(number_cell(member(metric, "low")));
        row.push_back(number_cell(member(metric, "high")));
        row.push_back(number_cell(theory && theory->is_number() ? theory : member(theory, "value")));
    }

    static void table_metric(std::vector<std::string>& row, const Json* metric, const Json* theory) {
        const Estimate estimate = metric ? estimate_of(*metric) : Estimate{};
        const auto known = theory ? estimate_of(*theory).value : std::nullopt;
        row.push_back(estimate.value_text());
        row.push_back(estimate.interval_text());
        row.push_back(known ? number(*known) : "");
    }

    static std::string csv_line(const std::vector<std::string>& cells) {
        std::string out;
        for (const std::string& cell : cells) out += (out.empty() ? "" : ",") + csv_cell(cell);
        return out + "\n";
    }

    /// To standard output at once; a file is written at the end, so that it is never half a line.
    void emit(const std::string& text) {
        if (!options_.output.empty())
            text_ += text;
        else if (!write_text("", text))
            throw ClosedPipe{};
    }

    const Options& options_;
    std::vector<std::string> metrics_;
    std::vector<std::vector<std::string>> rows_;
    std::string text_;
};

/// Runs one point; empty when it was interrupted.
std::string run_point(const PointJob& job, unsigned threads, const Report& report) {
    const Range range{0, job.replications};
    const Outcome outcome = run_parallel({job.config, range, threads, report});
    return outcome.finished < range.to ? "" : outcome.result;
}

}  // namespace

int sweep(const Options& options) {
    if (options.over.empty())
        throw UsageError("p2c sweep needs at least one --over path=values, such as --over policy.d=1,2,3.");
    if (options.table && options.csv) throw UsageError("--table and --csv exclude each other.");
    const std::vector<PointJob> jobs = jobs_of(options);
    const std::vector<std::string> metrics =
        metrics_of(options, text_of(parse_guarded(jobs.front().config), "experiment"));
    check_writable(options.output);
    catch_interrupts();
    stop_gently();
    Rows sheet(options, metrics);
    const unsigned threads = threads_for(options);
    std::uint64_t all = 0;
    for (const PointJob& job : jobs) all += job.replications;
    std::size_t done = 0;
    {
        ProgressBar bar(shows_progress(options), static_cast<std::uint32_t>(std::min<std::uint64_t>(all, UINT32_MAX)));
        std::uint32_t finished = 0;
        for (const PointJob& job : jobs) {
            const auto report = [&](double share, std::uint32_t here) {
                bar.draw((static_cast<double>(done) + share) / static_cast<double>(jobs.size()), finished + here);
            };
            const std::string result = run_point(job, threads, report);
            if (result.empty()) break;
            sheet.add(job.point, result);
            finished += job.replications;
            ++done;
        }
    }
    sheet.end();
    if (done == jobs.size()) return kExitOk;
    say("stopped after " + std::to_string(done) + " of " + std::to_string(jobs.size()) + " points.");
    return kExitInterrupted;
}

}  // namespace p2c::cli
