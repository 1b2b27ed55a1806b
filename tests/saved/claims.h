// Claims about a saved model. The result has an entry for each broken claim: "kind: details".
#pragma once

#include <string>
#include <vector>

#include "saved/exact.h"

namespace mixseed::saved {

// The library's results for the fit.
struct LibraryResult {
  double total = 0, observations = 0, bic = 0, aic = 0, icl = 0;
  std::size_t parameters = 0;
  std::vector<double> log_densities;  // of every row
};

using Broken = std::vector<std::string>;

// Weights, symmetry, positive definiteness, the noise's box. Nothing else can be checked unless these hold.
Broken check_parameters(const SavedModel& model, const GivenRows& rows);
// The constraints of the family on the covariances.
Broken check_family(const SavedModel& model);
// The log density of every row, the log-likelihood of the file and of the fit, parameters, BIC, AIC, ICL.
Broken check_result(const SavedModel& model, const GivenRows& rows, const Exact& exact, const LibraryResult& result);

// One cell of a grid.
struct Cell {
  std::string letters;  // of the family, three
  std::size_t components = 0;
  Real mean = 0;            // exact log-likelihood per observation
  bool comparable = false;  // no prior, and no component has collapsed
};
// Whether every mixture of family a is one of family b.
bool lies_within(const std::string& a, const std::string& b);
// More components of a family, and a family around another one, are at least as likely.
Broken check_grid(const std::vector<Cell>& cells);

}  // namespace mixseed::saved
