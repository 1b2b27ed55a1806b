// The hypergeometric distribution: how many marked elements a sample without replacement contains.
#pragma once

#include "base/rng.h"

namespace mixseed {

// The number of marked elements when `draws` of `marked` + `others` elements are drawn, every set with the same
// probability. Arguments are whole numbers >= 0, draws at most their sum. Takes constant time. Beyond 2^53, where not
// every whole number is a double, the result is rounded like its arguments.
double hypergeometric(double marked, double others, double draws, Rng& rng);

}  // namespace mixseed
