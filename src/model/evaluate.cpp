#include "mixseed/evaluate.h"

#include <algorithm>
#include <string>

#include "mixseed/error.h"
#include "model/criteria.h"
#include "model/passes.h"

namespace mixseed {
namespace {

// Checked data and density, ready for a pass.
struct Evaluation {
  Evaluation(const Mixture& mixture, const DataView& data, int threads)
      : pool(threads), X(checked(mixture, data), pool), density(mixture) {}
  Pool pool;
  Points X;
  Density density;

 private:
  static const DataView& checked(const Mixture& mixture, const DataView& data) {
    check(mixture);
    if (mixture.dim == data.columns()) return data;
    throw Error(ErrorCode::input, "the mixture has " + std::to_string(mixture.dim) + " columns, the data have " +
                                      std::to_string(data.columns()));
  }
};

}  // namespace

std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  std::vector<double> scores(data.rows());
  for_each_responsibility(in.X, in.density, [&](const Block& block, const double*, const double* log_density) {
    std::copy_n(log_density, block.rows, scores.data() + block.first);
  });
  return scores;
}

double score(const Mixture& mixture, const DataView& data, int threads) {
  const Criteria all = criteria(mixture, data, threads);
  return all.log_likelihood / all.observations;
}

std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  const std::size_t K = mixture.size();
  std::vector<double> all(data.rows() * K);
  for_each_responsibility(in.X, in.density, [&](const Block& block, const double* r, const double*) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      for (std::size_t k = 0; k < K; ++k) all[(block.first + i) * K + k] = r[k * kernel::kBlock + i];
    }
  });
  return all;
}

std::vector<std::size_t> assign(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  std::vector<std::size_t> labels(data.rows());
  in.X.for_each_block([&](const Block& block) {
    std::vector<double> terms(mixture.size() * kernel::kBlock), scratch(mixture.dim * kernel::kBlock);
    std::uint32_t best_of[kernel::kBlock];
    double best[kernel::kBlock];
    in.density.log_terms(block, terms.data(), scratch.data());
    kernel::active().argmax(terms.data(), mixture.size(), block.rows, best_of, best);
    std::copy_n(best_of, block.rows, labels.data() + block.first);
  });
  return labels;
}

Criteria criteria(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  return criteria_of(in.X, mixture);
}

}  // namespace mixseed
