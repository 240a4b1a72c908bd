#include "text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace p2c::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string printed(const char* format, int digits, double value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, digits, value);
    return buffer;
}

bool worth_fixed(double value, double half_width) {
    return half_width >= 1e-6 && std::fabs(value) < 1e9 && half_width < 1e9;
}

int decimals_for(double half_width) {
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 7);
}

bool is_number(const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("0123456789.-+e± ") == std::string::npos;
}

/// Characters from the decimal point on, of a cell that is a number.
std::size_t fraction_of(const std::string& cell) {
    const std::size_t point = cell.find('.');
    return is_number(cell) && point != std::string::npos ? cell.size() - point : 0;
}

/// The same rows with blanks behind numbers that have fewer decimals than others of their column.
Rows points_below_each_other(Rows rows) {
    std::vector<std::size_t> fractions;
    for (const auto& row : rows) {
        fractions.resize(std::max(fractions.size(), row.size()));
        for (std::size_t i = 1; i < row.size(); ++i) fractions[i] = std::max(fractions[i], fraction_of(row[i]));
    }
    for (auto& row : rows)
        for (std::size_t i = 1; i < row.size(); ++i)
            if (is_number(row[i])) row[i].append(fractions[i] - fraction_of(row[i]), ' ');
    return rows;
}

struct Column {
    std::size_t width = 0;  ///< on screen; 0 when there is nothing below the heading
    bool left = true;       ///< flush left, as a column without numbers is
};

std::vector<Column> columns_of(const Rows& rows) {
    std::vector<Column> columns;
    for (const auto& row : rows) columns.resize(std::max(columns.size(), row.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::size_t below = 0;
        for (const auto& row : rows) {
            if (i >= row.size() || &row == &rows.front()) continue;
            below = std::max(below, width_of(row[i]));
            if (i > 0 && is_number(row[i])) columns[i].left = false;
        }
        if (below > 0) columns[i].width = std::max(below, i < rows[0].size() ? width_of(rows[0][i]) : 0);
    }
    return columns;
}

std::string line_of(const std::vector<std::string>& row, const std::vector<Column>& columns) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (columns[i].width == 0) continue;  // left out, its heading too
        const std::string gap(columns[i].width - width_of(row[i]), ' ');
        line += (i == 0 ? "" : "  ") + (columns[i].left ? row[i] + gap : gap + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::istringstream words(text);
    std::string out, line;
    const std::string margin(indent, ' ');
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + width_of(line) + 1 + width_of(word) > width) {
            out += margin + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? out : out + margin + line + "\n";
}

std::string aligned(const Rows& table, std::size_t indent) {
    const Rows rows = points_below_each_other(table);
    const std::vector<Column> columns = columns_of(rows);
    std::string out;
    for (const auto& row : rows) out += std::string(indent, ' ') + line_of(row, columns) + "\n";
    return out;
}

std::string number(double value) {
    const double size = std::fabs(value);
    const bool in_full = size < 1e15 && (size >= 1000 || value == std::floor(value));
    return in_full ? printed("%.*f", 0, value) : printed("%.*g", 4, value);
}

std::string number(double value, double half_width) {
    return worth_fixed(value, half_width) ? printed("%.*f", decimals_for(half_width), value) : number(value);
}

std::string number_in_full(double value) {
    const bool whole = value == std::floor(value) && std::fabs(value) < 1e16;
    return whole ? printed("%.*f", 0, value) : printed("%.*g", 12, value);
}

std::string plus_minus(double half_width) {
    return "± " + (worth_fixed(0, half_width) ? printed("%.*f", decimals_for(half_width), half_width)
                                              : printed("%.*g", 2, half_width));
}

std::string listed(const std::vector<std::string>& items, const std::string& last) {
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i)
        out += (i == 0 ? "" : i + 1 == items.size() ? " " + last + " " : ", ") + items[i];
    return out;
}

}  // namespace p2c::cli
