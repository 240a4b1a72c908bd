#include "variants.h"

#include "../lab.h"
#include "console.h"
#include "failure.h"
#include "files.h"
#include "settings.h"

namespace p2c::cli {
namespace {

constexpr std::size_t kMostVariants = 8;
constexpr char kExample[] = "--over policy=random,choices,least or --variant policy.d=3";

/// "path=value,path=value" as a point.
Point settings_in(const std::string& text) {
    Point out;
    for (const std::string& part : comma_separated(text)) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError(
                "--variant must be given as path=value,path=value,… (for example --variant "
                "policy=choices,policy.d=3), not \"" +
                text + "\".");
        out.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    }
    return out;
}

std::string name_of(const Point& point) {
    std::string out;
    for (const auto& [path, value] : point) out += (out.empty() ? "" : ", ") + path + "=" + value;
    return out;
}

Variant variant(const std::string& name, const Point& settings, const std::string& text, const char* option) {
    Variant out{name, settings, apply_settings(text, settings, option), {}};
    if (parse_guarded(out.config).value("requests", Json()) == "auto")
        throw UsageError("requests must be a number in p2c compare, whose variants all meet the same requests; it is \"auto\".");
    out.resolved = Json::parse(create_run(out.config)->result()).at("config");
    return out;
}

/// Seed and replications decide which requests there are, the experiment which metrics.
void check_alike(const std::vector<Variant>& variants) {
    for (const char* key : {"experiment", "seed", "replications"})
        for (const Variant& other : variants)
            if (other.resolved.at(key) != variants.front().resolved.at(key))
                throw UsageError(
                    std::string(key) +
                    " must be the same for all variants, which are compared replication by replication under "
                    "the same requests; change it with --set.");
}

}  // namespace

std::vector<Variant> variants_of(const Options& options) {
    const std::string text = apply_settings(read_text(one_file(options)), options.settings);
    const std::vector<Point> over = options.over.empty() ? std::vector<Point>{} : points_over(options, text);
    const std::size_t count = over.size() + options.variants.size();
    if (count < 1 || count > kMostVariants)
        throw UsageError("p2c compare takes up to 8 variants, given as " + std::string(kExample) + "; there " +
                         (count == 0 ? "are none." : "are " + std::to_string(count) + "."));
    std::vector<Variant> out;
    if (count == 1) out.push_back(variant("as configured", {}, text, ""));
    for (const Point& point : over)
        out.push_back(variant(point.size() == 1 ? point.front().second : name_of(point), point, text, "--over"));
    for (const std::string& given : options.variants) {
        const Point settings = settings_in(given);
        out.push_back(variant(name_of(settings), settings, text, "--variant"));
    }
    check_alike(out);
    return out;
}

}  // namespace p2c::cli
