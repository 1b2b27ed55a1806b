#include "mixseed/evaluate.h"

#include <algorithm>
#include <string>

#include "mixseed/error.h"
#include "model/criteria.h"
#include "model/density.h"
#include "model/terms.h"

namespace mixseed {
namespace {

using kernel::kTile;

// Checked data and density, ready for a pass.
struct Evaluation {
  Evaluation(const Mixture& mixture, const DataView& data, int threads)
      : pool(threads), X(checked(mixture, data), pool), density(mixture) {}
  Pool pool;
  Points X;
  Density density;

  // visit(terms of all components, number of the tile's first row, its rows)
  template <typename Visit>
  void for_each_tile(const Visit& visit) const {
    X.for_each_block([&](const Block& block) {
      Terms terms(density.size(), density.dim());
      for (std::size_t first = 0; first < block.rows; first += kTile) {
        terms.look(density.components(), block, first);
        visit(terms, block.first + first, std::min(kTile, block.rows - first));
      }
    });
  }

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
  in.for_each_tile([&](Terms& terms, std::size_t first, std::size_t rows) {
    double log_density[kTile];
    terms.normalise(log_density);
    std::copy_n(log_density, rows, scores.data() + first);
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
  in.for_each_tile([&](Terms& terms, std::size_t first, std::size_t rows) {
    double log_density[kTile];
    terms.normalise(log_density);
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t i = 0; i < rows; ++i) all[(first + i) * K + k] = terms.of(k)[i];
    }
  });
  return all;
}

std::vector<std::size_t> assign(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  std::vector<std::size_t> labels(data.rows());
  in.for_each_tile([&](Terms& terms, std::size_t first, std::size_t rows) {
    std::uint32_t best_of[kTile];
    double best[kTile];
    terms.argmax(best_of, best);
    std::copy_n(best_of, rows, labels.data() + first);
  });
  return labels;
}

Criteria criteria(const Mixture& mixture, const DataView& data, int threads) {
  const Evaluation in(mixture, data, threads);
  return criteria_of(in.X, mixture);
}

}  // namespace mixseed
