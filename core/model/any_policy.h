// Any policy of a list, as one type: for the loops that do so much besides that one compiled for each policy would be
// more code than speed, and for the policies that are run least. The loops that are run most are compiled for each.
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

    /// f(policy) with the policy itself. Comparisons of a number, which the compiler makes a jump within the loop; std::visit
    /// would call through a table.
    template <class F> [[gnu::always_inline]] auto visit(F&& f) { return visit_from<0>(which_, f); }
    template <class F> [[gnu::always_inline]] auto visit(F&& f) const { return visit_from<0>(which_, f); }

    /// The policy, if it is one of this type.
    template <class Policy> const Policy* as() const { return std::get_if<Policy>(&which_); }

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

    /// Whether it chooses without looking at any load.
    bool ignores_load() const {
        return visit([](const auto& policy) { return policy.ignores_load(); });
    }

    /// Forgets; those that draw draw anew.
    void begin(std::uint64_t seed, std::uint64_t replication) {
        forget();
        visit([&](auto& policy) {
            if constexpr (requires { policy.begin(seed, replication); }) policy.begin(seed, replication);
        });
    }
    void forget() {
        visit([](auto& policy) {
            if constexpr (requires { policy.begin(); }) policy.begin();
        });
    }

    /// Whether it goes by numbers of replicas, which it is told by know().
    bool numbers_replicas() const {
        return visit([]<class Policy>(const Policy&) { return requires(Policy policy) { policy.know(std::vector<std::uint32_t>()); }; });
    }
    void know(const std::vector<std::uint32_t>& replicas) {
        visit([&](auto& policy) {
            if constexpr (requires { policy.know(replicas); }) policy.know(replicas);
        });
    }
    /// Whether it remembers earlier requests.
    bool remembers() const {
        return visit([]<class Policy>(const Policy&) { return requires(Policy policy) { policy.begin(); }; });
    }

    /// Whether further calls of a request are chosen for among all replicas, by choose_other(); else by choose() among those left.
    bool chooses_others() const {
        return visit([]<class Policy>(const Policy&) { return requires(Policy policy, Anything view, Draws draws) { policy.choose_other(view, draws, draws); }; });
    }
    template <class View> std::uint32_t choose_other(View& view, const Draws& draws, const Draws& further) {
        return visit([&](auto& policy) -> std::uint32_t {
            if constexpr (requires { policy.choose_other(view, draws, further); }) return policy.choose_other(view, draws, further);
            return 0;
        });
    }

private:
    struct Anything {
        double load(std::uint32_t), peek(std::uint32_t);
        bool left(std::uint32_t) const;
    };

    template <std::size_t I, class Which, class F> [[gnu::always_inline]] static auto visit_from(Which& which, F& f) {
        if constexpr (I + 1 < sizeof...(Policies)) {
            if (which.index() != I) return visit_from<I + 1>(which, f);
        }
        return f(*std::get_if<I>(&which));
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
