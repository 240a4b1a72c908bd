#include "information.h"

namespace p2c {

Param information_param() {
    Param signal =
        choice("signal", "Load means",
               {{"in-flight", "In flight", "Requests waiting and in service: what real balancers count."},
                {"waiting", "Waiting only", "Requests that have not started: an idle replica and a busy one look alike."},
                {"work", "Work left",
                 "Time until a request arriving now would start: an oracle, no real balancer has it."}},
               "in-flight")
            .in("knowledge")
            .about("What the balancer compares.");
    return group("information", "What the balancer knows", {signal}).in("knowledge").about("What the balancer sees.");
}

Signal signal_from(const Json& information) {
    const auto& id = information.at("signal").get_ref<const std::string&>();
    return id == "in-flight" ? Signal::in_flight : id == "waiting" ? Signal::waiting : Signal::work;
}

}  // namespace p2c
