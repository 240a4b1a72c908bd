// The descriptions as JSON: what the catalogue is made of.
#include "part.h"

namespace p2c {

namespace {

const char* kind_name(Kind kind) {
    switch (kind) {
        case Kind::integer: return "int";
        case Kind::real: return "real";
        case Kind::boolean: return "bool";
        case Kind::choice: return "enum";
        case Kind::seed: return "seed";
        case Kind::part: return "part";
        case Kind::group: return "group";
        case Kind::list: return "list";
        case Kind::parts: return "parts";
    }
    return "";
}

bool has_range(Kind kind) {
    return kind == Kind::integer || kind == Kind::real || kind == Kind::seed || kind == Kind::list;
}

}  // namespace

Json describe(const Param& p) {
    Json j = {{"name", p.name}, {"label", p.label}, {"kind", kind_name(p.kind)}};
    if (!p.unit.empty()) j["unit"] = p.unit;
    if (has_range(p.kind)) {
        j["range"] = {p.low, p.high};
        if (p.open_low) j["openLow"] = true;
        j["slider"] = {p.slider_low, p.slider_high};
        if (p.step > 0) j["step"] = p.step;
        j["scale"] = p.scale;
    }
    if (!p.word.empty()) j["word"] = {{"id", p.word}, {"help", p.word_help}};
    if (p.kind == Kind::list || p.kind == Kind::parts) j["count"] = {p.fewest, p.most};
    for (const double x : p.ticks) j["ticks"].push_back(x);
    j["default"] = fallback(p);
    j["level"] = p.level;
    j["group"] = p.group;
    j["help"] = p.help;
    for (const Option& o : p.options) j["options"].push_back({{"id", o.id}, {"label", o.label}, {"help", o.help}});
    if (!p.family.empty()) j["family"] = p.family;
    if (!p.formerly.empty()) j["formerly"] = p.formerly;
    for (const Param& inner : p.params) j["params"].push_back(describe(inner));
    return j;
}

Json describe(const Part& part) {
    Json j = {{"id", part.id}, {"label", part.label}, {"short", part.brief}, {"help", part.help}};
    if (!part.experiment.empty()) j["experiments"].push_back(part.experiment);
    j["params"] = Json::array();
    for (const Param& p : part.params) j["params"].push_back(describe(p));
    return j;
}

Json describe(const Metric& m) {
    Json j = {{"name", m.name}, {"label", m.label}, {"unit", m.unit}, {"help", m.help}};
    for (const Text part : m.parts) j["parts"].push_back(part);
    for (const Text setting : m.with) j["with"].push_back(setting);
    return j;
}

}  // namespace p2c
