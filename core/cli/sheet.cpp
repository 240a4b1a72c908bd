#include "sheet.h"

#include "catalogue_view.h"

namespace p2c::cli {
namespace {

// The catalogue's unit of every time; the only one that --unit changes.
constexpr const char* kTimeUnit = "mean service times";

bool is_time(const Json& spec) {
    return text_of(spec, "unit") == kTimeUnit;
}

}  // namespace

double Sheet::factor(const Json& spec) const {
    return is_time(spec) ? scale.factor : 1;
}

std::string Sheet::unit(const Json& spec) const {
    return is_time(spec) ? scale.name : text_of(spec, "unit");
}

}  // namespace p2c::cli
