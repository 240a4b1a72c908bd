// Columns of numbers as text.
#include "base/packed.h"

#include "../../support/catch.h"
#include "base/error.h"

TEST_CASE("a column comes back from its text as another", "[base]") {
    // Every number of bits, on both sides of where a letter more is needed.
    std::vector<std::uint64_t> numbers = {0};
    for (unsigned k = 0; k < 64; ++k)
        for (const int off : {-1, 0, 1}) numbers.push_back((std::uint64_t{1} << k) + static_cast<std::uint64_t>(off));
    numbers.push_back(~std::uint64_t{0});
    CHECK(p2c::unpack(p2c::pack(numbers)) == numbers);
    CHECK(p2c::unpack("").empty());
    CHECK(p2c::pack({0, 9, 31, 32, 1023, 1024}) == "09vw1_vww1");
    CHECK(p2c::pack({~std::uint64_t{0}}) == "____________f");
}

TEST_CASE("text that is no column is read as one", "[base]") {
    for (const char* text : {"?", "1 2", "1\n", "w", "1_", "____________g", "wwwwwwwwwwwww1", "\xc3\xa4"}) {
        INFO(text);
        CHECK_THROWS_AS(p2c::unpack(text), p2c::ConfigError);
    }
}
