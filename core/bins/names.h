// What bins take from the shared bookkeeping of levels, as their own words.
#pragma once
#include "occupancy/levels.h"
#include "occupancy/looks.h"
#include "occupancy/pattern.h"

namespace p2c::bins {

using occupancy::Count;
using occupancy::LabelMap;
using occupancy::Levels;
using occupancy::Looks;
using occupancy::Pattern;
using occupancy::together;

}  // namespace p2c::bins
