// The generator: streams that do not touch each other, draws without bias, laws with the right shape.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "base/rng.h"
#include "base/sampling.h"

using p2c::BoundedSequence;
using p2c::Purpose;
using p2c::Stream;

namespace {

constexpr std::uint64_t kSeed = 20240607;
constexpr Purpose kPurposes[] = {Purpose::gap, Purpose::size, Purpose::look, Purpose::tie, Purpose::coin};

std::vector<double> draws(std::size_t count, double (*law)(std::uint64_t)) {
    const Stream stream(kSeed, 0, Purpose::size);
    std::vector<double> sample(count);
    for (std::size_t i = 0; i < count; ++i) sample[i] = law(stream.word(i));
    return sample;
}

/// 200,000 draws of a law that takes its words from a stream.
std::vector<double> law_draws(double (*law)(const Stream&, std::uint64_t)) {
    const Stream stream(kSeed, 0, Purpose::size);
    std::vector<double> sample(200000);
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = law(stream, i);
    return sample;
}

std::vector<double> powers(const std::vector<double>& sample, int k) {
    std::vector<double> result;
    for (double x : sample) result.push_back(std::pow(x, k));
    return result;
}

}  // namespace

TEST_CASE("two purposes, replications, seeds or requests share their random words", "[base]") {
    std::set<std::uint64_t> words;
    std::size_t count = 0;
    for (std::uint64_t seed : {0ULL, 1ULL, 2ULL, (1ULL << 53) - 1})
        for (std::uint64_t replication = 0; replication < 8; ++replication)
            for (Purpose purpose : kPurposes)
                for (std::uint64_t i = 0; i < 64; ++i)
                    for (std::uint64_t j = 0; j < 4; ++j, ++count)
                        words.insert(Stream(seed, replication, purpose).word(i, j));
    CHECK(words.size() == count);
    const Stream stream(kSeed, 3, Purpose::look);
    CHECK(stream.word(17) == stream.word(17, 0));
    CHECK(stream.word(17) == Stream(kSeed, 3, Purpose::look).word(17));
}

TEST_CASE("neighbouring words, purposes or replications are correlated", "[base]") {
    // Correlation of 200,000 pairs of uniforms has standard error 1/sqrt(200,000) if they are independent.
    const int n = 200000;
    const auto correlation = [&](auto first, auto second) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += (p2c::unit(first(i)) - 0.5) * (p2c::unit(second(i)) - 0.5);
        return 12 * sum / n;
    };
    const Stream a(kSeed, 0, Purpose::gap), b(kSeed, 0, Purpose::size), c(kSeed, 1, Purpose::gap),
        d(kSeed + 1, 0, Purpose::gap);
    const double limit = check::kErrors / std::sqrt(double(n));
    const auto words = [](const Stream& stream) { return [&stream](std::uint64_t i) { return stream.word(i); }; };
    CHECK(std::abs(correlation(words(a), words(b))) < limit);
    CHECK(std::abs(correlation(words(a), words(c))) < limit);
    CHECK(std::abs(correlation(words(a), words(d))) < limit);
    CHECK(std::abs(correlation(words(a), [&](std::uint64_t i) { return a.word(i + 1); })) < limit);
    CHECK(std::abs(correlation(words(a), [&](std::uint64_t i) { return a.word(i, 1); })) < limit);
}

TEST_CASE("a uniform number reaches 0 or 1 or is lopsided", "[base]") {
    CHECK(p2c::unit(0) > 0);
    CHECK(p2c::unit(~0ULL) < 1);
    CHECK(p2c::unit(0) == 1 - p2c::unit(~0ULL));
    CHECK(check::fit_continuous(draws(100000, p2c::unit), [](double x) { return x; }) > check::kAlarm);
}

TEST_CASE("a bounded draw is biased", "[base]") {
    const Stream stream(kSeed, 0, Purpose::look);
    for (std::uint32_t n : {1u, 2u, 3u, 7u, 10u, 64u, 100u, 1000u}) {
        std::vector<double> counts(n), alike(n, 1.0 / n);
        for (int i = 0; i < 200000; ++i) ++counts[BoundedSequence(stream, std::uint64_t(i), n).next()];
        INFO("n = " << n);
        CHECK(check::fit(counts, alike) > check::kAlarm);
    }
}

TEST_CASE("a bounded draw near 2^32 prefers some numbers", "[base]") {
    // Without rejection, multiply-shift would give every third (n = 3·2^30) or every other number twice the weight.
    const Stream stream(kSeed, 1, Purpose::look);
    for (std::uint32_t n : {3u << 30, (1u << 31) + 1, 0xffffffffu, 0xfffffffeu}) {
        std::vector<double> thirds(3), parts(17);
        int outside = 0;
        for (int i = 0; i < 100000; ++i) {
            const std::uint32_t value = BoundedSequence(stream, std::uint64_t(i), n).next();
            outside += value >= n;
            ++thirds[value % 3];
            ++parts[std::size_t(double(value) / n * 16)];
        }
        INFO("n = " << n);
        CHECK(outside == 0);
        CHECK(check::fit(thirds, {1 / 3.0, 1 / 3.0, 1 / 3.0}) > check::kAlarm);
        CHECK(check::fit(parts, std::vector<double>(16, 1 / 16.0)) > check::kAlarm);
    }
}

TEST_CASE("successive bounded draws of one request depend on each other", "[base]") {
    const Stream stream(kSeed, 2, Purpose::look);
    std::vector<double> counts(5 * 5 * 5);
    for (std::uint64_t i = 0; i < 100000; ++i) {
        BoundedSequence sequence(stream, i, 5);
        const std::uint32_t a = sequence.next(), b = sequence.next(), c = sequence.next();
        ++counts[a * 25 + b * 5 + c];
    }
    CHECK(check::fit(counts, std::vector<double>(125, 1 / 125.0)) > check::kAlarm);
}

TEST_CASE("the rejection zone of a bounded draw is off by one", "[base]") {
    // For n = 2^31 + 1 half of all words are refused; counted exactly over words at the edges of accepted runs.
    for (std::uint32_t n : {3u, 5u, 10u, 100u, (1u << 31) + 1, 0xffffffffu}) {
        const std::uint32_t refused = std::uint32_t((0x100000000ULL) % n);
        std::uint32_t out = 0;
        // The low half of word·n decides: refused exactly if it is below 2^32 mod n.
        for (std::uint32_t word :
             {0u, 1u, 2u, 0x55555555u, 0x55555556u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu}) {
            const auto product = std::uint64_t(word) * n;
            CHECK(p2c::bounded(word, n, out) == (std::uint32_t(product) >= refused));
            CHECK(out == product >> 32);
        }
    }
}

TEST_CASE("the exponential law has another mean, variance or shape", "[base]") {
    const auto sample = law_draws(p2c::exponential);
    CHECK(*std::min_element(sample.begin(), sample.end()) > 0);
    CHECK(check::fit_continuous(sample, [](double x) { return 1 - std::exp(-x); }) > check::kAlarm);
    double factorial = 1;
    for (int k = 1; k <= 4; ++k) {
        factorial *= k;
        CHECK(check::deviation(check::estimate(powers(sample, k)), factorial) < check::kErrors);
    }
}

TEST_CASE("the normal law has another mean, variance or shape", "[base]") {
    const auto sample = law_draws(p2c::normal);
    CHECK(check::fit_continuous(sample, check::normal) > check::kAlarm);
    const double moments[] = {0, 1, 0, 3, 0, 15};
    for (int k = 1; k <= 6; ++k)
        CHECK(check::deviation(check::estimate(powers(sample, k)), moments[k - 1]) < check::kErrors);
}

TEST_CASE("the layers of a ziggurat do not close at the top or its tails have another weight", "[base]") {
    // The last layer must reach the top of the density with the same area as all others.
    using namespace p2c::detail;
    CHECK(std::abs(normal_ziggurat.height[255] + 0.004928673233974655347362 / normal_ziggurat.edge[255] - 1) < 1e-13);
    CHECK(std::abs(exponential_ziggurat.height[255] + 0.003949659822581557219978 / exponential_ziggurat.edge[255] - 1) <
          1e-13);
    // Draws beyond the start of the tail: binomial counts, within 4 standard errors.
    const Stream stream(kSeed, 0, Purpose::size);
    const double count = 4e6;
    double bells = 0;
    double decays = 0;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
        bells += std::abs(p2c::normal(stream, i)) > normal_tail + 0.1;
        decays += p2c::exponential(stream, i) > exponential_tail + 0.5;
    }
    const double bell_mean = count * std::erfc((normal_tail + 0.1) / std::sqrt(2.0));
    const double decay_mean = count * std::exp(-exponential_tail - 0.5);
    CHECK(std::abs(bells - bell_mean) < 4 * std::sqrt(bell_mean));
    CHECK(std::abs(decays - decay_mean) < 4 * std::sqrt(decay_mean));
}

TEST_CASE("the lognormal law is not scaled to mean 1", "[base]") {
    const Stream stream(kSeed, 0, Purpose::size);
    for (const double sigma : {0.25, 0.9, 1.0}) {
        std::vector<double> sample(400000);
        p2c::lognormals(stream, 0, std::uint32_t(sample.size()), sigma, sample.data());
        INFO("sigma = " << sigma);
        CHECK(check::deviation(check::estimate(sample), 1) < check::kErrors);
        CHECK(check::fit_continuous(sample, [&](double x) { return check::normal(std::log(x) / sigma + sigma / 2); }) >
              check::kAlarm);
    }
    double one = 0;
    p2c::lognormals(stream, 5, 1, 0, &one);
    CHECK(one == 1);
}

TEST_CASE("a block of lognormals differs in a bit from draws one by one", "[base]") {
    const Stream stream(kSeed, 1, Purpose::size);
    for (const double sigma : {0.0, 0.9, 4.0}) {
        for (const std::uint32_t count : {0u, 1u, 2u, 3u, 255u, 256u}) {
            std::vector<double> block(count + 1, -1);
            p2c::lognormals(stream, 1000, count, sigma, block.data());
            std::size_t different = 0;
            for (std::uint32_t k = 0; k < count; ++k)
                different += block[k] != p2c::det::exp(sigma * p2c::normal(stream, 1000 + k) - 0.5 * sigma * sigma);
            CHECK(different == 0);
            CHECK(block[count] == -1);
        }
    }
}
