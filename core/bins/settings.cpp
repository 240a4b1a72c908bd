#include "settings.h"

#include <algorithm>

namespace p2c::bins {

namespace {

/// 1, 2, 5, 10, … balls per bin.
std::vector<double> usual_checkpoints(double end) {
    std::vector<double> points;
    for (double decade = 1; decade <= end; decade *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) points.push_back(decade * step);
    }
    return points;
}

}  // namespace

std::uint64_t ball_count(std::uint64_t bins, double balls_per_bin) {
    const double balls = static_cast<double>(bins) * balls_per_bin;
    return static_cast<std::uint64_t>(balls < 0x1p52 ? balls + 0.5 : balls);  // from 2^52 on every double is whole
}

Settings::Settings(const Json& config)
    : bins(config.at("bins").get<std::uint64_t>()),
      balls(ball_count(bins, config.at("ballsPerBin").get<double>())),
      seed(config.at("seed").get<std::uint64_t>()) {
    auto points = config.at("checkpoints").get<std::vector<double>>();
    if (points.empty()) points = usual_checkpoints(config.at("ballsPerBin").get<double>());
    for (const double point : points) {
        const std::uint64_t count = ball_count(bins, point);
        if (count > 0 && count < balls) checkpoints.push_back(count);
    }
    checkpoints.push_back(balls);
    std::sort(checkpoints.begin(), checkpoints.end());
    checkpoints.erase(std::unique(checkpoints.begin(), checkpoints.end()), checkpoints.end());
}

}  // namespace p2c::bins
