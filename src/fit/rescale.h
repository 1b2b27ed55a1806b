// Data whose squares would leave the range of a double are fitted in another unit, a power of two, which costs no bit.
#pragma once

#include <optional>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed {

struct Rescaled {
  Data data;     // the rows times 2^-exponent
  int exponent;
};

// Nothing for ordinary data, which is then used in place.
std::optional<Rescaled> rescale(const DataView& view);

// A model of the rescaled data as a model of the data.
Mixture scaled_by(Mixture mixture, int exponent);
Centers scaled_by(Centers centers, int exponent);

}  // namespace mixseed
