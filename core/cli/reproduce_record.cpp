#include <cmath>

#include "../lab.h"
#include "reproduce.h"
#include "text.h"

namespace p2c::cli {
namespace {

constexpr const char* kVerdicts[] = {"reproduced", "depends", "differs", "asymptotic", "literature", "open"};

std::string text_in(const Json& object, const char* key) {
    return object.value(key, std::string());
}

/// A cell of a Markdown table holds one line without bars.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    return out;
}

/// "8.76 (8.71…8.81)".
std::string measured(const Json& compare) {
    const double value = compare.at("value").get<double>();
    if (!compare.at("low").is_number()) return number(value);
    const double half = compare.at("high").get<double>() - value;
    return number(value, half) + " (" + number(value - half, half) + "…" + number(value + half, half) + ")";
}

std::string ours(const Json& claim, const Json& found) {
    std::string out;
    for (std::size_t i = 0; i < found.at("compare").size(); ++i) {
        const Json& compare = claim.at("compare").at(i);
        const Json& one = found.at("compare").at(i);
        const std::string what = text_in(compare, "what");
        const char* mark = text_in(compare, "role") == "beside" ? "" : one.at("outcome") == "agrees" ? " ✓" : " ✗";
        out += (out.empty() ? "" : "<br>") + (what.empty() ? "" : what + ": ") + measured(one) + mark;
    }
    return out;
}

const Json* found_in(const Json& record, const Json& id) {
    for (const Json& claim : record.at("claims"))
        if (claim.at("id") == id) return &claim;
    return nullptr;
}

}  // namespace

Json record_of(const Json& judged, const std::map<std::string, Json>& results) {
    Json counts = Json::object();
    for (const char* verdict : kVerdicts) {
        std::size_t count = 0;
        for (const Json& claim : judged.at("claims")) count += claim.at("verdict") == verdict ? 1 : 0;
        if (count > 0) counts[verdict] = count;
    }
    Json runs = Json::object();
    for (const auto& [name, result] : results) runs[name] = result.at("fingerprint");
    return {
        {"version", p2c::version()}, {"errorRate", judged.at("errorRate")}, {"comparisons", judged.at("comparisons")},
        {"counts", counts},          {"claims", judged.at("claims")},       {"runs", runs}};
}

std::string markdown_of(const Json& file, const Json& record) {
    std::string out = counts_line(record) + ".\n";
    int article = 0;
    for (const Json& claim : file.at("claims")) {
        const Json* found = found_in(record, claim.at("id"));
        if (!found) continue;
        if (const int here = claim.at("article").get<int>(); here != article) {
            article = here;
            out += "\n## Article " + std::to_string(article) +
                   "\n\n| | claim | article | here, with its 95 % interval | verdict |\n|---|---|---|---|---|\n";
        }
        const std::string sentence = text_in(claim, "sentence");
        out += "| " + text_in(claim, "id") + " | " + cell(text_in(claim, "claim")) + " | " +
               cell(text_in(claim, "figure")) + " | " + cell(ours(claim, *found)) + " | **" +
               text_in(*found, "verdict") + "**" + (sentence.empty() ? "" : "<br>" + cell(sentence)) + " |\n";
    }
    return out;
}

std::string counts_line(const Json& record) {
    const std::size_t all = record.at("claims").size();
    std::string out = std::to_string(all) + (all == 1 ? " claim" : " claims");
    std::string between = ": ";
    for (const auto& [verdict, count] : record.at("counts").items()) {
        out += between + count.dump() + " " + verdict;
        between = " · ";
    }
    return out;
}

}  // namespace p2c::cli
