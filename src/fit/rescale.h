// Data whose squares would leave the range of a double are fitted in another unit, a power of two, which costs no bit.
#pragma once

#include "pass/survey.h"

namespace mixseed {

// The power of two to divide the data by; 0 for ordinary data.
int extreme_exponent(const Inventory& rows);

}  // namespace mixseed
