#include "packed.h"

#include <array>
#include <string_view>

#include "refuse.h"

namespace p2c {

namespace {

constexpr std::string_view alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
constexpr unsigned bits = 5;
constexpr std::uint64_t more = std::uint64_t{1} << bits;

/// What each character stands for; −1: nothing.
constexpr auto digits = [] {
    std::array<signed char, 256> table{};
    for (signed char& digit : table) digit = -1;
    for (std::size_t i = 0; i < alphabet.size(); ++i) table[static_cast<unsigned char>(alphabet[i])] = static_cast<signed char>(i);
    return table;
}();

}  // namespace

std::string pack(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (std::uint64_t x : numbers) {
        for (; x >= more; x >>= bits) text += alphabet[more + (x & (more - 1))];
        text += alphabet[x];
    }
    return text;
}

std::vector<std::uint64_t> unpack(const std::string& text) {
    std::vector<std::uint64_t> numbers;
    std::uint64_t number = 0;
    unsigned shift = 0;
    bool right = true;
    for (const char c : text) {
        const int d = digits[static_cast<unsigned char>(c)];
        right = right && d >= 0 && shift < 64;
        if (!right) break;
        const std::uint64_t part = static_cast<std::uint64_t>(d) & (more - 1);
        right = part << shift >> shift == part;
        number |= part << shift;
        shift += bits;
        if (d >= static_cast<int>(more)) continue;
        numbers.push_back(number);
        number = 0;
        shift = 0;
    }
    if (!right || shift > 0) refuse("shard", {"shard holds a column that is not as p2c wrote it."});
    return numbers;
}

}  // namespace p2c
