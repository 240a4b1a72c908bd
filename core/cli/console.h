// What the commands that run something have in common.
#pragma once
#include <string>

#include "options.h"

namespace p2c::cli {

/// The one file that a command works on. Throws UsageError.
const std::string& one_file(const Options& options);

/// Threads to use: those asked for, or one per processor.
unsigned threads_for(const Options& options);

/// Whether a progress bar is drawn.
bool shows_progress(const Options& options);

/// Writes to where the user wants it. Throws ClosedPipe when nobody reads it, Failure for any other fault.
void print(const Options& options, const std::string& text);

/// Throws UsageError for a metric that the experiment does not have.
void check_metrics(const Options& options, const std::string& experiment);

}  // namespace p2c::cli
