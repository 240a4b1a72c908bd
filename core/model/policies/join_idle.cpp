#include "join_idle.h"

namespace p2c {

const Part& JoinIdle::describe() {
    static constexpr Part part{"join-idle", "Join an idle one", "join idle",
            "Replicas report when they have a free worker; a request goes to a random one of those, or to any if there is none.",
            {}, "fleet"};
    return part;
}

}  // namespace p2c
