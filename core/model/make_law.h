// From a list of laws (a tuple of types) to their catalogue entries and to the one that a configuration names.
#pragma once
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "law.h"
#include "part.h"

namespace p2c {

template <class Laws> std::vector<Part> describe_laws() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::vector<Part>{std::tuple_element_t<I, Laws>::describe()...};
    }(std::make_index_sequence<std::tuple_size_v<Laws>>{});
}

template <class Base, class Laws> std::unique_ptr<Base> make_law(const Json& config) {
    std::unique_ptr<Base> law;
    const std::size_t place = place_of(config, describe_laws<Laws>());
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>(((place == I && (law = std::make_unique<std::tuple_element_t<I, Laws>>(config), true)) || ...));
    }(std::make_index_sequence<std::tuple_size_v<Laws>>{});
    return law;
}

}  // namespace p2c
