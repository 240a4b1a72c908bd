#include "json.h"

#include <algorithm>

namespace p2c::cli {
namespace {

constexpr std::size_t kLineWidth = 110;

bool is_scalar_list(const Json& value) {
    if (!value.is_array()) return false;
    for (const Json& item : value)
        if (item.is_structured()) return false;
    return true;
}

std::string one_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool fits(const Json& value, std::size_t indent) {
    if (!value.is_structured() || value.empty() || is_scalar_list(value)) return true;
    return indent > 0 && value.size() <= kLineWidth / 2 && indent + one_line(value).size() <= kLineWidth;
}

void write(const Json& value, std::size_t indent, std::string& out) {
    if (fits(value, indent)) {
        out += one_line(value);
        return;
    }
    const std::string margin(indent + 2, ' ');
    const char* separator = "";
    out += value.is_object() ? "{" : "[";
    for (auto it = value.begin(); it != value.end(); ++it) {
        out += separator;
        out += "\n" + margin;
        if (value.is_object()) out += one_line(Json(it.key())) + ": ";
        write(*it, indent + 2, out);
        separator = ",";
    }
    out += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

Json parse_guarded(const std::string& text) {
    struct TooDeep {};
    const auto guard = [](int depth, Json::parse_event_t, Json&) {
        if (depth > kDeepest) throw TooDeep{};
        return true;
    };
    try {
        return Json::parse(text, guard);
    } catch (const TooDeep&) {
    } catch (const Json::exception&) {
    }
    return Json(Json::value_t::discarded);
}

std::string readable(const Json& value) {
    std::string out;
    write(value, 0, out);
    return out + "\n";
}

std::string readable(const std::string& text) {
    return readable(Json::parse(text));
}

const Json* find_path(const Json& root, const std::string& path) {
    const Json* at = &root;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string key = path.substr(begin, end - begin);
        if (at->is_array()) {
            const std::size_t place = key.empty() || key.size() > 3 || key.find_first_not_of("0123456789") != std::string::npos ? at->size() : std::stoul(key);
            if (place >= at->size()) return nullptr;
            at = &(*at)[place];
        } else {
            if (!at->is_object() || !at->contains(key)) return nullptr;
            at = &(*at)[key];
        }
        begin = end + 1;
    }
    return at;
}

}  // namespace p2c::cli
