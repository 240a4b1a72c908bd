#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace p2c::cli {
namespace {

constexpr int kBarWidth = 30;
constexpr double kQuietSeconds = 0.3;  // shorter runs show no bar
constexpr double kLearnSeconds = 2;    // before this the remaining time is a guess and is not shown

std::string duration(double seconds) {
    const auto whole = static_cast<long>(std::ceil(std::min(seconds, 1e9)));
    if (whole < 120) return std::to_string(whole) + " s";
    if (whole < 7200) return std::to_string(whole / 60) + " min";
    return std::to_string(whole / 3600) + " h";
}

}  // namespace

bool stderr_is_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

std::string progress_line(double share, const std::string& finished, double seconds_left) {
    share = std::clamp(share, 0.0, 1.0);
    const int filled = static_cast<int>(share * kBarWidth);
    char percent[16];
    std::snprintf(percent, sizeof percent, "%3d %%", static_cast<int>(share * 100));
    std::string line =
        "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '-') + "] " + percent + "  " + finished;
    if (seconds_left >= 0) line += ", " + duration(seconds_left) + " left";
    return line;
}

ProgressBar::ProgressBar(bool shown, std::uint32_t replications) : shown_(shown), replications_(replications) {}

ProgressBar::~ProgressBar() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::draw(double share, std::uint32_t finished) {
    draw(share, std::to_string(finished) + " of " + std::to_string(replications_) + " replications");
}

void ProgressBar::draw(double share, const std::string& finished) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!shown_ || seconds < kQuietSeconds) return;
    const bool known = seconds >= kLearnSeconds && share > 0.005;
    const double left = known ? seconds / share * (1 - share) : -1;
    std::fprintf(stderr, "\r%s\x1b[K", progress_line(share, finished, left).c_str());
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace p2c::cli
