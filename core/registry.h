// The list of experiments and of the families of parts: what the catalogue shows and create_run looks up.
#pragma once
#include "model/simulation.h"

namespace p2c {

const std::vector<Experiment>& experiments();
const Families& families();

/// A checked configuration with every default filled in, and the experiment it names. Throws ConfigError.
struct Resolved {
    const Experiment* experiment;
    Json config;
};
Resolved resolve_config(const std::string& text);
Resolved resolve_config(const Json& input);

}  // namespace p2c
