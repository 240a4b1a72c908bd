#include "stages.h"

#include "base/refuse.h"

namespace p2c {

bool is_automatic(const Json& config) { return config.contains("requests") && config.at("requests") == automatic; }

void check_stages(const Json& config) {
    if (is_automatic(config) && config.at("replications").get<std::uint32_t>() < 2)
        refuse("replications", {"replications must be at least 2 where requests is \"auto\", because the interval comes "
        "from the spread between them; it is 1."});
}

}  // namespace p2c
