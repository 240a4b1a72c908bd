#include "part.h"

#include <algorithm>

namespace p2c {

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
