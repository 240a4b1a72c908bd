// Looking things up in the core's catalogue. The command line has no list of parameters, policies or laws of its own.
#pragma once
#include <functional>
#include <string>

#include "json.h"

namespace p2c::cli {

class CatalogueView {
public:
    /// The core's own catalogue, or another one for tests.
    CatalogueView();
    explicit CatalogueView(Json root) : root_(std::move(root)) {}

    const Json& root() const { return root_; }

    /// Experiments in the catalogue's order.
    const Json& experiments() const { return root_.at("experiments"); }

    /// The experiment with this id, or null.
    const Json* experiment(const std::string& id) const;

    /// The members of a family such as "policies" (an empty list if there is none of that name).
    const Json& family(const std::string& name) const;

    /// The parameter at a dotted path of this experiment's configurations ("policy.d"), or null.
    /// With an unknown experiment the first experiment that has such a parameter answers.
    const Json* param(const std::string& experiment, const std::string& path) const;

private:
    const Json* param_in(const Json& params, const std::string& path) const;

    Json root_;
};

/// A text of an entry, "" when it has none.
std::string text_of(const Json& entry, const std::string& key);

/// The params of an experiment, part or group (an empty list when it has none).
const Json& params_of(const Json& entry);

}  // namespace p2c::cli
