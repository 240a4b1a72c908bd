#include "compare.h"

#include "base/refuse.h"

namespace p2c {

Ties ties_from(const Json& config) {
    const auto& ties = config.at("ties").get_ref<const std::string&>();
    return ties == "random" ? Ties::random : ties == "first-look" ? Ties::first_look : Ties::first_index;
}

void check_distinct_looks(const Json& policy, double looks, const char* field, std::uint32_t n, const char* n_name) {
    if (policy.at("replacement").get<bool>() || looks <= n) return;
    refuse(field, {field, " must be at most the number of ", n_name, ", which is ", n, ", while looks are distinct; it asks for ", looks, "."});
}

}  // namespace p2c
