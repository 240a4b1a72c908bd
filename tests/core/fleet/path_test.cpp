// A fleet followed request by request: sizes are constant, so that a few lines here can tell every wait and every
// signal from the arrival times and the choices alone.
#include <algorithm>
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

// The replicas as their completion times say.
class Twin {
public:
    Twin(std::size_t replicas, std::size_t workers) : workers_(workers), completions_(replicas) {}

    double in_flight(std::size_t i, double now) { return double(present(i, now).size()); }
    double waiting(std::size_t i, double now) { return std::max(0.0, in_flight(i, now) - double(workers_)); }
    double work(std::size_t i, double now) {
        auto left = present(i, now);
        if (left.size() < workers_) return 0;
        std::sort(left.begin(), left.end());
        return left[left.size() - workers_] - now;
    }

    /// Sends a request of size 1 and returns its wait.
    double send(std::size_t i, double now) {
        const double wait = work(i, now);
        completions_[i].push_back(now + wait + 1);
        return wait;
    }

private:
    std::vector<double>& present(std::size_t i, double now) {
        auto& all = completions_[i];
        std::erase_if(all, [&](double time) { return time <= now; });
        return all;
    }

    std::size_t workers_;
    std::vector<std::vector<double>> completions_;
};

double signal_of(Twin& twin, const std::string& id, std::size_t i, double now) {
    return id == "work" ? twin.work(i, now) : id == "waiting" ? twin.waiting(i, now) : twin.in_flight(i, now);
}

// All waits of a run, while each choice is checked against the signal that it should have been made on.
std::vector<double> follow(const Json& config) {
    const std::string id = config.at("information").at("signal");
    auto run = p2c::create_run(config.dump());
    Twin twin(config.at("replicas"), config.at("workers"));
    std::vector<double> waits;
    int wrong = 0;
    const int count = config.at("requests");
    for (int i = 0; i < count; ++i) {
        run->step(1);
        const double now = run->snapshot("clock").at(0);
        const auto looks = run->snapshot("looks");
        const auto chosen = std::size_t(looks.at(0));
        double least = HUGE_VAL;
        for (std::size_t k = 1; k < looks.size(); ++k)
            least = std::min(least, signal_of(twin, id, std::size_t(looks[k]), now));
        wrong += signal_of(twin, id, chosen, now) > least + 1e-9;
        waits.push_back(twin.send(chosen, now));
        // The last step ends the run, and an ended run has drained.
        if (i + 1 < count) wrong += run->snapshot("load").at(chosen) != twin.in_flight(chosen, now);
    }
    CHECK(wrong == 0);
    return waits;
}

double rank(std::vector<double> values, std::size_t rank) {
    std::sort(values.begin(), values.end());
    return values[rank - 1];
}

}  // namespace

TEST_CASE("a request does not go to the least signal among its looks, or waits otherwise than it must", "[fleet]") {
    for (const char* id : {"in-flight", "waiting", "work"})
        for (const int workers : {1, 3})
            for (const Json& policy :
                 {choices(2), choices(3), choices(6), choices(2, true, "first-index"), least(), random_policy()}) {
                const Json config = fleet(9, 0.9, policy,
                                          with(signal(id), {{"workers", workers},
                                                            {"service", deterministic()},
                                                            {"requests", 2000},
                                                            {"warmup", 0},
                                                            {"replications", 1}}));
                INFO(config.dump());
                const auto waits = follow(config);
                const Json found = run(config);
                CHECK(value(found, "wait.mean") == Approx(estimate(waits).mean).margin(1e-8));
                // The complementary distribution counts requests, exactly.
                const Json& tail = found.at("series").at("waitTail");
                std::vector<double> expected;
                for (const Json& time : tail.at("time"))
                    expected.push_back(
                        double(std::count_if(waits.begin(), waits.end(), [&](double wait) { return wait >= time; })));
                CHECK(tail.at("beyond").get<std::vector<double>>() == expected);
                CHECK(value(found, "wait.max") == Approx(*std::max_element(waits.begin(), waits.end())).epsilon(1e-12));
            }
}

TEST_CASE("percentiles of a short run are not the nearest ranks of its waits", "[fleet]") {
    for (const int count : {100, 101, 199, 1000}) {
        const Json config = fleet(2, 0.9, random_policy(),
                                  with(signal("in-flight"), {{"workers", 1},
                                                             {"service", deterministic()},
                                                             {"requests", count},
                                                             {"warmup", 0},
                                                             {"replications", 1}}));
        const auto waits = follow(config);
        const Json found = run(config);
        for (const auto& [name, percent] :
             {std::pair("wait.p50", 50), std::pair("wait.p90", 90), std::pair("wait.p99", 99)}) {
            const std::size_t nearest = std::size_t((percent * count + 99) / 100);
            INFO(count << " requests, " << name);
            // Half a bucket of 0.1 %.
            CHECK(value(found, name) == Approx(rank(waits, nearest)).epsilon(0.00051).margin(1e-9));
        }
    }
}

TEST_CASE("replicas that are kept in order are not those that looking at all of them finds", "[fleet]") {
    const std::vector<Json> fleets = {
        {{"replicas", 1}},
        {{"replicas", 37}, {"workers", 3}},
        {{"replicas", 33}, {"machines", {{"id", "some-slow"}}}},
        {{"replicas", 21}, {"queues", {{"id", "bounded"}, {"waiting", 2}}}},
        {{"replicas", 16}, {"machines", {{"id", "some-slow"}}}, {"information", {{"speeds", "known"}}}}};
    for (const Json& more : fleets)
        for (const char* signal : {"in-flight", "waiting", "work"})
            for (const char* ties : {"random", "first-index"}) {
                Json config = with(fleet(1, 0.95, least(ties), {{"requests", 5000}, {"replications", 2}}), more);
                if (signal == std::string("work") && config["information"].contains("speeds")) continue;  // says nothing more, and is refused
                config["information"]["signal"] = signal;
                INFO(config.dump());
                CHECK(figures(run(with(config, {{"engine", "event-queue"}}))) == figures(run(with(config, {{"engine", "lazy"}}))));
            }
}
