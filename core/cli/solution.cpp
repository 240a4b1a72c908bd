// The answer of p2c solve, in JSON, in words and as a table.
#include <algorithm>
#include <cmath>

#include "../lab.h"
#include "catalogue_view.h"
#include "estimate.h"
#include "solve.h"
#include "text.h"

namespace p2c::cli {
namespace {

/// The answer, with the ends of its interval where the search found them.
struct Answer {
    double value = 0;
    std::optional<double> good, bad;  ///< towards the good end of the axis, and away from it
    double beyond = 0;                ///< the nearest point that is not below the target
    bool largest = false;
};

/// From where the whole interval of the metric is below the target to where it no longer is at all. With whole numbers
/// both are answers that the noise allows; otherwise they are the points outside.
std::optional<Answer> answer_of(const Axis& axis, const Search& search) {
    const auto good_end = search.good_end();
    if (!good_end) return std::nullopt;
    const Bracket value = search.bracket(Edge::value);
    Answer out;
    out.value = *value.good;
    out.beyond = *value.bad;
    out.largest = *good_end == axis.from;
    if (!search.points().at(out.value).low) return out;  // a single replication has no interval
    out.good = search.bracket(Edge::high).good;
    const Bracket low = search.bracket(Edge::low);
    out.bad = axis.whole && low.bad ? low.good : low.bad;
    return out;
}

std::string digits(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return std::fabs(x) < 1e15 && x == std::floor(x) ? number_in_full(x) : text;
}

std::string words_for(const Reading& reading) {
    if (reading.value) return number(*reading.value);
    const std::string reason = text_of(reading.metric, "reason");
    if (reason == "no-steady-state") return "without a value, as there is no steady state";
    if (reason == "not-followed") return "without a value, as the engine follows no request";
    if (reason == "few-samples") return "without a value, as there are too few samples";
    return "without a value" + (reason.empty() ? "" : " (" + reason + ")");
}

class Words {
public:
    Words(const Options& options, const Line& line, const Search& search)
        : search_(search),
          axis_(line.axis()),
          path_(axis_.path),
          what_((axis_.whole && path_.find('.') == std::string::npos ? "number of " : "") + path_),
          target_(options.metrics.front() + " below " + number_in_full(*options.below)),
          held_(options.same_traffic ? ", with the same traffic throughout," : "") {}

    std::string found(const Answer& answer, bool intervals) const {
        std::string out = std::string("The ") + (answer.largest ? "largest " : "smallest ") + what_ + " that keeps " +
                          target_ + held_ + " is " + digits(answer.value) + "; at " + digits(answer.beyond) +
                          " it is " + words_for(search_.points().at(answer.beyond)) + ".";
        if (!intervals) return out + " A single replication has no interval.";
        return out + (axis_.whole ? whole_interval(answer) : interval(answer));
    }

    /// The ends of the axis are alike.
    std::string not_found() const {
        const Reading &first = search_.points().at(axis_.from), &last = search_.points().at(axis_.to);
        const bool all = search_.below(first, Edge::value);
        return (all ? "Every " : "No ") + what_ + " from " + digits(axis_.from) + " to " + digits(axis_.to) +
               " keeps " + target_ + held_ + " if the metric goes one way in between: it is " + words_for(first) +
               " at the one end and " + words_for(last) + " at the other. Another range is given as --vary " + path_ +
               "=from..to.";
    }

    std::string stopped(const std::optional<Answer>& answer) const {
        const std::string none = "Stopped before the answer was known";
        if (!answer) return none + ".";
        return none + "; it lies between " + digits(std::min(answer->value, answer->beyond)) + " and " +
               digits(std::max(answer->value, answer->beyond)) + ".";
    }

private:
    std::string interval(const Answer& answer) const {
        const std::string good = answer.good ? "at " + digits(*answer.good) + " all of it is below"
                                             : "nowhere on this side is all of it below";
        const std::string bad = answer.bad
                                    ? "at " + digits(*answer.bad) + " none"
                                    : "even at " + digits(answer.largest ? axis_.to : axis_.from) + " a part still is";
        return " By the metric's 95 % interval: " + good + ", " + bad + ".";
    }

    std::string whole_interval(const Answer& answer) const {
        if (!answer.good || !answer.bad)
            return " The metric's 95 % interval leaves it open up to the end of the range.";
        if (*answer.good == *answer.bad) return " The metric's 95 % interval leaves no other.";
        return " The metric's 95 % interval allows any from " + digits(std::min(*answer.good, *answer.bad)) + " to " +
               digits(std::max(*answer.good, *answer.bad)) + ".";
    }

    const Search& search_;
    const Axis& axis_;
    std::string path_, what_, target_, held_;
};

Json number_or_null(const std::optional<double>& x, bool whole) {
    if (!x) return nullptr;
    return whole ? Json(static_cast<std::int64_t>(*x)) : Json(*x);
}

Json answer_json(const Answer& answer, bool whole) {
    const Json good = number_or_null(answer.good, whole), bad = number_or_null(answer.bad, whole);
    return {{"value", number_or_null(answer.value, whole)},
            {"low", answer.largest ? good : bad},
            {"high", answer.largest ? bad : good},
            {"is", answer.largest ? "largest" : "smallest"}};
}

Json points_json(const Search& search) {
    Json out = Json::array();
    for (const auto& [x, reading] : search.points()) {
        Json point = reading.settings;
        point["below"] = search.below(reading, Edge::value);
        point["metric"] = reading.metric;
        for (const Json& warning : reading.warnings) point["warnings"].push_back(text_of(warning, "id"));
        out.push_back(point);
    }
    return out;
}

/// What the runs at the answer are warned of, and whether the metric goes one way at all.
Json warnings_of(const Axis& axis, const Search& search, const std::optional<Answer>& answer) {
    Json out = answer ? search.points().at(answer->value).warnings : Json::array();
    if (const auto pair = search.contradiction())
        out.push_back({{"id", "not-monotone"},
                       {"field", axis.path},
                       {"message", "The metric does not go one way: it is beyond chance larger at " + axis.path + " " +
                                       digits(pair->first) + " than at " + digits(pair->second) +
                                       ", so that there may be other answers; p2c sweep shows its course."}});
    return out;
}

std::string verdict(const Search& search, bool stopped, bool found) {
    if (stopped) return "stopped";
    if (found) return "found";
    return search.below(search.points().begin()->second, Edge::value) ? "all" : "none";
}

}  // namespace

Json solution_json(const Options& options, const Line& line, const Search& search, bool stopped) {
    const Axis& axis = line.axis();
    const std::optional<Answer> answer = answer_of(axis, search);
    const bool intervals = answer && search.points().at(answer->value).low;
    const Words words(options, line, search);
    Json out = {{"schema", 1}, {"version", version()}, {"config", line.resolved()}, {"vary", axis.path}};
    out["from"] = number_or_null(axis.from, axis.whole);
    out["to"] = number_or_null(axis.to, axis.whole);
    out["sameTraffic"] = options.same_traffic;
    out["metric"] = options.metrics.front();
    out["below"] = *options.below;
    out["verdict"] = verdict(search, stopped, answer.has_value());
    out["answer"] = answer && !stopped ? answer_json(*answer, axis.whole) : Json(nullptr);
    out["words"] = stopped ? words.stopped(answer) : answer ? words.found(*answer, intervals) : words.not_found();
    out["points"] = points_json(search);
    out["warnings"] = warnings_of(axis, search, stopped ? std::nullopt : answer);
    return out;
}

std::string solution_table(const Json& solution) {
    const std::string path = text_of(solution, "vary"), name = text_of(solution, "metric");
    std::vector<std::vector<std::string>> rows = {{path, name, "95 %", "below", ""}};
    if (solution.at("sameTraffic") == true) rows[0].insert(rows[0].begin() + 1, "load");
    for (const Json& point : solution.at("points")) {
        const Estimate estimate = estimate_of(point.at("metric"));
        std::vector<std::string> row;
        for (const std::string& heading : rows[0])
            if (point.contains(heading) && heading != "below") row.push_back(digits(point.at(heading).get<double>()));
        std::string note = estimate.note;
        for (const Json& id : point.value("warnings", Json::array()))
            if (id != text_of(point.at("metric"), "reason")) note += (note.empty() ? "" : "; ") + id.get<std::string>();
        row.insert(row.end(),
                   {estimate.value_text(), estimate.interval_text(), point.at("below") == true ? "yes" : "no", note});
        rows.push_back(row);
    }
    std::string out = wrapped(text_of(solution, "words"), 0) + "\n" + aligned(rows);
    for (const Json& warning : solution.at("warnings"))
        out += "\n" + wrapped("Warning: " + text_of(warning, "message"), 0);
    return out;
}

}  // namespace p2c::cli
