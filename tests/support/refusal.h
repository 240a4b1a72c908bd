// Configurations that must be refused, in one sentence that names the field.
#pragma once
#include <algorithm>
#include <string>

#include "black_box.h"
#include "catch.h"

namespace check {

struct Refusal {
    std::string field, message;
};

inline Refusal refusal(const std::string& text) {
    CHECK_THROWS_AS(p2c::check(text), p2c::ConfigError);
    try {
        p2c::create_run(text);
    } catch (const p2c::ConfigError& error) {
        CHECK(std::string(error.what()) == error.message);
        return {error.field, error.message};
    }
    FAIL_CHECK("accepted: " << text.substr(0, 200));
    return {};
}

// One sentence, in print on one line, that names the field.
inline void check_sentence(const Refusal& found) {
    INFO(found.field << ": " << found.message);
    CHECK_FALSE(found.message.empty());
    CHECK(found.message.size() <= 300);
    CHECK(found.message.back() == '.');
    CHECK(found.message.find('\n') == std::string::npos);
    // A name of the configuration's own making is shown shortened and on one line.
    const auto name = found.field.substr(found.field.rfind('.') + 1);
    CHECK(found.message.find(name.substr(0, std::min<std::size_t>(name.find('\n'), 20))) != std::string::npos);
}

inline void check_refused(const std::string& text, const std::string& field) {
    INFO(text.substr(0, 200));
    const Refusal found = refusal(text);
    CHECK(found.field == field);
    check_sentence(found);
}

inline void check_refused(const char* experiment, const std::string& member, const std::string& field) {
    check_refused(std::string("{\"experiment\":\"") + experiment + "\"," + member + "}", field);
}

}  // namespace check
