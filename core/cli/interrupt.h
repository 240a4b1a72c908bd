// Ctrl-C: the first one asks the run to stop, the second one ends the process at once.
#pragma once

namespace p2c::cli {

/// Exit status after an interrupted run, as shells expect it.
inline constexpr int kExitInterrupted = 130;

/// What is said when there is nothing to keep.
inline constexpr char kStoppedEarly[] = "stopped before the first replication was finished, so there is no result.";

/// From here on SIGINT and SIGTERM end the process with that sentence, and after stop_gently() only set the flag.
void catch_interrupts();

/// From here on interrupted() is looked at often.
void stop_gently();

/// From here on writing to a closed pipe is an error that can be handled, not a signal.
void ignore_closed_pipes();

/// True once the user has asked to stop.
bool interrupted();

}  // namespace p2c::cli
