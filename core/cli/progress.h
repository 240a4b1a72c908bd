// The progress bar on standard error.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace p2c::cli {

class ProgressBar {
public:
    /// A bar that is not shown does nothing.
    ProgressBar(bool shown, std::uint32_t replications);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Share of the work done, 0…1, and the number of finished replications.
    void draw(double share, std::uint32_t finished);

    /// The same with words of the caller's for what is finished.
    void draw(double share, const std::string& finished);

private:
    using Clock = std::chrono::steady_clock;
    bool shown_;
    bool drawn_ = false;
    std::uint32_t replications_;
    Clock::time_point start_ = Clock::now();
};

/// True when standard error is a terminal.
bool stderr_is_terminal();

/// "[####------]  40 %  8 of 20 replications, 12 s left"; nothing is said about the rest while `seconds_left` is
/// negative.
std::string progress_line(double share, const std::string& finished, double seconds_left);

}  // namespace p2c::cli
