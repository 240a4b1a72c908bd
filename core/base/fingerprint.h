// FNV-1a, 64 bit: a result's fingerprint, over whole numbers and the bits of doubles in a fixed order.
#pragma once
#include <cstdint>
#include <string>

#include "math.h"

namespace p2c {

class Fingerprint {
public:
    void add(std::uint64_t word) {
        for (int i = 0; i < 64; i += 8) hash_ = (hash_ ^ ((word >> i) & 0xff)) * 0x100000001b3ULL;
    }
    void add(double x) { add(det::to_bits(x)); }

    /// 16 hexadecimal digits.
    std::string text() const {
        std::string digits(16, '0');
        for (std::size_t i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(hash_ >> (60 - 4 * i)) & 15];
        return digits;
    }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace p2c
