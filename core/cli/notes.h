// What is to be minded about the numbers of a table.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace p2c::cli {

/// Each remark once, with all that it holds for.
class Notes {
public:
    void add(const std::string& note, const std::string& label);

    /// A paragraph for each, or nothing.
    std::string text() const;

private:
    std::vector<std::pair<std::string, std::vector<std::string>>> notes_;
};

}  // namespace p2c::cli
