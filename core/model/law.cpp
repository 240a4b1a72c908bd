#include "law.h"

namespace p2c {

double Law::quantile(double p) const {
    double high = 1;
    while (cdf(high) < p && high < 1e300) high *= 2;
    double low = high;
    while (low > 1e-300 && cdf(low) >= p) {
        high = low;
        low /= 2;
    }
    for (int i = 0; i < 60; ++i) {
        const double middle = low + (high - low) / 2;
        (cdf(middle) < p ? low : high) = middle;
    }
    return high;
}

}  // namespace p2c
