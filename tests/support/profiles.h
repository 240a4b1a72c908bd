// Exact laws of load profiles of a few bins, by following every possible state: the reference for engines that follow
// profiles only. A state is whatever the process needs, and says which loads it stands for.
#pragma once
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace check {

using State = std::vector<int>;
using Law = std::map<State, double>;

/// What may happen to a state with the next ball, with probabilities that sum to 1.
using Step = std::function<std::vector<std::pair<State, double>>(const State&)>;

/// Law of the state after so many balls.
Law after(State start, int balls, const Step& step);

/// The same with states merged that have the same view.
Law seen_as(const Law& law, const std::function<State(const State&)>& view);

/// One look of several: loads sorted in falling order, probability `p_two` of d looks, else one.
Step choices_step(int d, bool distinct, double p_all = 1);

/// One look in each group of the given sizes: each group's loads sorted, one group after the other.
Step groups_step(std::vector<int> sizes, bool fair_ties);

/// One look and one remembered bin: loads sorted, then the load of the remembered bin (−1: none).
Step memory_step();

/// Two-thinning with a threshold relative to nothing or to the average; loads sorted.
Step thinning_step(double threshold, bool relative);

/// d looks at the loads of the period's start: pairs of old and new load, sorted; then the balls of the period so far.
Step stale_step(int d, bool distinct, int period);

/// Loads in falling order.
State loads(State state);
State without_last(State state);
State new_loads(const State& state);

}  // namespace check
