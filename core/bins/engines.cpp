#include "engines.h"

#include "base/limits.h"
#include "base/refuse.h"
#include "direct.h"
#include "processes.h"
#include "profile.h"

namespace p2c::bins {

namespace {

bool direct_fits(const Json& config) {
    return direct_bytes(config) <= max_memory;
}

/// A ball costs the direct engine a time in proportion to its looks, and batches to their square over √n.
bool batches_pay(const Json& config) {
    const auto bins = config.at("bins").get<double>();
    const auto per_bin = config.at("ballsPerBin").get<double>();
    const Batching batching = batching_of(config);
    const double least = per_bin <= 5 ? 65536 : 131072;
    if (batching.in_one_draw) return bins >= least || bins * per_bin >= 1073741824.0;
    const double looks = batching.looks > 16 ? batching.looks / 16 : 1;
    return bins >= least * looks * looks;
}

std::string automatic(const Json& config) {
    if (!why_not_profile(config).empty() && !why_not_batched(config).empty()) return "direct";
    const bool batched = why_not_batched(config).empty();
    if (batched && batches_pay(config)) return "batched";
    if (direct_fits(config)) return "direct";
    return batched ? "batched" : "profile";
}

}  // namespace

std::string engine_for(const Json& config) {
    const auto& asked = config.at("engine").get_ref<const std::string&>();
    return asked == "auto" ? automatic(config) : asked;
}

void check_engine(const Json& config) {
    const std::string engine = engine_for(config);
    if (engine == "direct") {
        const std::string bins = number_text(config.at("bins").get<double>());
        check_memory(direct_bytes(config), "bins", bins + " bins in the direct engine");
        return;
    }
    const std::string reason = engine == "profile" ? why_not_profile(config) : why_not_batched(config);
    if (reason.empty()) return;
    refuse("engine", {"engine cannot be \"", engine, "\" here: ", reason, "; \"auto\" finds one that can."});
}

std::unique_ptr<Simulation> make_simulation(const Json& config) {
    const std::string engine = engine_for(config);
    if (engine == "direct") return make_direct(config);
    return make_profile(config, engine == "profile" ? make_ball_by_ball(config) : make_batched(config));
}

}  // namespace p2c::bins
