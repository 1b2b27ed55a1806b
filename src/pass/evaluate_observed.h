// The functions of mixseed/evaluate.h for rows with missing values: every row by its observed numbers.
#pragma once

#include <vector>

#include "mixseed/data.h"
#include "mixseed/evaluate.h"
#include "mixseed/mixture.h"

namespace mixseed::observed {

// Each throws Error(usage) for a mixture with noise, Error(input) for another number of columns than the mixture's.
std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads);
std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads);
Prediction predict(const Mixture& mixture, const DataView& data, int threads);
Criteria criteria(const Mixture& mixture, const DataView& data, int threads);

}  // namespace mixseed::observed
