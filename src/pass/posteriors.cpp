#include "pass/posteriors.h"

#include <algorithm>

#include "model/density.h"
#include "pass/part.h"

namespace mixseed {

void Posteriors::merge(Posteriors&& right) {
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(log_densities, right.log_densities);
  append(responsibilities, right.responsibilities);
  append(noise, right.noise);
}

Posteriors answer(const ComputePosteriors& question, Part& part) {
  return posteriors_under(Density(*question.model), part);
}

Posteriors posteriors_under(const Density& density, Part& part) {
  const std::size_t K = density.size();
  Posteriors all{std::vector<double>(part.size()), std::vector<double>(part.size() * K), {}};
  if (density.noise()) all.noise.resize(part.size());
  part.for_each_tile(density, [&](Terms& terms, std::size_t row, std::size_t rows) {
    double log_density[kernel::kTile];
    terms.normalise(log_density);
    if (density.noise()) std::copy_n(terms.values(K), rows, all.noise.data() + row);
    std::copy_n(log_density, rows, all.log_densities.data() + row);
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t i = 0; i < rows; ++i) all.responsibilities[(row + i) * K + k] = terms.values(k)[i];
    }
  });
  return all;
}

}  // namespace mixseed
