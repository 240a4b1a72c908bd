// What the user did wrong on the command line (a configuration's own faults are p2c::ConfigError).
#pragma once
#include <stdexcept>
#include <string>

namespace p2c::cli {

inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;    // the result could not be written, memory ran out, or a verdict changed
inline constexpr int kExitBadInput = 2;  // the command line, a file or a configuration is wrong

/// what() is one full sentence.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Nothing wrong with the input, but the work could not be ended.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Nobody reads the output any more (p2c … | head); nothing is to be said about it.
struct ClosedPipe {};

}  // namespace p2c::cli
