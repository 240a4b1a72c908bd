// Ctrl-C: the first one asks the run to stop, the second one ends the process at once.
#pragma once

namespace p2c::cli {

/// Exit status after an interrupted run, as shells expect it.
inline constexpr int kExitInterrupted = 130;

/// From here on SIGINT and SIGTERM set the flag instead of ending the process.
void catch_interrupts();

/// From here on writing to a closed pipe is an error that can be handled, not a signal.
void ignore_closed_pipes();

/// True once the user has asked to stop.
bool interrupted();

}  // namespace p2c::cli
