// Reading inputs and writing the one output, with a sentence for everything that can go wrong.
#pragma once
#include <string>

namespace p2c::cli {

/// The whole text of a file, or of standard input for "-". Throws UsageError.
std::string read_text(const std::string& name);

/// Throws UsageError if the file could not be written to; asked before a long run, changes nothing.
void check_writable(const std::string& name);

/// Writes to a file, or to standard output when the name is empty. False when the reader has closed the pipe;
/// throws Failure for any other error.
bool write_text(const std::string& name, const std::string& text);

}  // namespace p2c::cli
