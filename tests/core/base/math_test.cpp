// Elementary functions against 80-digit values, to the accuracy that core/base/math.h claims.
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "base/math.h"

using check::Json;

namespace {

// Error of x against nearest + rest, in units in the last place of the exact value.
double units(double x, double nearest, double rest) {
    int exponent = 0;
    std::frexp(nearest, &exponent);
    return std::abs((x - nearest) - rest) / std::ldexp(1.0, exponent - 53);
}

template <class Function>
void check_function(const char* name, Function function, double limit) {
    const Json table = check::reference("reference/math.json").at(name);
    CHECK(table.size() > 50);
    for (const Json& row : table) {
        const double x = row.at(0);
        INFO(name << "(" << Json(x).dump() << ")");
        CHECK(units(function(x), row.at(1), row.at(2)) <= limit);
    }
}

}  // namespace

TEST_CASE("a logarithm or exponential is further from the exact value than its header says", "[base]") {
    check_function("log", p2c::det::log, 1.5);
    check_function("exp", p2c::det::exp, 1.5);
    check_function("log1p", p2c::det::log1p, 2.5);
}

TEST_CASE("a power is less exact than its header says", "[base]") {
    for (const Json& row : check::reference("reference/math.json").at("pow")) {
        const double x = row.at(0), y = row.at(1);
        INFO(Json(x).dump() << " ^ " << Json(y).dump());
        CHECK(units(p2c::det::pow(x, y), row.at(2), row.at(3)) <= 2 + 2 * std::abs(y * std::log(x)));
    }
    CHECK(p2c::det::power(3, 0) == 1);
    CHECK(p2c::det::power(3, 13) == 1594323);
    CHECK(p2c::det::power(0.5, 60) == std::ldexp(1.0, -60));
}

TEST_CASE("exact values of elementary functions are missed", "[base]") {
    CHECK(p2c::det::log(1.0) == 0);
    CHECK(p2c::det::exp(0.0) == 1);
    CHECK(p2c::det::log1p(0.0) == 0);
    CHECK(p2c::det::exp(-709.0) == 0);
    CHECK(std::isinf(p2c::det::exp(710.0)));
}

TEST_CASE("exponentials of a block differ in a bit from those one by one", "[base]") {
    std::vector<double> x;
    for (int i = -7080; i <= 7090; ++i) x.push_back(i / 10.0);
    for (int i = -1000; i <= 1000; ++i) x.push_back(i * 0.00173 + 1e-9);
    for (const std::size_t count : {x.size(), x.size() - 1}) {
        std::vector<double> block(x.begin(), x.begin() + std::ptrdiff_t(count));
        p2c::det::exp_each(block.data(), std::uint32_t(count));
        std::size_t different = 0;
        for (std::size_t k = 0; k < count; ++k) different += p2c::det::to_bits(block[k]) != p2c::det::to_bits(p2c::det::exp(x[k]));
        CHECK(different == 0);
    }
}

TEST_CASE("an elementary function is not monotone where its pieces meet", "[base]") {
    for (const double start : {0.70710678118654752, 1.4142135623730951, 1.0, 2.0, 0.97, 0.5}) {
        double x = start;
        for (int i = 0; i < 50; ++i) x = std::nextafter(x, 0.0);
        // Neighbours may be out of order by their errors, never by more than the 3 units those allow.
        double before = p2c::det::log(x);
        for (int i = 0; i < 100; ++i) {
            x = std::nextafter(x, 10.0);
            const double now = p2c::det::log(x);
            CHECK(now - before > -3 * std::abs(now) * 0x1p-52);
            before = now;
        }
    }
}

TEST_CASE("the whole part of a number is another", "[base]") {
    const double below_one = p2c::det::from_bits(p2c::det::to_bits(1.0) - 1);
    for (const auto& [x, whole] : std::initializer_list<std::pair<double, std::int64_t>>{
             {0.0, 0}, {-0.0, 0}, {5e-324, 0}, {0x1p-12, 0}, {0.5, 0}, {below_one, 0}, {1, 1}, {1.5, 1}, {-1.5, -1}, {-0x1p62, -(std::int64_t{1} << 62)},
             {0x1p52 - 0.5, (std::int64_t{1} << 52) - 1}, {0x1p52, std::int64_t{1} << 52}, {0x1p53 + 2, (std::int64_t{1} << 53) + 2}, {0x1p62, std::int64_t{1} << 62}}) {
        INFO(x);
        CHECK(p2c::det::whole(x) == whole);
    }
    // Of each power of two and what is next to it.
    for (int k = 1; k < 62; ++k) {
        const std::int64_t power = std::int64_t{1} << k;
        const double x = static_cast<double>(power);
        CHECK(p2c::det::whole(x) == power);
        if (k < 53) CHECK(p2c::det::whole(p2c::det::from_bits(p2c::det::to_bits(x) - 1)) == power - 1);
    }
}
