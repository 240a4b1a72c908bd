#include "number_file.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include "failure.h"

namespace p2c::cli {
namespace {

constexpr std::string_view kBetween = " \t\r,;";
constexpr std::string_view kMark = "\xEF\xBB\xBF";  // with which some programs begin a text in UTF-8

/// The next word of a line, which it loses; empty at its end.
std::string_view next_word(std::string_view& line) {
    const std::size_t begin = std::min(line.find_first_not_of(kBetween), line.size());
    const std::size_t end = std::min(line.find_first_of(kBetween, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

bool read_number(std::string_view word, double& number) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size();
}

bool is_heading(std::string_view line) {
    double number = 0;
    const std::string_view word = next_word(line);
    return !word.empty() && !read_number(word, number);
}

void refuse_table(std::string_view heading, const std::string& path, const std::string& name) {
    if (heading.find_first_of(",;\t") == std::string_view::npos) return;
    throw UsageError(path + " must be one list, but " + name + " has several columns; keep only the one that is meant.");
}

void add_line(Json& out, std::string_view line, std::size_t count, const std::string& path, const std::string& name) {
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        double number = 0;
        if (!read_number(word, number) || !std::isfinite(number))
            throw UsageError(path + " must be a list of numbers, but line " + std::to_string(count) + " of " + name +
                             " has \"" + std::string(word.substr(0, 40)) + "\".");
        out.push_back(number);
    }
}

}  // namespace

Json numbers_of(const std::string& text, const std::string& path, const std::string& name) {
    std::string_view rest = text;
    if (rest.starts_with(kMark)) rest.remove_prefix(kMark.size());
    Json out = Json::array();
    for (std::size_t count = 1; !rest.empty(); ++count) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (count == 1 && is_heading(line))
            refuse_table(line, path, name);
        else
            add_line(out, line, count, path, name);
    }
    if (out.empty()) throw UsageError(path + " must be a list of numbers, but " + name + " has none.");
    return out;
}

}  // namespace p2c::cli
