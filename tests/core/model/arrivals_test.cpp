// Arrival processes: rates, gaps and counts against formulas. Errors come from 20 or more independent paths.
#include "model/arrivals.h"

#include <cmath>

#include "../../support/black_box.h"
#include "../../support/catch.h"

namespace {

std::unique_ptr<p2c::Gaps> process(const std::string& text) {
    return p2c::make_arrivals(p2c::Json::parse(text));
}

std::vector<double> path(p2c::Gaps& gaps, std::uint64_t replication, std::uint64_t count, std::uint32_t block = 256) {
    const p2c::Stream stream(77, replication, p2c::Purpose::gap);
    std::vector<double> out(count);
    gaps.begin(stream);
    for (std::uint64_t i = 0; i < count; i += block)
        gaps.fill(stream, i, std::uint32_t(std::min<std::uint64_t>(block, count - i)), &out[i]);
    return out;
}

double mean(const std::vector<double>& values) { return check::estimate(values).mean; }

/// Variance over mean of the number of arrivals in windows of this length.
double dispersion(const std::vector<double>& gaps, double window) {
    std::vector<double> counts(1);
    double now = 0;
    for (const double gap : gaps) {
        for (now += gap; now > window * double(counts.size());) counts.push_back(0);
        ++counts.back();
    }
    counts.pop_back();  // cut off by the end of the path
    const check::Estimate e = check::estimate(counts);
    return e.error * e.error * double(counts.size()) / e.mean;
}

const char* const kDefaults[] = {R"({"id":"poisson"})", R"({"id":"deterministic"})", R"({"id":"gamma","cv":2})",
                                 R"({"id":"bursts","factor":5,"share":0.1,"requests":50})",
                                 R"({"id":"batches","size":10})",
                                 R"({"id":"recorded","values":[1,5,3],"kind":"gaps","clock":"scaled","order":"random"})"};

}  // namespace

TEST_CASE("the mean gap of an arrival process is not 1", "[laws]") {
    for (const char* text : kDefaults) {
        INFO(text);
        const auto gaps = process(text);
        std::vector<double> means;
        for (std::uint64_t r = 0; r < 40; ++r) means.push_back(mean(path(*gaps, r, 40000)));
        CHECK(check::deviation(check::estimate(means), 1, 1e-12) < check::kErrors);
    }
}

TEST_CASE("a gap depends on where blocks begin or on the replication before", "[laws]") {
    for (const char* text : kDefaults) {
        INFO(text);
        const auto gaps = process(text);
        const auto first = path(*gaps, 1, 5000);
        path(*gaps, 2, 3000);
        CHECK(path(*gaps, 1, 5000, 7) == first);
    }
}

TEST_CASE("gamma gaps have another shape, or another transform", "[laws]") {
    for (const double cv : {0.1, 0.5, 1.0, 2.0, 5.0}) {
        INFO("cv " << cv);
        const auto gaps = process(R"({"id":"gamma","cv":)" + std::to_string(cv) + "}");
        const auto sample = path(*gaps, 0, 200000);
        CHECK(check::fit_continuous(sample, [&](double x) {
                  return 1 - check::chi_square_tail(2 * x / cv / cv, 2 / cv / cv);
              }) > check::kAlarm);
        for (const double s : {0.1, 1.0, 4.0}) {
            std::vector<double> values;
            for (const double x : sample) values.push_back(std::exp(-s * x));
            CHECK(check::deviation(check::estimate(values), *gaps->transform(s)) < check::kErrors);
        }
    }
}

TEST_CASE("bursts bunch more or less than a Poisson process with two rates does", "[laws]") {
    struct Setting {
        double factor, share, requests;
    };
    for (const auto& [factor, share, requests] : {Setting{5, 0.1, 50}, Setting{1e6, 0.5, 20}}) {
        const p2c::Json config = {{"id", "bursts"}, {"factor", factor}, {"share", share}, {"requests", requests}};
        const auto gaps = p2c::make_arrivals(config);
        const double quiet = 1 / (1 + share * (factor - 1)), stay = requests / (factor * quiet);
        const double turnover = 1 / stay + share / (1 - share) / stay;
        for (const double window : {1.0, 10.0, 100.0, 1000.0}) {
            const double still = (1 - std::exp(-turnover * window)) / (turnover * window);
            const double expected =
                1 + 2 * share * (1 - share) * std::pow((factor - 1) * quiet, 2) / turnover * (1 - still);
            std::vector<double> found;
            for (std::uint64_t r = 0; r < 40; ++r) found.push_back(dispersion(path(*gaps, r, 200000), window));
            INFO("factor " << factor << ", windows of " << window << ": " << mean(found) << ", expected " << expected);
            CHECK(check::deviation(check::estimate(found), expected) < check::kErrors);
        }
    }
}

TEST_CASE("bursts of no other rate are not Poisson arrivals, draw for draw", "[laws]") {
    const auto bursts = path(*process(R"({"id":"bursts","factor":1,"share":0.3,"requests":10})"), 4, 2000);
    const auto poisson = path(*process(R"({"id":"poisson"})"), 4, 2000);
    for (std::size_t i = 0; i < bursts.size(); ++i) REQUIRE(bursts[i] == Approx(poisson[i]).epsilon(1e-9).margin(1e-12));
}

TEST_CASE("a batch does not arrive at one instant, or batches are not Poisson", "[laws]") {
    const auto found = path(*process(R"({"id":"batches","size":7})"), 0, 140000);
    std::vector<double> between;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i % 7 != 0) REQUIRE(found[i] == 0);
        else between.push_back(found[i] / 7);
    }
    CHECK(check::fit_continuous(between, [](double x) { return 1 - std::exp(-x); }) > check::kAlarm);
    CHECK(path(*process(R"({"id":"batches","size":1})"), 3, 1000) == path(*process(R"({"id":"poisson"})"), 3, 1000));
}

TEST_CASE("recorded arrivals lose their order, their gaps or their clock", "[laws]") {
    const auto text = [](const char* values, const char* kind, const char* clock) {
        return std::string(R"({"id":"recorded","values":)") + values + R"(,"kind":")" + kind + R"(","clock":")" + clock +
               R"(","order":"in-order"})";
    };
    const std::vector<double> expected = {0.5, 0, 2.5, 1, 0.5, 0, 2.5};
    CHECK(path(*process(text("[1,0,5,2]", "gaps", "scaled")), 0, 7) == expected);
    CHECK(path(*process(text("[1000,1001,1001,1006,1008]", "times", "own")), 0, 7) == expected);
    CHECK_FALSE(p2c::own_mean_gap(p2c::Json::parse(text("[1,0,5,2]", "gaps", "scaled"))));
    CHECK(p2c::own_mean_gap(p2c::Json::parse(text("[1000,1001,1001,1006,1008]", "times", "own"))) == 2.0);
    CHECK_FALSE(p2c::own_mean_gap(p2c::Json::parse(R"({"id":"poisson"})")));
}
