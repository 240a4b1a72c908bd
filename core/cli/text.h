// Plain text for people: aligned columns, wrapped paragraphs, numbers with as many digits as they are worth.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace p2c::cli {

/// Characters on screen of a UTF-8 text without wide characters.
std::size_t width_of(const std::string& text);

/// The text broken into lines of at most `width` characters, each after `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

/// The first row is a heading. Words stand flush left, numbers flush right with decimal points below each other; a
/// column with nothing below its heading is left out.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t indent = 0);

/// A number as people write it: 4 significant digits, from 1000 on no decimals.
std::string number(double value);

/// A number with the digits that an uncertainty of ± half_width leaves it ("1.912" for 0.042).
std::string number(double value, double half_width);

/// A number in full: 1000000000, 0.25, 9007199254740991.
std::string number_in_full(double value);

/// The half-width itself, to two significant digits ("± 0.042").
std::string plus_minus(double half_width);

/// One item per comma: "a, b and c", or "a, b or c".
std::string listed(const std::vector<std::string>& items, const std::string& last = "and");

}  // namespace p2c::cli
