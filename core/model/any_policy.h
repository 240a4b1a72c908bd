// Any policy of a list, as one type: for the loops that do so much besides that one compiled for each policy would be
// more code than speed. The loops that are run most are compiled for each.
#pragma once
#include <cstdint>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "draws.h"

namespace p2c {

template <class... Policies> class AnyOf {
public:
    template <class Policy> explicit AnyOf(Policy policy) : which_(std::move(policy)) {}

    template <class View> std::uint32_t choose(View& view, const Draws& draws) {
        return visit([&](auto& policy) { return policy.choose(view, draws); });
    }
    template <class View> void placed(View& view) {
        visit([&](auto& policy) {
            if constexpr (requires { policy.placed(view); }) policy.placed(view);
        });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        return visit([&](auto& policy) { return policy.looks(draws); });
    }

    /// Forgets; those that draw draw anew.
    void begin(std::uint64_t seed, std::uint64_t replication) {
        visit([&](auto& policy) {
            if constexpr (requires { policy.begin(); }) policy.begin();
            if constexpr (requires { policy.begin(seed, replication); }) policy.begin(seed, replication);
        });
    }

private:
    /// Comparisons of a number, which the compiler makes a jump within the loop; std::visit would call through a table.
    template <std::size_t I = 0, class F> auto visit(F&& f) {
        if constexpr (I + 1 < sizeof...(Policies)) {
            if (which_.index() != I) return visit<I + 1>(f);
        }
        return f(*std::get_if<I>(&which_));
    }

    std::variant<Policies...> which_;
};

namespace detail {

template <class... Lists> struct Joined;
template <class... A, class... B, class... Rest> struct Joined<std::tuple<A...>, std::tuple<B...>, Rest...> : Joined<std::tuple<A..., B...>, Rest...> {};
template <class... A> struct Joined<std::tuple<A...>> {
    using Any = AnyOf<A...>;
};

}  // namespace detail

/// Any of the policies in these tuples.
template <class... Lists> using AnyPolicy = typename detail::Joined<Lists...>::Any;

}  // namespace p2c
