#include "interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

namespace p2c::cli {
namespace {

enum class Phase { preparing, working, stopping };

// The only global state of the command: a signal handler can reach nothing else.
std::atomic<Phase> phase{Phase::preparing};
static_assert(std::atomic<Phase>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void write_all(std::string_view text) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void on_signal(int) {
    const Phase before = phase.exchange(Phase::stopping);
    if (before == Phase::working) return;
    if (before == Phase::preparing) {
        write_all("p2c: ");
        write_all(kStoppedEarly);
        write_all("\n");
    }
    _exit(kExitInterrupted);
}

}  // namespace

void catch_interrupts() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

void stop_gently() {
    Phase expected = Phase::preparing;
    phase.compare_exchange_strong(expected, Phase::working);
}

void ignore_closed_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() {
    return phase.load(std::memory_order_relaxed) == Phase::stopping;
}

}  // namespace p2c::cli
