// From a list of laws (a tuple of types) to their catalogue entries and to the one that a configuration names.
#pragma once
#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "law.h"
#include "part.h"

namespace p2c {

/// The entries of all types of a tuple, in its order.
template <class Types> Parts describe_each() {
    static const auto all = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array{std::tuple_element_t<I, Types>::describe()...};
    }(std::make_index_sequence<std::tuple_size_v<Types>>{});
    return all;
}

/// The type of a tuple that stands there, built from `config`.
template <class Any, class Types, std::size_t I = 0> Any make_any(std::size_t place, const Json& config) {
    if constexpr (I + 1 < std::tuple_size_v<Types>) {
        if (place != I) return make_any<Any, Types, I + 1>(place, config);
    }
    return Any(std::tuple_element_t<I, Types>(config));
}

template <class Base, class Laws> std::unique_ptr<Base> make_law(const Json& config) {
    std::unique_ptr<Base> law;
    const std::size_t place = place_of(config, describe_each<Laws>());
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>(((place == I && (law = std::make_unique<std::tuple_element_t<I, Laws>>(config), true)) || ...));
    }(std::make_index_sequence<std::tuple_size_v<Laws>>{});
    return law;
}

}  // namespace p2c
