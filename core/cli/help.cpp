#include "help.h"

#include "../lab.h"
#include "catalogue_view.h"
#include "commands.h"
#include "estimate.h"
#include "failure.h"
#include "options.h"
#include "text.h"

namespace p2c::cli {
namespace {

constexpr std::size_t kMargin = 6;

std::string quoted_default(const Json& value) {
    if (value.is_object() && value.contains("id")) return text_of(value, "id");
    if (value.is_number()) return number_in_full(value.get<double>());
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<std::string> ids_of(const Json& entries) {
    std::vector<std::string> ids;
    for (const Json& entry : entries) ids.push_back(text_of(entry, "id"));
    return ids;
}

/// What a parameter may be: "a whole number from 1 to 1000", "random, first-look or first-index".
std::string allowed(const CatalogueView& catalogue, const Json& param) {
    const std::string kind = text_of(param, "kind");
    if (kind == "bool") return "true or false";
    if (kind == "enum") return listed(ids_of(param.at("options")), "or");
    if (kind == "parts") return "a list of " + listed(ids_of(catalogue.family(text_of(param, "family"))), "or");
    if (kind == "part") return listed(ids_of(catalogue.family(text_of(param, "family"))), "or");
    const bool open = param.value("openLow", false);
    std::string out = kind == "list" ? "a list of numbers" : kind == "real" ? "a number" : "a whole number";
    const auto range = param.find("range");
    if (range == param.end() || range->size() != 2) return out;
    const std::string low = number_in_full((*range)[0].get<double>()), high = number_in_full((*range)[1].get<double>());
    return out + (open ? " above " + low + " and at most " + high : " from " + low + " to " + high);
}

std::string params_help(const CatalogueView& catalogue, const Json& params, const std::string& prefix);

std::string param_help(const CatalogueView& catalogue, const Json& param, const std::string& prefix) {
    const std::string name = prefix + text_of(param, "name");
    if (text_of(param, "kind") == "group") {
        const std::string help = text_of(param, "help");
        return (help.empty() ? "" : "  " + name + "\n" + wrapped(help, kMargin)) +
               params_help(catalogue, params_of(param), name + ".");
    }
    const std::string fallback = param.contains("default") ? "; default " + quoted_default(param.at("default")) : "";
    std::string out =
        wrapped(name + ": " + allowed(catalogue, param) + fallback, 2) + wrapped(text_of(param, "help"), kMargin);
    if (param.contains("options"))
        for (const Json& option : param.at("options"))
            if (!text_of(option, "help").empty())
                out += wrapped(text_of(option, "id") + ": " + text_of(option, "help"), kMargin);
    return out;
}

std::string params_help(const CatalogueView& catalogue, const Json& params, const std::string& prefix) {
    std::string out;
    for (const Json& param : params) out += param_help(catalogue, param, prefix);
    return out;
}

std::string entry_head(const Json& entry) {
    return text_of(entry, "id") + ": " + text_of(entry, "label") + "\n" + wrapped(text_of(entry, "help"), 2);
}

std::string experiment_help(const CatalogueView& catalogue, const Json& entry) {
    std::string out =
        "Experiment " + entry_head(entry) + " Parameters:\n" + params_help(catalogue, params_of(entry), "");
    out += " Metrics:\n";
    for (const Json& metric : entry.at("metrics")) {
        const std::string unit = text_of(metric, "unit"), help = text_of(metric, "help");
        out += wrapped(text_of(metric, "name") + ": " + text_of(metric, "label") +
                           (unit.empty() ? "" : " [" + unit + "]") + (help.empty() ? "" : ". " + help),
                       2);
    }
    return out + "\n";
}

/// The path of the parameter that takes a family's members, "" if there is none among these.
std::string path_to(const Json& params, const std::string& family) {
    for (const Json& param : params) {
        const std::string name = text_of(param, "name");
        if (text_of(param, "family") == family) return text_of(param, "kind") == "parts" ? name + ".0" : name;
        const std::string inner = path_to(params_of(param), family);
        if (!inner.empty()) return name + "." + inner;
    }
    return "";
}

/// The name under which configurations use a family: "policy" for the family "policies".
std::string use_of(const CatalogueView& catalogue, const std::string& family) {
    for (const Json& experiment : catalogue.experiments()) {
        const std::string path = path_to(params_of(experiment), family);
        if (!path.empty()) return path;
    }
    return family;
}

std::string member_help(const CatalogueView& catalogue, const std::string& family, const Json& member) {
    const std::string name = use_of(catalogue, family);
    const std::string only =
        member.contains("experiments") && member.at("experiments").size() < catalogue.experiments().size()
            ? " Only in: " + listed(member.at("experiments").get<std::vector<std::string>>()) + "."
            : "";
    return name + " " + text_of(member, "id") + ": " + text_of(member, "label") + "\n" +
           wrapped(text_of(member, "help") + only, 2) + params_help(catalogue, params_of(member), name + ".");
}

std::string command_lines() {
    std::vector<std::vector<std::string>> rows;
    std::string out;
    for (const Command& command : commands())
        out += "  p2c " + std::string(command.name) + (*command.words ? " " : "") + command.words + "\n" +
               wrapped(command.help, kMargin) +
               (*command.example ? std::string(kMargin, ' ') + "Example: " + command.example + "\n" : "");
    return out;
}

std::string option_lines() {
    std::string out;
    for (const OptionSpec& option : option_specs())
        out += "  " + std::string(option.name) + (option.value ? std::string(" ") + option.value : "") + "\n" +
               wrapped(option.help, kMargin);
    return out;
}

}  // namespace

std::string help_text() {
    const CatalogueView catalogue;
    std::string out = "p2c " + p2c::version() + ": experiments on the power of two choices\n\nCommands:\n" +
                      command_lines() + "\nOptions:\n" + option_lines() + "\n";
    for (const Json& entry : catalogue.experiments()) out += experiment_help(catalogue, entry);
    for (const auto& [family, members] : catalogue.root().at("families").items())
        for (const Json& member : members) out += member_help(catalogue, family, member) + "\n";
    return out + wrapped(
                     "Exit status: 0 done, 1 the result could not be written or a verdict has changed, 2 bad input, "
                     "130 stopped by Ctrl-C.",
                     0);
}

std::string help_for(const std::vector<std::string>& ids) {
    const CatalogueView catalogue;
    std::string out;
    for (const std::string& id : ids) {
        std::string found;
        if (const Json* experiment = catalogue.experiment(id)) found = experiment_help(catalogue, *experiment);
        for (const auto& [family, members] : catalogue.root().at("families").items())
            for (const Json& member : members)
                if (text_of(member, "id") == id) found += member_help(catalogue, family, member);
        if (found.empty())
            throw UsageError("help knows no \"" + id + "\"; p2c --help lists every experiment, policy and law.");
        out += found;
    }
    return out;
}

}  // namespace p2c::cli
