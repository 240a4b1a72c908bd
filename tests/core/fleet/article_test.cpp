// The article's setting: 64 replicas, lognormal sizes, looks with replacement; 99th percentile of the wait.
#include "../../support/fleet.h"

using namespace check;

TEST_CASE("the latency table of 64 replicas is not that of a separate program", "[fleet][long]") {
    for (const Json& row : reference("reference/fleet64.json").at("rows")) {
        const Json config = with(fleet(64, row.at("load"), choices(row.at("d"), row.at("replacement")),
                                       {{"service", lognormal(0.9)}, {"requests", 300000}, {"replications", 10}}),
                                 {{"information", {{"signal", row.at("signal")}}}});
        const Json found = run(config);
        const double median = value(found, "serviceMedian");
        CHECK(median == Approx(0.6669768).epsilon(1e-6));  // exp(−0.9²/2)
        for (const char* name : {"p99", "mean"}) {
            Estimate wait = measure(found, std::string("wait.") + name);
            const double expected = row.at(name).at(0), error = row.at(name).at(1);
            INFO(row.dump() << "\nwait." << name << " " << wait.mean / median << " +- " << wait.error / median);
            CHECK(deviation({wait.mean / median, wait.error / median}, expected, error) < kErrors);
        }
    }
}
