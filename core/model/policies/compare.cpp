#include "compare.h"

namespace p2c {

Ties ties_from(const Json& config) {
    const auto& ties = config.at("ties").get_ref<const std::string&>();
    return ties == "random" ? Ties::random : ties == "first-look" ? Ties::first_look : Ties::first_index;
}

Param ties_param(bool with_looks) {
    std::vector<Option> options{{"random", "At random", "Each of the least loaded is equally likely."}};
    if (with_looks) options.push_back({"first-look", "First look", "The one that was looked at first."});
    options.push_back({"first-index", "Lowest number",
                       "The one with the lowest number: a famous mistake, which loads the first few."});
    return choice("ties", "Ties", options, "random")
        .in("details")
        .as("detail")
        .about("Who gets it when several look equally loaded.");
}

Param replacement_param() {
    return boolean("replacement", "Looks may repeat", false)
        .in("details")
        .as("detail")
        .about("Looks are drawn with replacement, so one may be wasted on the same place. Off: all looks are distinct.");
}

void check_distinct_looks(const Json& policy, double looks, const char* field, std::uint32_t n, const char* n_name) {
    if (policy.at("replacement").get<bool>() || looks <= n) return;
    throw ConfigError(field, std::string(field) + " must be at most the number of " + n_name + ", which is " +
                                 std::to_string(n) + ", while looks are distinct; it asks for " + number_text(looks) + ".");
}

}  // namespace p2c
