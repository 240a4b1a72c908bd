// Bad input of laws: ranges, and recorded lists.
#include <string>

#include "../../support/refusal.h"

using check::check_refused;

TEST_CASE("a law outside its range is run", "[input]") {
    check_refused("fleet", R"("service":{"id":"uniform","halfWidth":1.1})", "service.halfWidth");
    check_refused("fleet", R"("service":{"id":"gamma","cv":0})", "service.cv");
    check_refused("fleet", R"("service":{"id":"hyperexponential","cv":0.9})", "service.cv");
    check_refused("fleet", R"("service":{"id":"pareto","alpha":0})", "service.alpha");
    check_refused("fleet", R"("service":{"id":"pareto","ratio":1})", "service.ratio");
    check_refused("fleet", R"("service":{"id":"two-point","share":-0.1})", "service.share");
    check_refused("fleet", R"("service":{"id":"two-point","ratio":0.5})", "service.ratio");
    check_refused("fleet", R"("arrivals":{"id":"gamma","cv":-1})", "arrivals.cv");
    check_refused("fleet", R"("arrivals":{"id":"bursts","factor":0.5})", "arrivals.factor");
    check_refused("fleet", R"("arrivals":{"id":"bursts","share":0})", "arrivals.share");
    check_refused("fleet", R"("arrivals":{"id":"bursts","share":1})", "arrivals.share");
    check_refused("fleet", R"("arrivals":{"id":"bursts","requests":0})", "arrivals.requests");
    check_refused("fleet", R"("arrivals":{"id":"batches","size":1.5})", "arrivals.size");
}

TEST_CASE("a recorded list that is empty, negative, all zero, too long or no list is run", "[input]") {
    const auto service = [](const std::string& values, const char* field) {
        check_refused("fleet", R"("service":{"id":"recorded","values":)" + values + "}", field);
    };
    service("[]", "service.values");
    service("[0,0]", "service.values");
    service("[1e-12]", "service.values");
    service("{}", "service.values");
    service("3", "service.values");
    service("\"@sizes.csv\"", "service.values");
    service("[1,-2]", "service.values[1]");
    service("[1,\"2\"]", "service.values[1]");
    service("[1,null]", "service.values[1]");
    service("[1,[2]]", "service.values[1]");
    service("[1,1e16]", "service.values[1]");
    check_refused("fleet", R"("service":{"id":"recorded","mean":2})", "service.mean");
    check_refused("fleet", R"("service":{"id":"recorded","order":"shuffled"})", "service.order");
    std::string many = "[1";
    for (int i = 0; i < 1000000; ++i) many += ",1";
    service(many + "]", "service.values");
    const auto arrivals = [](const std::string& values, const char* kind, const char* field) {
        check_refused("fleet", R"("arrivals":{"id":"recorded","values":)" + values + R"(,"kind":")" + kind + "\"}", field);
    };
    arrivals("[]", "gaps", "arrivals.values");
    arrivals("[0]", "gaps", "arrivals.values");
    arrivals("[5]", "times", "arrivals.values");
    arrivals("[5,5]", "times", "arrivals.values");
    arrivals("[5,6,4]", "times", "arrivals.values[2]");
    arrivals("[1,2]", "dates", "arrivals.kind");
    // A clock of its own may come to no load that can be run.
    check_refused("fleet", R"("replicas":2,"arrivals":{"id":"recorded","values":[0.01],"clock":"own"})", "arrivals.clock");
}
