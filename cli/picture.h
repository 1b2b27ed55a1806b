// A small picture of a fit for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/fit.h"

namespace mixseed::cli {

// Rows and ellipses of one and two standard deviations in two columns, or a histogram of one, and the likelihood by
// rounds of EM; every line is shorter than `width`. Empty when that is too narrow.
std::string picture_of(const Fit& fit, const DataView& rows, const std::vector<std::string>& names, std::size_t width);

// How many letters a line of standard output holds when a picture can be shown there: it is a terminal that knows
// colours (TERM is not dumb), and NO_COLOR is not set. 0 otherwise.
std::size_t picture_width();

}  // namespace mixseed::cli
