#include "json.h"

#include <set>
#include <vector>

#include "refuse.h"

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

/// Builds the value of a text, and refuses a second value for a key, of which one would silently be lost. The only reader
/// there is: nlohmann's own, of which there would be two more, are left out of the program.
class Reader {
public:
    Json root;

    bool null() { return put(nullptr); }
    bool boolean(bool value) { return put(value); }
    bool number_integer(Json::number_integer_t value) { return put(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return put(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return put(value); }
    bool string(std::string& value) { return put(std::move(value)); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return enter(Json::object()); }
    bool start_array(std::size_t) { return enter(Json::array()); }
    bool end_object() { return leave(); }
    bool end_array() { return leave(); }
    bool key(std::string& name) {
        open_.back().key = name;
        if (!open_.back().keys.insert(std::move(name)).second) refuse();
        return true;
    }
    /// Says where it goes wrong; what is no mistake of form is a number out of range.
    bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) {
        constexpr int out_of_range = 406;
        wrong_ = error.id == out_of_range ? too_large : byte;
        return false;
    }

    static constexpr std::size_t too_large = ~std::size_t{0};
    std::size_t wrong() const { return wrong_; }

private:
    /// An object or array that is being read.
    struct Open {
        Json value;
        std::set<std::string> keys;
        std::string key;         ///< the last one; none in an array
        std::size_t values = 0;  ///< read so far
    };

    bool enter(Json value) {
        open_.emplace_back();
        open_.back().value = std::move(value);
        return true;
    }
    bool leave() {
        Json value = std::move(open_.back().value);
        open_.pop_back();
        return put(std::move(value));
    }
    bool put(Json value) {
        if (open_.empty()) {
            root = std::move(value);
            return true;
        }
        Open& open = open_.back();
        if (open.value.is_array()) open.value.push_back(std::move(value));
        else open.value.emplace(open.key, std::move(value));
        ++open.values;
        return true;
    }

    [[noreturn]] void refuse() const {
        std::string path, shown;
        for (const Open& open : open_) {
            const bool array = open.keys.empty();
            const std::string dot = path.empty() || array ? "" : ".";
            path += array ? "[" + std::to_string(open.values) + "]" : dot + open.key;
            shown += array ? "[" + std::to_string(open.values) + "]" : dot + words(open.key);
        }
        p2c::refuse(path, {shown, " is given twice; a key may stand only once in an object."});
    }

    /// Shortened and on one line.
    static std::string words(const std::string& key) {
        const std::string quoted = quote(key);
        return quoted.substr(1, quoted.size() - 2);
    }

    std::vector<Open> open_;
    std::size_t wrong_ = 0;
};

std::string megabytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

}  // namespace

Json parse_json(const std::string& text, const std::string& what, std::size_t most) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        refuse("", {what, " is empty; it must be a JSON object such as {\"experiment\":\"bins\"}."});
    if (text.size() > most) refuse("", {what, " is longer than the ", megabytes(most), " that are read."});
    if (too_deep(text)) refuse("", {what, " is nested more than 32 levels deep, which is the most that is read."});
    Reader reader;
    if (Json::sax_parse(text, &reader)) return std::move(reader.root);
    if (reader.wrong() == Reader::too_large) refuse("", {what, " holds a number that is too large; numbers must be finite."});
    refuse("", {what, " is not valid JSON: it breaks off or goes wrong at byte ", reader.wrong(), "."});
}

std::string number_text(double x) {
    const bool whole = x > -1e15 && x < 1e15 && x == static_cast<double>(static_cast<std::int64_t>(x));
    return whole ? std::to_string(static_cast<std::int64_t>(x)) : Json(x).dump();
}

std::string quote(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 40) text.replace(37, std::string::npos, "...");
    return text;
}

}  // namespace p2c
