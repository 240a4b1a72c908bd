#include "settings.h"

#include "catalogue_view.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "number_file.h"

namespace p2c::cli {
namespace {

std::vector<std::string> split(const std::string& option, const std::string& path) {
    std::vector<std::string> keys(1);
    for (const char c : path) {
        if (c == '.')
            keys.emplace_back();
        else
            keys.back() += c;
    }
    for (const std::string& key : keys)
        if (key.empty()) throw UsageError(option + " " + path + " has an empty name in its path.");
    if (keys.size() > static_cast<std::size_t>(kDeepest)) throw UsageError(option + " has a path of too many names.");
    return keys;
}

Json value_of(const std::string& path, const std::string& text, const Json* param) {
    const std::string kind = param ? text_of(*param, "kind") : "";
    if (kind == "list" && text.starts_with('@')) {
        const std::string name = text.substr(1);
        if (name.empty()) throw UsageError(path + "=@ must be followed by the name of a file.");
        return numbers_of(read_text(name), path, name);
    }
    Json value = parse_guarded(text);
    if (value.is_discarded()) value = text;
    if ((kind != "part" && kind != "parts") || !value.is_string()) return value;
    Json part = Json::object();
    part["id"] = value;
    // Many parts, of which one is named; by its number, or by the older name, it is one.
    if (kind == "part" || path.substr(path.rfind('.') + 1) != text_of(*param, "name")) return part;
    Json parts = Json::array();
    parts.push_back(part);
    return parts;
}

void assign(const std::string& option, Json& config, const std::string& path, Json value) {
    Json* at = &config;
    std::string walked;
    for (const std::string& key : split(option, path)) {
        const bool number = key.size() <= 3 && key.find_first_not_of("0123456789") == std::string::npos;
        if (at->is_null()) *at = number ? Json::array() : Json::object();
        const std::size_t place = number ? std::stoul(key) : 0;
        if (at->is_array() && number && place <= at->size()) {
            walked += "." + key;
            at = &(*at)[place];
            continue;
        }
        if (!at->is_object())
            throw UsageError(option + " " + path + " is not possible because " + walked +
                             " is no " + (at->is_array() ? "list that long" : "object") + " in this configuration.");
        walked += (walked.empty() ? "" : ".") + key;
        at = &(*at)[key];
    }
    *at = std::move(value);
}

}  // namespace

std::string apply_settings(const std::string& text, const std::vector<std::pair<std::string, std::string>>& settings,
                           const std::string& option) {
    if (settings.empty()) return text;
    Json config = parse_guarded(text);
    if (!config.is_object()) return text;
    const CatalogueView catalogue;
    for (const auto& [path, value] : settings)
        assign(option, config, path, value_of(path, value, catalogue.param(text_of(config, "experiment"), path)));
    return config.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace p2c::cli
