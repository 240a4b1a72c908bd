#include "interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace p2c::cli {
namespace {

// The only global state of the command: a signal handler can reach nothing else.
std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_signal(int) {
    if (asked_to_stop.exchange(true)) _exit(kExitInterrupted);
}

}  // namespace

void catch_interrupts() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

void ignore_closed_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() {
    return asked_to_stop.load(std::memory_order_relaxed);
}

}  // namespace p2c::cli
