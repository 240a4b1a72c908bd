#include "part.h"

#include <algorithm>

namespace p2c {

Param::Param() = default;
Param::Param(const Param&) = default;
Param::Param(Param&&) noexcept = default;
Param& Param::operator=(const Param&) = default;
Param& Param::operator=(Param&&) noexcept = default;
Param::~Param() = default;

namespace {

Param make(Kind kind, const char* name, const char* label, double low, double high, Json fallback) {
    Param p;
    p.kind = kind;
    p.name = name;
    p.label = label;
    p.low = p.slider_low = low;
    p.high = p.slider_high = high;
    p.fallback = std::move(fallback);
    return p;
}

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

Param integer(const char* name, const char* label, double low, double high, double fallback) {
    Param p = make(Kind::integer, name, label, low, high, static_cast<std::int64_t>(fallback));
    p.step = 1;
    return p;
}

Param real(const char* name, const char* label, double low, double high, double fallback) {
    return make(Kind::real, name, label, low, high, fallback);
}

Param boolean(const char* name, const char* label, bool fallback) {
    return make(Kind::boolean, name, label, 0, 1, fallback);
}

Param choice(const char* name, const char* label, std::vector<Option> options, const char* fallback) {
    Param p = make(Kind::choice, name, label, 0, 0, fallback);
    p.options = std::move(options);
    return p;
}

Param seed_param() {
    Param p = make(Kind::seed, "seed", "Seed", 0, 9007199254740991.0, 1);
    p.step = 1;
    return p.in("run").as("detail").about(
        "Names the random numbers. The same configuration with the same seed gives the same numbers everywhere.");
}

Param part(const char* name, const char* label, const char* family, Json fallback) {
    Param p = make(Kind::part, name, label, 0, 0, std::move(fallback));
    p.family = family;
    return p;
}

Param parts(const char* name, const char* label, const char* family, std::size_t most) {
    Param p = part(name, label, family, Json::array());
    p.kind = Kind::parts;
    return p.counting(0, most);
}

Param group(const char* name, const char* label, std::vector<Param> params) {
    Param p = make(Kind::group, name, label, 0, 0, Json::object());
    p.params = std::move(params);
    return p;
}

Param list(const char* name, const char* label, double low, double high, Json fallback) {
    return make(Kind::list, name, label, low, high, std::move(fallback));
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
    if (!p.ticks.empty()) j["ticks"] = p.ticks;
    j["default"] = p.fallback;
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
    if (!part.experiments.empty()) j["experiments"] = part.experiments;
    j["params"] = Json::array();
    for (const Param& p : part.params) j["params"].push_back(describe(p));
    return j;
}

Json describe(const Metric& m) {
    Json j = {{"name", m.name}, {"label", m.label}, {"unit", m.unit}, {"help", m.help}};
    if (!m.parts.empty()) j["parts"] = m.parts;
    return j;
}

std::string join_or(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

std::size_t place_of(const Json& config, const std::vector<Part>& parts) {
    const auto& id = config.at("id").get_ref<const std::string&>();
    return static_cast<std::size_t>(std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.id == id; }) - parts.begin());
}

}  // namespace p2c
