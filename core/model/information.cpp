#include "information.h"

#include <string>

#include "base/refuse.h"

namespace p2c {

namespace {

constexpr Param time_of(Text name, Text label, Text help) {
    return real(name, label, 0, 1e9, 1).slider(0.01, 100, "log").marks({0.01, 0.1, 1, 10, 100}).about(help);
}

constexpr Option signals[] = {
                   {"in-flight", "In flight", "Requests waiting and in service: what real balancers count."},
                   {"waiting", "Waiting only", "Requests that have not started: an idle replica and a busy one look alike."},
                   {"work", "Work left",
                    "Time until a request arriving now would start: an oracle, no real balancer has it."},
                   {"outstanding", "Outstanding work",
                    "What is left of all requests there over what the replica serves at once: an oracle, no real balancer has it."},
                   {"latency", "Latency of late",
                    "Peak-sensitive moving average of the latency of answers, times (in flight + 1). It rises to a slower answer "
                    "at once and decays towards faster ones, and to 0 while none come. A replica that has never answered counts "
                    "as 0 when idle, so that it is tried, and as worse than any that has when it is not (as in Finagle)."},
                   {"sent", "Requests ever sent",
                    "All that was sent there since the start, answered or not: a famous mistake. It knows nothing of what is there now."},
};

constexpr Option speeds_are[] = {
    {"ignored", "Ignored", "A load is compared as it is."},
    {"known", "Known", "What is compared is (load + 1) over the speed of the replica, or outstanding work plus a mean service there."},
};

}  // namespace

Parts describe_updates() {
    static constexpr Option taken_options[] = {
        {"by-the-clock", "By the clock", "At 0, T, 2T, …"},
        {"on-arrivals", "On arrivals", "At the first arrival that comes T or more after the last snapshot."},
    };
    static constexpr Param periodic[] = {
        time_of("every", "Every", "Time between two snapshots, in the unit of the mean service; 0 is fresh."),
        choice("taken", "Taken", taken_options, "by-the-clock")
            .as("detail").about("When snapshots are taken."),
    };
    static constexpr Param delayed[] = {
        time_of("by", "Delay", "How old loads are, in the unit of the mean service; 0 is fresh."),
    };
    static constexpr Part all[] = {
        {"fresh", "Fresh", "fresh", "Loads are as they are at the moment.", {}, "fleet"},
        {"periodic", "Snapshots", "snapshots", "The loads of all replicas are copied at once, every so often (Mitzenmacher 2000).", periodic, "fleet"},
        {"delayed", "Delayed", "delayed", "Loads are as they were some time ago.", delayed, "fleet"},
        {"piggyback", "With answers", "with answers", "A replica's load is learnt when it answers a request.", {}, "fleet"},
    };
    return all;
}

Parts describe_scopes() {
    static constexpr Option sees_options[] = {
        {"own", "Its own requests", "Only what it sent itself and is still in flight."},
        {"replicas", "The replicas", "The replicas' loads, whoever sent the requests."},
    };
    static constexpr Param dispatchers[] = {
        integer("count", "Dispatchers", 1, 1e5, 10).slider(1, 1000, "log").marks({1, 10, 100, 1000}).about("How many there are."),
        choice("sees", "Each sees", sees_options, "own")
            .about("What a dispatcher knows of the replicas."),
    };
    static constexpr Part all[] = {
        {"shared", "One view", "one view", "One balancer, or several that share all they know.", {}, "fleet"},
        {"dispatchers", "Dispatchers", "several dispatchers",
         "Several dispatchers work side by side; a request comes to each of them alike.", dispatchers, "fleet"},
    };
    return all;
}

Parts describe_subsets() {
    constexpr Param size = integer("size", "Replicas known", 1, 1e6, 10).slider(1, 100, "log").marks({1, 10, 100})
                          .about("How many replicas a dispatcher sends to.");
    static constexpr Param random[] = {
        size,
    };
    static constexpr Param deterministic[] = {
        size,
    };
    static constexpr Part all[] = {
        {"all", "All replicas", "all replicas", "Every dispatcher knows every replica.", {}, "fleet"},
        {"random", "Random", "random subsets", "Every dispatcher draws its subset at random. Where replicas join or leave it changes as little as may be: those that left are replaced at random, and one that joins takes a place with the probability that keeps all subsets alike.", random, "fleet"},
        {"deterministic", "Deterministic", "deterministic subsets",
         "The replicas are shuffled once in each round of dispatchers and dealt out, so that every replica is known to as many "
         "dispatchers as another, give or take one a round (Beyer et al. 2016). Where replicas join or leave all are dealt out anew.", deterministic, "fleet"},
    };
    return all;
}

constinit const Param information_params[8] = {
    choice("signal", "Load means", signals, "in-flight").in("knowledge").about("What the balancer compares."),
                  real("decay", "Decay of latencies", 0, 1e9, 10)
                      .above_low().slider(0.1, 1000, "log").marks({0.1, 1, 10, 100, 1000}).in("knowledge").as("detail")
                      .about("Time in which a latency of the past falls to 37 % of its weight, in the unit of the mean service; of no "
                             "effect on other signals."),
                  part("freshness", "Loads are", "updates", "fresh").in("knowledge").about("How old the loads are that are compared."),
                  boolean("ownSends", "Add own sends", false)
                      .in("knowledge").about("Whether a dispatcher adds what it has sent since to what it sees."),
                  part("scope", "Scope", "scopes", "shared").in("knowledge").about("Who shares what is known."),
                  part("subset", "Subsets", "subsets", "all")
                      .in("knowledge").as("detail").about("Which replicas a dispatcher knows."),
                  choice("speeds", "Speeds are", speeds_are, "ignored")
                      .in("knowledge").about("Whether the balancer knows how fast replicas are."),
                  real("jitter", "Error of readings", 0, 10, 0)
                      .slider(0, 1).measured_in("%").in("knowledge").as("detail")
                      .about("Standard deviation of the relative error with which a load is read."),
};

Information::Information(const Json& config, double mean)
    : decay(config.at("decay").get<double>() / mean),
      speeds(config.at("speeds") == "known"), own_sends(config.at("ownSends").get<bool>()), jitter(config.at("jitter").get<double>()) {
    const auto& id = config.at("signal").get_ref<const std::string&>();
    signal = id == "in-flight" ? Signal::in_flight
           : id == "waiting" ? Signal::waiting
           : id == "work"    ? Signal::work
           : id == "latency" ? Signal::latency
           : id == "sent"    ? Signal::sent
                             : Signal::outstanding;
    const Json& freshness = config.at("freshness");
    age = freshness.at("id") == "periodic" ? Age::periodic : freshness.at("id") == "delayed" ? Age::delayed
        : freshness.at("id") == "piggyback" ? Age::piggyback : Age::fresh;
    if (age == Age::periodic) {
        period = freshness.at("every").get<double>() / mean;
        on_arrivals = freshness.at("taken") == "on-arrivals";
    }
    if (age == Age::delayed) period = freshness.at("by").get<double>() / mean;
    if ((age == Age::periodic || age == Age::delayed) && period == 0) age = Age::fresh;
    if (config.at("scope").at("id") == "dispatchers") {
        dispatchers = config.at("scope").at("count").get<std::uint32_t>();
        sees = config.at("scope").at("sees") == "own" ? Sees::own : Sees::replicas;
    }
    if (config.at("subset").at("id") != "all") {
        subset = config.at("subset").at("size").get<std::uint32_t>();
        random_subsets = config.at("subset").at("id") == "random";
    }
}

bool Information::plain() const {
    return dispatchers == 1 && sees_present();
}

bool Information::sees_present() const { return age == Age::fresh && jitter == 0 && sees == Sees::replicas && subset == 0; }

void check_information(const Json& information, std::uint32_t replicas) {
    const Json& scope = information.at("scope");
    const bool own = scope.at("id") == "dispatchers" && scope.at("sees") == "own";
    const auto& signal = information.at("signal").get_ref<const std::string&>();
    if (own && signal != "in-flight" && signal != "latency" && signal != "sent")
        refuse("information.signal", {"information.signal must be \"in-flight\", \"latency\" or \"sent\" for dispatchers that see only their own "
        "requests; it is ", information.at("signal"), "."});
    if (own && information.at("freshness").at("id") != "fresh")
        refuse("information.freshness", {"information.freshness must be \"fresh\" for dispatchers that see only their own "
        "requests, which they know at once; it is ", information.at("freshness").at("id"), "."});
    if (information.at("ownSends").get<bool>() && (signal == "work" || signal == "outstanding"))
        refuse("information.ownSends", {"information.ownSends must be false when work left is compared, since a dispatcher "
        "does not know how much work it sends; it is true."});
    if (information.at("ownSends").get<bool>() && signal == "latency")
        refuse("information.ownSends", {"information.ownSends must be false when latencies are compared, since what is sent is "
        "no time that could be added; it is true."});
    if (information.at("ownSends").get<bool>() && signal == "sent")
        refuse("information.ownSends", {"information.ownSends must be false when requests ever sent are compared, which count them already; it is true."});
    if (information.at("speeds") == "known" && (signal == "latency" || signal == "work"))
        refuse("information.signal", {"information.signal must be \"in-flight\", \"waiting\", \"outstanding\" or \"sent\" where speeds are "
        "known, since latencies and work left tell of them already; it is ", information.at("signal"), "."});
    const Json& subset = information.at("subset");
    if (subset.at("id") != "all" && subset.at("size").get<double>() > replicas)
        refuse("information.subset.size", {"information.subset.size must be at most replicas, which is ", replicas, "; it is ", subset.at("size").get<std::uint64_t>(), "."});
}

}  // namespace p2c
