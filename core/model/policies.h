// Dispatch policies, shared by bins and fleets. To add one: write a struct with
//   static const Part& describe();                 its catalogue entry
//   explicit Name(const Json& config);      reads its own parameters, already checked
//   static void check(const Json&, n)       rules that need the number of bins or replicas (optional)
//   bool ignores_load() const               whether its decisions are blind to loads
//   choose(view, draws)                     the decision (always inlined: it is the body of a hot loop)
//   looks(draws)                            what it looked at, for step mode
//   void begin()                            forgets what it remembers, before a replication (optional)
//   void placed(view)                       the ball is in its bin, the request at its replica (optional)
// and name it in the list at the bottom. Catalogue, checks, command line, page and tests follow from the list.
//
// `view.load(i)` is whatever the configuration lets a dispatcher see (a count, remaining work, …) and counts its
// reads; `view.peek(i)` is the same without counting. Ties are broken at random unless the configuration says otherwise.
#pragma once
#include <tuple>
#include <vector>

#include "any_policy.h"
#include "policies/choices.h"
#include "policies/groups.h"
#include "policies/join_idle.h"
#include "policies/lightest_two.h"
#include "policies/memory.h"
#include "policies/one_plus_beta.h"
#include "policies/simple.h"
#include "policies/thinning.h"

namespace p2c {

/// The list: everything else follows from it.
using Policies = std::tuple<Random, RoundRobin, Choices, Least, OnePlusBeta, Memory, Groups, Thinning, JoinIdle, LightestTwo>;

/// What with_policy makes of Choices where the looks are few.
using FastChoices = std::tuple<TwoChoices, FewChoices<3>, FewChoices<4>>;

Parts describe_policies();

/// Rules of a checked policy that need the number of bins or replicas. Throws ConfigError.
void check_policy(const Json& policy, std::uint32_t n, const char* n_name);

/// Place in the list of the policy that a checked configuration names; the length of the list where it is none of them.
std::size_t policy_place(const Json& policy);

/// The policy that a checked configuration names.
using BinPolicy = AnyPolicy<FastChoices, Policies>;
BinPolicy make_policy(const Json& policy);

/// Calls f(policy) with the struct that a checked configuration names, and returns what f returns.
template <class F> auto with_policy(const Json& policy, F&& f) { return make_policy(policy).visit(f); }

}  // namespace p2c
