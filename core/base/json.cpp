#include "json.h"

#include <set>
#include <vector>

#include "error.h"

namespace p2c {

namespace {

constexpr int max_depth = 32;

/// Depth of brackets outside strings: looked at before parsing, so that no text can exhaust a recursive routine.
bool too_deep(const std::string& text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > max_depth) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

/// Refuses a second value for a key, of which one would silently be lost.
class OnceOnly {
public:
    bool operator()(int, Json::parse_event_t event, const Json& parsed) {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) open_.emplace_back();
        if (event == Event::object_end || event == Event::array_end) open_.pop_back();
        if (event == Event::key) {
            open_.back().key = parsed.get<std::string>();
            if (!open_.back().keys.insert(open_.back().key).second) refuse();
        } else if (event != Event::object_start && event != Event::array_start && !open_.empty()) {
            ++open_.back().values;
        }
        return true;
    }

private:
    /// An object or array that is being read.
    struct Open {
        std::set<std::string> keys;
        std::string key;     ///< the last one; none in an array
        std::size_t values;  ///< read so far
    };

    [[noreturn]] void refuse() const {
        std::string path, shown;
        for (const Open& open : open_) {
            const bool array = open.keys.empty();
            const std::string dot = path.empty() || array ? "" : ".";
            path += array ? "[" + std::to_string(open.values) + "]" : dot + open.key;
            shown += array ? "[" + std::to_string(open.values) + "]" : dot + words(open.key);
        }
        throw ConfigError(path, shown + " is given twice; a key may stand only once in an object.");
    }

    /// Shortened and on one line.
    static std::string words(const std::string& key) {
        const std::string quoted = quote(key);
        return quoted.substr(1, quoted.size() - 2);
    }

    std::vector<Open> open_;
};

std::string megabytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

}  // namespace

Json parse_json(const std::string& text, const std::string& what, std::size_t most) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        throw ConfigError("", what + " is empty; it must be a JSON object such as {\"experiment\":\"bins\"}.");
    if (text.size() > most) throw ConfigError("", what + " is longer than the " + megabytes(most) + " that are read.");
    if (too_deep(text)) throw ConfigError("", what + " is nested more than 32 levels deep, which is the most that is read.");
    try {
        return Json::parse(text, OnceOnly());
    } catch (const Json::parse_error& e) {
        throw ConfigError("", what + " is not valid JSON: it breaks off or goes wrong at byte " +
                                  std::to_string(e.byte) + ".");
    } catch (const Json::exception&) {
        throw ConfigError("", what + " holds a number that is too large; numbers must be finite.");
    }
}

std::string number_text(double x) {
    const bool whole = x > -1e15 && x < 1e15 && x == static_cast<double>(static_cast<std::int64_t>(x));
    return whole ? std::to_string(static_cast<std::int64_t>(x)) : Json(x).dump();
}

std::string quote(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    return text;
}

}  // namespace p2c
