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
    return kind == "part" && value.is_string() ? Json{{"id", value}} : value;
}

void assign(const std::string& option, Json& config, const std::string& path, Json value) {
    Json* at = &config;
    std::string walked;
    for (const std::string& key : split(option, path)) {
        if (at->is_null()) *at = Json::object();
        if (!at->is_object())
            throw UsageError(option + " " + path + " is not possible because " + walked +
                             " is no object in this configuration.");
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
