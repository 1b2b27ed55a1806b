// A small picture of a fit for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/fit.h"

namespace mixseed::cli {

// A plot of two columns with rows and ellipses of one and two standard deviations, or a histogram of one column, and
// the log-likelihood by rounds of EM. Every line is shorter than `width`; empty if that is too narrow.
std::string picture_of(const Fit& fit, const DataView& rows, const std::vector<std::string>& names, std::size_t width);

// The number of characters per line of standard output if it is a terminal with colours (TERM is not dumb) and NO_COLOR
// is not set; otherwise 0.
std::size_t picture_width();

}  // namespace mixseed::cli
