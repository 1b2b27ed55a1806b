// How many of one kind are in a sample without replacement.
#pragma once

#include "base/rng.h"

namespace mixseed {

// Of `marked` + `others` things, `draws` are drawn, every set of so many with the same probability: how many of them
// are marked. Whole numbers >= 0, draws at most their sum. The time does not grow with the numbers. Beyond 2^53, where
// a double is no longer every whole number, the result is rounded as its arguments are.
double hypergeometric(double marked, double others, double draws, Rng& rng);

}  // namespace mixseed
