#include "metric.h"

#include <algorithm>

#include "base/error.h"
#include "base/refuse.h"
#include "base/statistics.h"

namespace p2c::reproduce {

double half_digit(int decimals) {
    double unit = 0.5;
    for (; decimals > 0; --decimals) unit /= 10;
    for (; decimals < 0; ++decimals) unit *= 10;
    return unit;
}

std::pair<std::string, std::string> split_metric(const std::string& text, const std::string& path) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
        refuse(path, {path, " must name a metric as \"run:metric\", not \"", text.substr(0, 60), "\"."});
    return {text.substr(0, colon), text.substr(colon + 1)};
}

namespace {

bool is_index(const std::string& word) {
    return !word.empty() && word.size() < 7 && word.find_first_not_of("0123456789") == std::string::npos;
}

/// The entry of the list `name` inside `parent` for a level.
const Json* entry(const Json& list, const Json* parent, const std::string& name, const std::string& word) {
    if (!is_index(word)) return nullptr;
    auto at = static_cast<double>(std::stoi(word));
    if (parent && parent->is_object() && parent->contains(name + "From")) at -= parent->at(name + "From").get<double>();
    if (at < 0 || at >= static_cast<double>(list.size())) return nullptr;
    return &list.at(static_cast<std::size_t>(at));
}

}  // namespace

const Json* at_path(const Json& root, const std::string& path) {
    const Json* here = &root;
    const Json* parent = nullptr;
    std::string name;
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t dot = std::min(path.find('.', from), path.size());
        const std::string word = path.substr(from, dot - from);
        const Json* next = nullptr;
        if (here->is_array()) {
            next = entry(*here, parent, name, word);
        } else if (here->is_object()) {
            if (const auto found = here->find(word); found != here->end()) next = &*found;
        }
        if (!next) return nullptr;
        parent = here;
        here = next;
        name = word;
        from = dot + 1;
    }
    return here;
}

const Json& result_of(const std::string& run, const std::string& path, const Json& results) {
    const auto found = results.is_object() ? results.find(run) : results.end();
    if (!results.is_object() || found == results.end())
        refuse(path, {path, " needs the result of the run \"", run, "\", which is not there."});
    return *found;
}

namespace {

[[noreturn]] void no_value(const std::string& text, const std::string& path) {
    refuse(path, {path, " has no value: there is no number for ", text, " in the result."});
}

/// The standard error out of the 95 % interval over the replications.
Quantity measured(const std::string& name, const Json& metric, std::uint32_t replications) {
    Quantity out = constant(metric.at("value").get<double>());
    const auto high = metric.find("high");
    if (replications < 2 || high == metric.end() || !high->is_number()) return out;
    const double half = high->get<double>() - out.value;
    out.parts[name] = {half / student_t(0.975, replications - 1), replications};
    return out;
}

}  // namespace

Quantity metric(const std::string& text, const std::string& path, const Json& results) {
    const auto [run, name] = split_metric(text, path);
    const Json& result = result_of(run, path, results);
    const bool known = name.starts_with("theory.");
    const Json* found = at_path(known ? result : result.at("metrics"), name);
    if (!found) no_value(text, path);
    if (found->is_number()) return constant(found->get<double>());
    if (!found->is_object() || !found->contains("value") || !found->at("value").is_number()) no_value(text, path);
    if (known) return constant(found->at("value").get<double>());
    return measured(text, *found, result.at("replications").at("of").get<std::uint32_t>());
}

}  // namespace p2c::reproduce
