// The catalogue and the JSON Schema: two views of the same descriptions.
#include "lab.h"
#include "registry.h"

namespace p2c {

std::string catalogue() {
    Json out = {{"schema", 1}, {"version", version()}, {"experiments", Json::array()}, {"families", Json::object()}};
    for (const Experiment& e : experiments()) {
        Json entry = {{"id", e.id}, {"label", e.label}, {"help", e.help}, {"params", Json::array()}, {"metrics", Json::array()}};
        for (const Param& p : e.params) entry["params"].push_back(describe(p));
        for (const Metric& m : e.metrics) entry["metrics"].push_back(describe(m));
        if (e.laws) entry["laws"] = e.laws();
        out["experiments"].push_back(entry);
    }
    for (const auto& [name, parts] : families()) {
        Json& members = out["families"][std::string(name)] = Json::array();
        for (const Part& part : parts) members.push_back(describe(part));
    }
    return out.dump();
}

namespace {

Json object_schema(Params params);

Json part_schema(const Param& p) {
    bool first = p.kind == Kind::parts;
    Json any = Json::array();
    for (const auto& [name, parts] : families()) {
        if (name != p.family) continue;
        for (const Part& part : parts) {
            Json entry = object_schema(part.params);
            entry["title"] = part.label;
            entry["description"] = part.help;
            entry["properties"]["id"] = {{"const", part.id}};
            // The parameter's own default is what an object without an id means.
            if (p.kind == Kind::parts ? !first : Json(part.id) != fallback(p).at("id")) entry["required"] = {"id"};
            first = false;
            any.push_back(entry);
        }
    }
    return {{"oneOf", any}};
}

Json number_schema(const Param& p) {
    Json s = {{"type", p.kind == Kind::integer || p.kind == Kind::seed ? "integer" : "number"}};
    s[p.open_low ? "exclusiveMinimum" : "minimum"] = p.low;
    s["maximum"] = p.high;
    if (!p.word.empty()) return {{"anyOf", {{{"const", p.word}}, s}}};
    return s;
}

Json param_schema(const Param& p) {
    Json s;
    switch (p.kind) {
        case Kind::integer:
        case Kind::real:
        case Kind::seed: s = number_schema(p); break;
        case Kind::boolean: s = {{"type", "boolean"}}; break;
        case Kind::choice:
            s["enum"] = Json::array();
            for (const Option& o : p.options) s["enum"].push_back(o.id);
            break;
        case Kind::part: s = part_schema(p); break;
        case Kind::parts: s = {{"type", "array"}, {"minItems", p.fewest}, {"maxItems", p.most}, {"items", part_schema(p)}}; break;
        case Kind::group: s = object_schema(p.params); break;
        case Kind::list: s = {{"type", "array"}, {"minItems", p.fewest}, {"maxItems", p.most}, {"items", number_schema(p)}}; break;
    }
    s["title"] = p.label;
    s["description"] = p.help;
    s["default"] = fallback(p);
    return s;
}

/// One part under the older name, or none.
Json once_schema(const Param& p) {
    Json s = part_schema(p);
    s["oneOf"].push_back({{"type", "object"}, {"properties", {{"id", {{"const", "none"}}}}}, {"required", {"id"}}});
    s["title"] = p.label;
    s["description"] = "The older form of " + std::string(p.name) + ", for one of them.";
    s["default"] = Json{{"id", "none"}};
    return s;
}

Json object_schema(Params params) {
    Json properties = Json::object();
    for (const Param& p : params) {
        properties[std::string(p.name)] = param_schema(p);
        if (!p.formerly.empty()) properties[std::string(p.formerly)] = once_schema(p);
    }
    return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

}  // namespace

std::string schema() {
    Json any = Json::array();
    for (const Experiment& e : experiments()) {
        Json entry = object_schema(e.params);
        entry["title"] = e.label;
        entry["description"] = e.help;
        entry["properties"]["schema"] = {{"const", 1}};
        entry["properties"]["experiment"] = {{"const", e.id}};
        entry["required"] = {"experiment"};
        any.push_back(entry);
    }
    const Json out = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "P2C Lab configuration"}, {"oneOf", any}};
    return out.dump();
}

}  // namespace p2c
