#include "sheet.h"

#include "catalogue_view.h"

namespace p2c::cli {
namespace {

// The catalogue's units that --unit changes.
constexpr const char* kTime = "time";
constexpr const char* kRate = "1/time";

}  // namespace

double Sheet::factor(const Json& spec) const {
    const std::string named = text_of(spec, "unit");
    if (named == kTime) return scale.factor;
    return named == kRate ? 1 / scale.factor : 1;
}

std::string Sheet::unit(const Json& spec) const {
    const std::string named = text_of(spec, "unit");
    if (named == kTime) return scale.unit + scale.plural;
    return named == kRate ? "per " + scale.unit : named;
}

std::string Sheet::theory_word() const {
    const Json* exact = find_path(result, "theory.exact");
    return exact && *exact == false ? "limit" : "exact";
}

}  // namespace p2c::cli
