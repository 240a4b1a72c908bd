#include "part.h"

#include <algorithm>

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

Json fallback(const Param& p) {
    switch (p.kind) {
        case Kind::integer:
        case Kind::seed: return static_cast<std::int64_t>(p.number);
        case Kind::real: return p.number;
        case Kind::boolean: return p.number != 0;
        case Kind::choice: return p.text;
        case Kind::part: return p.text.front() == '{' ? parse_json(std::string(p.text), "A default") : Json{{"id", p.text}};
        case Kind::parts: return Json::array();
        case Kind::list: return parse_json(std::string(p.text), "A default");
        case Kind::group: return Json::object();
    }
    return {};
}

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

std::string in_quotes(Text word) { return "\"" + std::string(word) + "\""; }

std::string join_or(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

std::size_t place_of(const Json& config, Parts parts) {
    const auto& id = config.at("id").get_ref<const std::string&>();
    return static_cast<std::size_t>(std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.id == id; }) - parts.begin());
}

}  // namespace p2c
