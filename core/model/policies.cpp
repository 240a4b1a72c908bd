#include "policies.h"

#include <numeric>

namespace p2c {

namespace {

template <class Policy> void check_one(const Json& policy, std::uint32_t n, const char* n_name) {
    if constexpr (requires { Policy::check(policy, n, n_name); }) {
        if (policy.at("id") == Policy::describe().id) Policy::check(policy, n, n_name);
    }
}

template <std::size_t... I> std::vector<Part> describe_all(std::index_sequence<I...>) {
    return {std::tuple_element_t<I, Policies>::describe()...};
}

template <std::size_t... I>
void check_all(const Json& policy, std::uint32_t n, const char* n_name, std::index_sequence<I...>) {
    (check_one<std::tuple_element_t<I, Policies>>(policy, n, n_name), ...);
}

constexpr auto indices = std::make_index_sequence<std::tuple_size_v<Policies>>{};

}  // namespace

std::vector<Part> describe_policies() { return describe_all(indices); }

void check_policy(const Json& policy, std::uint32_t n, const char* n_name) { check_all(policy, n, n_name, indices); }

Ties ties_from(const Json& config) {
    const auto& ties = config.at("ties").get_ref<const std::string&>();
    return ties == "random" ? Ties::random : ties == "first-look" ? Ties::first_look : Ties::first_index;
}

Param ties_param(bool with_looks) {
    std::vector<Option> options{{"random", "At random", "Each of the least loaded is equally likely."}};
    if (with_looks) options.push_back({"first-look", "First look", "The one that was looked at first."});
    options.push_back({"first-index", "Lowest number",
                       "The one with the lowest number: a famous mistake, which loads the first few."});
    return choice("ties", "Ties", options, "random")
        .in("details")
        .as("detail")
        .about("Who gets it when several look equally loaded.");
}

Param replacement_param() {
    return boolean("replacement", "Looks may repeat", false)
        .in("details")
        .as("detail")
        .about("Looks are drawn with replacement, so one may be wasted on the same place. Off: all looks are distinct.");
}

void check_distinct_looks(const Json& policy, double looks, const char* field, std::uint32_t n, const char* n_name) {
    if (policy.at("replacement").get<bool>() || looks <= n) return;
    throw ConfigError(field, std::string(field) + " must be at most the number of " + n_name + ", which is " +
                                 std::to_string(n) + ", while looks are distinct; it asks for " + number_text(looks) + ".");
}

Part Random::describe() {
    return {"random", "Random", "look at 1", "One place at random; its load is not read.", {}, {}};
}

Part RoundRobin::describe() {
    return {"round-robin", "Round robin", "round robin", "Each in turn, whatever its load.", {}, {}};
}

Part Choices::describe() {
    return {"choices",
            "d choices",
            "look at d",
            "Look at d places at random and take the least loaded.",
            {integer("d", "Look at", 1, 1024, 2)
                 .slider(1, 4)
                 .as("primary")
                 .about("How many places are looked at. One is random dispatch; two is the power of two choices."),
             replacement_param(), ties_param(true)},
            {}};
}

Choices::Choices(const Json& config)
    : d(config.at("d").get<std::uint32_t>()),
      replacement(config.at("replacement").get<bool>()),
      ties(ties_from(config)),
      looked(d) {}

void Choices::check(const Json& policy, std::uint32_t n, const char* n_name) {
    check_distinct_looks(policy, policy.at("d").get<double>(), "policy.d", n, n_name);
}

bool Choices::first_meeting(std::uint32_t i) {
    const bool fresh = met[i] != stamp;
    met[i] = stamp;
    return fresh;
}

void Choices::gather(const Draws& draws) {
    BoundedSequence looks = draws.looks();
    if (replacement) {
        for (auto& i : looked) i = looks.next();
        return;
    }
    if (met.empty()) met.assign(draws.size(), 0);
    ++stamp;
    for (auto& i : looked) {
        do i = looks.next();
        while (!first_meeting(i));
    }
}

std::vector<std::uint32_t> TwoChoices::looks(Draws draws) const {
    BoundedSequence looks = draws.looks();
    std::vector<std::uint32_t> two{looks.next(), looks.next()};
    while (!replacement && two[1] == two[0]) two[1] = looks.next();
    return two;
}

Part Least::describe() {
    return {"least", "Least of all", "look at all", "Look at every place and take the least loaded.", {ties_param(false)}, {}};
}

std::vector<std::uint32_t> Least::looks(const Draws& draws) const {
    std::vector<std::uint32_t> all(draws.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

Part OnePlusBeta::describe() {
    return {"one-plus-beta",
            "(1+β) choices",
            "second look sometimes",
            "With probability β look at two and take the less loaded, otherwise take one at random.",
            {real("beta", "Second look", 0, 1, 0.5)
                 .slider(0, 1)
                 .marks({0, 0.25, 0.5, 0.75, 1})
                 .as("primary")
                 .about("Probability of a second look."),
             replacement_param(), ties_param(true)},
            {}};
}

OnePlusBeta::OnePlusBeta(const Json& config)
    : beta(config.at("beta").get<double>()), two(Choices(Json{{"d", 2},
                                                               {"replacement", config.at("replacement")},
                                                               {"ties", config.at("ties")}})) {}

void OnePlusBeta::check(const Json& policy, std::uint32_t n, const char* n_name) {
    if (n > 1 || policy.at("replacement").get<bool>() || policy.at("beta").get<double>() == 0) return;
    throw ConfigError("policy.beta", std::string("policy.beta must be 0 while the number of ") + n_name +
                                         " is 1 and looks are distinct, for there is no second one to look at.");
}

}  // namespace p2c
