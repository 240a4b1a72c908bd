#include "catalogue_view.h"

#include "../lab.h"

namespace p2c::cli {
namespace {

const Json& empty_list() {
    static const Json list = Json::array();
    return list;
}

}  // namespace

std::string text_of(const Json& entry, const std::string& key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

const Json& params_of(const Json& entry) {
    const auto found = entry.find("params");
    return found != entry.end() ? *found : empty_list();
}

CatalogueView::CatalogueView() : root_(Json::parse(p2c::catalogue())) {}

const Json* CatalogueView::experiment(const std::string& id) const {
    for (const Json& entry : experiments())
        if (text_of(entry, "id") == id) return &entry;
    return nullptr;
}

const Json& CatalogueView::family(const std::string& name) const {
    const Json* found = find_path(root_, "families." + name);
    return found ? *found : empty_list();
}

const Json* CatalogueView::param(const std::string& experiment_id, const std::string& path) const {
    if (const Json* known = experiment(experiment_id)) return param_in(params_of(*known), path);
    for (const Json& entry : experiments())
        if (const Json* found = param_in(params_of(entry), path)) return found;
    return nullptr;
}

const Json* CatalogueView::param_in(const Json& params, const std::string& path) const {
    const std::size_t dot = path.find('.');
    for (const Json& param : params) {
        const bool older = param.contains("formerly") && text_of(param, "formerly") == path.substr(0, dot);
        if (text_of(param, "name") != path.substr(0, dot) && !older) continue;
        if (dot == std::string::npos) return &param;
        std::string rest = path.substr(dot + 1);
        if (text_of(param, "kind") == "parts" && !older) {  // "faults.0.factor"
            const std::size_t next = rest.find('.');
            if (rest.substr(0, next).find_first_not_of("0123456789") != std::string::npos) continue;
            if (next == std::string::npos) return &param;
            rest = rest.substr(next + 1);
        }
        if (const Json* found = param_in(params_of(param), rest)) return found;
        for (const Json& member : family(text_of(param, "family")))
            if (const Json* found = param_in(params_of(member), rest)) return found;
    }
    return nullptr;
}

}  // namespace p2c::cli
