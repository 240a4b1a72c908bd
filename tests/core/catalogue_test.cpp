// The catalogue: what it publishes is what create_run accepts.
#include <algorithm>
#include <set>

#include "../support/black_box.h"
#include "../support/catch.h"

using check::Json;

namespace {

const Json& catalogue() {
    static const Json all = Json::parse(p2c::catalogue());
    return all;
}

template <class Visit>
void each_param(const Json& params, const std::string& path, Visit visit) {
    for (const Json& param : params) {
        visit(param, path + param.at("name").get<std::string>());
        if (param.at("kind") == "group")
            each_param(param.at("params"), path + param.at("name").get<std::string>() + ".", visit);
    }
}

// The smallest run of an experiment, so that accepting is quick to see.
Json base(const std::string& experiment) {
    Json config = {{"experiment", experiment}, {"replications", 1}};
    if (experiment == "fleet") config["requests"] = 100;
    if (experiment == "bins") config["bins"] = 64;  // a power of two, as a hypercube needs
    return config;
}

void set(Json& config, const std::string& path, const Json& value) {
    std::string pointer = "/" + path;
    for (char& c : pointer)
        if (c == '.') c = '/';
    config[Json::json_pointer(pointer)] = value;
}

bool accepted(const Json& config) {
    try {
        p2c::create_run(config.dump());
        return true;
    } catch (const p2c::ConfigError&) {
        return false;
    }
}

}  // namespace

TEST_CASE("the catalogue leaves out what a form or a table needs", "[catalogue]") {
    const Json all = catalogue();
    CHECK(all.at("schema") == 1);
    CHECK(all.at("version") == p2c::version());
    const auto complete = [](const Json& param, const std::string& path) {
        INFO(path << " " << param.dump());
        for (const char* key : {"name", "label", "kind", "level", "help"})
            CHECK_FALSE(param.at(key).get<std::string>().empty());
        if (param.at("kind") != "group") CHECK(param.contains("default"));
        if (param.at("kind") == "int" || param.at("kind") == "real") {
            CHECK(param.at("range").size() == 2);
            CHECK(param.at("slider").size() == 2);
            CHECK(param.at("slider").at(0) >= param.at("range").at(0));
            CHECK(param.at("slider").at(1) <= param.at("range").at(1));
            CHECK(param.at("default") >= param.at("range").at(0));
            CHECK(param.at("default") <= param.at("range").at(1));
        }
        if (param.at("kind") == "enum") CHECK(param.at("options").size() >= 2);
    };
    for (const Json& experiment : all.at("experiments"))
        each_param(experiment.at("params"), experiment.at("id").get<std::string>() + ".", complete);
    for (const auto& [family, parts] : all.at("families").items())
        for (const Json& part : parts) {
            CHECK_FALSE(part.at("label").get<std::string>().empty());
            CHECK_FALSE(part.at("help").get<std::string>().empty());
            each_param(part.at("params"), family + "." + part.at("id").get<std::string>() + ".", complete);
        }
}

TEST_CASE("a published default, bound or option is refused, or one beyond is accepted", "[catalogue]") {
    for (const Json& experiment : catalogue().at("experiments")) {
        const std::string id = experiment.at("id");
        CHECK(accepted({{"experiment", id}}));
        each_param(experiment.at("params"), "", [&](const Json& param, const std::string& path) {
            INFO(id << " " << path);
            const std::string kind = param.at("kind");
            const auto with = [&](const Json& value) {
                Json config = base(id);
                set(config, path, value);
                return config;
            };
            if (param.contains("default") && param.at("kind") != "group") CHECK(accepted(with(param.at("default"))));
            if (kind == "int" || kind == "real") {
                const double low = param.at("range").at(0), high = param.at("range").at(1);
                CHECK_FALSE(accepted(with(low - 1)));
                CHECK_FALSE(accepted(with(high * 2 + 1)));
                if (param.value("openLow", false)) CHECK_FALSE(accepted(with(low)));
            }
            if (kind == "enum") {
                for (const Json& option : param.at("options")) CHECK(accepted(with(option.at("id"))));
                CHECK_FALSE(accepted(with("no such option")));
            }
        });
    }
}

TEST_CASE("a published policy or law does not run", "[catalogue]") {
    const Json all = catalogue();
    for (const Json& experiment : all.at("experiments"))
        each_param(experiment.at("params"), "", [&](const Json& param, const std::string& path) {
            const bool many = param.at("kind") == "parts";
            if (param.at("kind") != "part" && !many) return;
            for (const Json& part : all.at("families").at(param.at("family").get<std::string>())) {
                const std::string id = experiment.at("id");
                if (part.contains("experiments") && !part.at("experiments").empty() &&
                    std::find(part.at("experiments").begin(), part.at("experiments").end(), id) ==
                        part.at("experiments").end())
                    continue;
                Json config = base(id), value = {{"id", part.at("id")}};
                each_param(part.at("params"), "",
                           [&](const Json& inner, const std::string& name) { set(value, name, inner.at("default")); });
                if (many) {
                    Json list = Json::array();
                    list.push_back(value);
                    value = list;
                }
                set(config, path, value);
                INFO(config.dump());
                const Json result = check::run(config);
                std::string pointer = "/" + path;
                std::replace(pointer.begin(), pointer.end(), '.', '/');
                CHECK(result.at("config").at(Json::json_pointer(pointer)) == value);
                CHECK(result.at("fingerprint").get<std::string>().size() == 16);
            }
        });
}

namespace {

// Names of a result's metrics, "wait.p99" for those that come in groups.
std::set<std::string> metric_names(const Json& result) {
    std::set<std::string> names;
    for (const auto& [name, metric] : result.at("metrics").items()) {
        if (metric.is_object() && !metric.contains("value"))
            for (const auto& [inner, value] : metric.items()) names.insert(name + "." + inner);
        else
            names.insert(name);
    }
    return names;
}

// Those published for every run, and for one with this part.
std::set<std::string> published_names(const Json& experiment, const std::string& part) {
    std::set<std::string> names;
    for (const Json& metric : experiment.at("metrics")) {
        const Json parts = metric.value("parts", Json::array());
        if (parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end()) names.insert(metric.at("name"));
    }
    return names;
}

}  // namespace

TEST_CASE("published metrics are not those of a result", "[catalogue]") {
    const Json all = catalogue();
    for (const Json& experiment : all.at("experiments")) {
        const Json config = base(experiment.at("id"));
        if (experiment.at("id") != "hashing") CHECK(metric_names(check::run(config)) == published_names(experiment, ""));
        else
            for (const Json& scheme : all.at("families").at("schemes")) {
                const std::string id = scheme.at("id");
                CHECK(metric_names(check::run(check::with(config, {{"scheme", {{"id", id}}}}))) == published_names(experiment, id));
            }
    }
}

TEST_CASE("the JSON Schema does not describe the parameters of the catalogue", "[catalogue]") {
    const Json schema = Json::parse(p2c::schema());
    CHECK(schema.at("$schema") == "https://json-schema.org/draft/2020-12/schema");
    const Json all = catalogue();
    CHECK(schema.at("oneOf").size() == all.at("experiments").size());
    for (std::size_t i = 0; i < all.at("experiments").size(); ++i) {
        const Json& entry = schema.at("oneOf").at(i);
        CHECK(entry.at("additionalProperties") == false);
        for (const Json& param : all.at("experiments").at(i).at("params")) {
            INFO(param.at("name").dump());
            CHECK(entry.at("properties").contains(param.at("name").get<std::string>()));
        }
    }
}
