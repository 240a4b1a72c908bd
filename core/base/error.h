// The one error of the library: a configuration that cannot be run.
#pragma once
#include <exception>
#include <string>
#include <utility>

namespace p2c {

/// Thrown only while a run is created (or shards are merged, or a snapshot is named).
/// `field` is the JSON path of the culprit ("policy.d"), empty when the text as a whole is at fault;
/// `message` is one full sentence that names the field and says what is allowed.
class ConfigError : public std::exception {
public:
    ConfigError(std::string field_path, std::string sentence)
        : field(std::move(field_path)), message(std::move(sentence)) {}

    const char* what() const noexcept override { return message.c_str(); }

    std::string field;
    std::string message;
};

}  // namespace p2c
