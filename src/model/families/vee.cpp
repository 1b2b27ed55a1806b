// VEE: one matrix for all components, times a volume of each.
#include "model/families/scatters.h"
#include "model/linear.h"

namespace mixseed {
namespace {

Table estimate_vee(const Scatters& scatters, const Mixture&) {
  const std::size_t D = scatters.dim;
  std::vector<Matrix> sums;
  for (std::size_t k = 0; k < scatters.size(); ++k) sums.push_back(as_matrix(scatters.sums[k].data(), D));
  Matrix common;
  const Values volumes = alternated(scatters, [&](const Values& given) {
    Matrix sum(D, D);
    for (std::size_t k = 0; k < sums.size(); ++k) add(sum, sums[k], 1 / given[k]);
    common = Matrix(D, D);
    add(common, sum, 1 / mean_scale(sum));
    const Matrix inverse = inverse_of(common);
    Values traces;
    for (const Matrix& own : sums) traces.push_back(inner_product(inverse, own));
    return traces;
  });
  Table covariances(scatters.size(), common.values());
  for (std::size_t k = 0; k < scatters.size(); ++k) {
    for (double& number : covariances[k]) number *= volumes[k];
  }
  return covariances;
}

}  // namespace

Family vee_family() {
  return {.name = "VEE",
          .letters = "VEE",
          .synonyms = {},
          .summary = "one matrix, times a volume for each component",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::volume,
          .monotone = true,
          .estimate = together<Letters{"VEE"}, Covariance::full, estimate_vee>};
}

}  // namespace mixseed
