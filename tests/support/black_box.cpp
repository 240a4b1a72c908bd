#include "black_box.h"

#include <map>
#include <stdexcept>
#include <string_view>

#include "test_files.h"

namespace check {

const Json& reference(const std::string& name) {
    static std::map<std::string, Json> parsed;
    auto& file = parsed[name];
    if (file.is_null()) file = Json::parse(p2c_test_file(name));
    return file;
}

std::string run_text(const Json& config, p2c::Range range, double budget) {
    auto run = p2c::create_run(config.dump(), range);
    while (run->step(budget)) {
    }
    return run->result();
}

std::string part_text(const Json& config, p2c::Range range) {
    auto run = p2c::create_run(config.dump(), range);
    while (run->step(1e5)) {
    }
    return run->part();
}

Json run(const Json& config, p2c::Range range) {
    return Json::parse(run_text(config, range));
}

std::vector<Json> runs(const Json& config) {
    const auto count = config.at("replications").get<std::uint32_t>();
    std::vector<Json> results;
    for (std::uint32_t r = 0; r < count; ++r) results.push_back(run(config, {r, r + 1}));
    return results;
}

const Json& metric(const Json& result, const std::string& path) {
    const Json* node = &result.at("metrics");
    for (std::size_t from = 0; from <= path.size();) {
        const auto dot = std::min(path.find('.', from), path.size());
        const auto name = path.substr(from, dot - from);
        node = node->is_array() ? &node->at(std::stoul(name)) : &node->at(name);
        from = dot + 1;
    }
    return *node;
}

double value(const Json& result, const std::string& path) {
    const Json& found = metric(result, path);
    if (found.is_number()) return found.get<double>();
    if (found.at("value").is_null()) throw std::runtime_error(path + " has no value: " + found.dump());
    return found.at("value").get<double>();
}

Estimate measure(const Json& result, const std::string& path) {
    const Json& found = metric(result, path);
    const int count = result.at("replications").at("to").get<int>() - result.at("replications").at("from").get<int>();
    if (count != 10 && count != 20) throw std::runtime_error("only 10 or 20 replications are expected");
    const double t = count == 10 ? 2.26215716 : 2.09302405;  // 97.5 % of Student's law, 9 and 19 degrees of freedom
    return {value(result, path), (found.at("high").get<double>() - found.at("low").get<double>()) / 2 / t};
}

std::vector<double> each(Json config, const std::string& metric) {
    const auto count = config.at("replications").get<std::uint32_t>();
    const std::size_t column = metric == "gap" ? 0 : metric == "max" ? 1 : 2;
    config["replications"] = count + 1;  // one more than is run, so that the rows are in the result
    const Json result = run(config, {0, count});
    std::vector<double> found;
    for (const Json& row : result.at("shard").at("rows")) found.push_back(row.at(column));
    return found;
}

Json with(Json config, const Json& changes) {
    config.merge_patch(changes);
    return config;
}

std::vector<std::string> warnings(const Json& result) {
    std::vector<std::string> ids;
    for (const Json& warning : result.at("warnings")) ids.push_back(warning.at("id"));
    return ids;
}

bool warns(const Json& result, const std::string& id) {
    for (const std::string& found : warnings(result))
        if (found == id) return true;
    return false;
}

std::string figures(const Json& result) {
    return result.at("metrics").dump() + result.at("series").dump();
}

}  // namespace check
