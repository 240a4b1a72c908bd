// The commands of p2c: one list, from which main chooses and the help is made.
#pragma once
#include <string>
#include <vector>

#include "options.h"

namespace p2c::cli {

struct Command {
    const char* name;
    const char* words;  ///< what follows it, for the help
    const char* help;
    int (*run)(const Options&);  ///< exit status
    const char* example = "";    ///< for the help
};

const std::vector<Command>& commands();

/// Prints a sentence on standard error as "p2c: …".
void say(const std::string& sentence);

}  // namespace p2c::cli
