// Service laws: draws against formulas written here with the C++ library's functions, and the laws' own functions against
// both. 200,000 draws each at one seed; moments within 4 standard errors, shapes by Kolmogorov and Smirnov.
#include "model/services.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "../../support/black_box.h"
#include "../../support/catch.h"

namespace {

constexpr std::uint64_t kDraws = 200000;

using Cdf = std::function<double(double)>;

std::unique_ptr<p2c::Law> law(const char* text) {
    return p2c::make_service(p2c::Json::parse(text));
}

std::vector<double> draws(p2c::Law& law, std::uint64_t count = kDraws) {
    const p2c::Stream stream(20261130, 0, p2c::Purpose::size);
    std::vector<double> out(count);
    law.begin(stream);
    for (std::uint64_t i = 0; i < count; i += 256)
        law.fill(stream, i, std::uint32_t(std::min<std::uint64_t>(256, count - i)), &out[i]);
    return out;
}

double pareto(double x, double alpha, double ratio) {
    const double kept = 1 - std::pow(ratio, -alpha);
    const double mean = alpha / (alpha - 1) * (1 - std::pow(ratio, 1 - alpha)) / kept;
    return x * mean < 1 ? 0 : x * mean > ratio ? 1 : (1 - std::pow(x * mean, -alpha)) / kept;
}

double hyperexponential(double x, double cv2) {
    const double p = 0.5 + 0.5 * std::sqrt((cv2 - 1) / (cv2 + 1));
    return 1 - p * std::exp(-2 * p * x) - (1 - p) * std::exp(-2 * (1 - p) * x);
}

/// Gamma of mean 1: chi-square with 2·shape degrees, scaled.
double gamma(double x, double cv) {
    return 1 - check::chi_square_tail(2 * x / cv / cv, 2 / cv / cv);
}

struct Case {
    const char* text;
    double cv2;
    Cdf cdf;
};

const std::vector<Case> kContinuous = {
    {R"({"id":"exponential"})", 1, [](double x) { return 1 - std::exp(-x); }},
    {R"({"id":"lognormal","sigma":0.9})", std::exp(0.81) - 1,
     [](double x) { return check::normal(std::log(x) / 0.9 + 0.45); }},
    {R"({"id":"uniform","halfWidth":1})", 1.0 / 3, [](double x) { return std::min(1.0, x / 2); }},
    {R"({"id":"uniform","halfWidth":0.3})", 0.03, [](double x) { return std::clamp((x - 0.7) / 0.6, 0.0, 1.0); }},
    {R"({"id":"gamma","cv":0.5})", 0.25, [](double x) { return gamma(x, 0.5); }},
    {R"({"id":"gamma","cv":0.05})", 0.0025, [](double x) { return gamma(x, 0.05); }},
    {R"({"id":"gamma","cv":1})", 1, [](double x) { return 1 - std::exp(-x); }},
    {R"({"id":"gamma","cv":3})", 9, [](double x) { return gamma(x, 3); }},
    {R"({"id":"hyperexponential","cv":1})", 1, [](double x) { return 1 - std::exp(-x); }},
    {R"({"id":"hyperexponential","cv":2})", 4, [](double x) { return hyperexponential(x, 4); }},
    {R"({"id":"hyperexponential","cv":5})", 25, [](double x) { return hyperexponential(x, 25); }},
    {R"({"id":"pareto","alpha":2.5,"ratio":100})", -1, [](double x) { return pareto(x, 2.5, 100); }},
    {R"({"id":"pareto","alpha":1.5,"ratio":1000})", -1, [](double x) { return pareto(x, 1.5, 1000); }},
    {R"({"id":"pareto","alpha":0.5,"ratio":10})", -1, [](double x) { return pareto(x, 0.5, 10); }},
};

const std::vector<const char*> kDiscrete = {
    R"({"id":"deterministic"})",
    R"({"id":"two-point","share":0.05,"ratio":20})",
    R"({"id":"two-point","share":0,"ratio":20})",
    R"({"id":"recorded","values":[3,0,5,3,9,100],"order":"random"})",
};

/// ∫₀ˣ (1 − F): 100,000 midpoints, whose error is below 1e-4 of the longest step for any F.
double limited_mean(const Cdf& cdf, double x) {
    double sum = 0;
    for (int i = 0; i < 100000; ++i) sum += 1 - cdf((i + 0.5) / 100000 * x);
    return sum / 100000 * x;
}

void check_moments(const std::vector<double>& sample, double cv2) {
    std::vector<double> squares;
    for (const double x : sample) squares.push_back(x * x);
    CHECK(check::deviation(check::estimate(sample), 1, 1e-12) < check::kErrors);
    CHECK(check::deviation(check::estimate(squares), 1 + cv2, 1e-12) < check::kErrors);
}

/// Shares of draws up to each quantile: binomial, within 4 standard errors; for steps at least p.
void check_quantiles(const p2c::Law& law, const std::vector<double>& sample, bool steps) {
    for (const double p : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
        const double x = law.quantile(p);
        INFO("quantile " << p << " is " << x);
        if (steps) {
            CHECK(law.cdf(x) >= p);
            if (x > 0) CHECK(law.cdf(std::nextafter(x, 0)) <= p);
        } else {
            CHECK(law.cdf(x) == Approx(p).epsilon(1e-12));
        }
        const double at_most = double(std::count_if(sample.begin(), sample.end(), [&](double d) { return d <= x; }));
        const double chance = law.cdf(x);
        CHECK(std::abs(at_most - double(sample.size()) * chance) <=
              check::kErrors * std::sqrt(double(sample.size()) * chance * (1 - chance)));
    }
    CHECK(law.median() == law.quantile(0.5));
}

}  // namespace

TEST_CASE("draws of a continuous law do not have its shape, mean or variance", "[laws]") {
    for (const Case& c : kContinuous) {
        INFO(c.text);
        const auto found = law(c.text);
        if (c.cv2 >= 0) CHECK(found->cv2() == Approx(c.cv2));
        const auto sample = draws(*found);
        check_moments(sample, found->cv2());
        CHECK(check::fit_continuous(sample, c.cdf) > check::kAlarm);
        check_quantiles(*found, sample, false);
    }
}

TEST_CASE("the functions of a law are not those of its formula", "[laws]") {
    for (const Case& c : kContinuous) {
        INFO(c.text);
        const auto found = law(c.text);
        for (const double x : {0.001, 0.1, 0.3, 0.7, 1.0, 1.3, 2.0, 5.0, 30.0}) {
            INFO("at " << x);
            CHECK(found->cdf(x) == Approx(c.cdf(x)).epsilon(1e-9).margin(1e-13));
            CHECK(found->limited_mean(x) == Approx(limited_mean(c.cdf, x)).epsilon(1e-4));
        }
        CHECK(found->limited_mean(0) == 0);
        CHECK(found->limited_mean(1e9) == Approx(1));
    }
}

TEST_CASE("a law with steps has other steps, mean or variance than its draws", "[laws]") {
    for (const char* text : kDiscrete) {
        INFO(text);
        const auto found = law(text);
        const auto sample = draws(*found);
        check_moments(sample, found->cv2());
        check_quantiles(*found, sample, true);
        for (const double x : {0.1, 0.3, 0.6, 1.0, 3.0, 5.5})
            CHECK(found->limited_mean(x) ==
                  Approx(limited_mean([&](double y) { return found->cdf(y); }, x)).epsilon(1e-4));
    }
    // The median and the ratio of the two sizes in so many words.
    CHECK(law(R"({"id":"two-point","share":0.05,"ratio":20})")->median() == Approx(1 / 1.95));
    CHECK(law(R"({"id":"two-point","share":0.05,"ratio":20})")->quantile(0.96) == Approx(20 / 1.95));
    CHECK(law(R"({"id":"recorded","values":[3,0,5,3,9,100],"order":"random"})")->median() == Approx(3 / 20.0));
}

TEST_CASE("a recorded list is not drawn evenly, or loses its order", "[laws]") {
    const std::vector<double> values = {4, 1, 2, 3, 10};
    const auto shuffled = law(R"({"id":"recorded","values":[4,1,2,3,10],"order":"random"})");
    std::vector<double> counts(values.size());
    for (const double x : draws(*shuffled))
        ++counts[std::size_t(std::find(values.begin(), values.end(), std::round(4 * x)) - values.begin())];
    CHECK(check::fit(counts, std::vector<double>(5, 0.2)) > check::kAlarm);
    CHECK(shuffled->independent());
    const auto in_order = law(R"({"id":"recorded","values":[4,1,2,3,10],"order":"in-order"})");
    const auto found = draws(*in_order, 1000);
    for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(found[i] == values[i % 5] / 4);
    CHECK_FALSE(in_order->independent());
    CHECK(p2c::service_mean(p2c::Json::parse(R"({"id":"recorded","values":[4,1,2,3,10]})")) == 4);
}

TEST_CASE("a size depends on the sizes before it or on where blocks begin", "[laws]") {
    const p2c::Stream stream(5, 3, p2c::Purpose::size);
    for (const p2c::Part& part : p2c::describe_services()) {
        p2c::Json config = {{"id", part.id}};
        for (const p2c::Param& p : part.params) config[std::string(p.name)] = p2c::fallback(p);
        INFO(part.id);
        const auto whole = p2c::make_service(config), single = p2c::make_service(config);
        std::vector<double> block(256);
        whole->fill(stream, 512, 256, block.data());
        for (const std::uint64_t i : {700u, 513u, 767u, 512u}) {
            double size = 0;
            single->fill(stream, i, 1, &size);
            CHECK(size == block[i - 512]);
        }
    }
}

TEST_CASE("a law at the end of its range gives draws that are no sizes", "[laws]") {
    for (const char* text :
         {R"({"id":"gamma","cv":10})", R"({"id":"gamma","cv":0.01})", R"({"id":"lognormal","sigma":4})",
          R"({"id":"lognormal","sigma":0})", R"({"id":"uniform","halfWidth":0})", R"({"id":"hyperexponential","cv":100})",
          R"({"id":"pareto","alpha":0.01,"ratio":1000000000})", R"({"id":"pareto","alpha":20,"ratio":1000000000})",
          R"({"id":"pareto","alpha":1,"ratio":1.000001})", R"({"id":"two-point","share":1,"ratio":1000000})"}) {
        INFO(text);
        const auto found = law(text);
        const auto sample = draws(*found, 20000);
        CHECK(*std::min_element(sample.begin(), sample.end()) >= 0);
        CHECK(std::isfinite(*std::max_element(sample.begin(), sample.end())));
        CHECK(std::isfinite(found->cv2()));
        for (const double p : {1e-9, 0.5, 1 - 1e-9}) {
            CHECK(std::isfinite(found->quantile(p)));
            CHECK(found->quantile(p) >= 0);
        }
    }
}
