#include "mixseed/evaluate.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "mixseed/error.h"
#include "model/criteria.h"
#include "model/density.h"
#include "pass/e_step.h"
#include "pass/evaluate_observed.h"
#include "pass/inspect.h"
#include "pass/part.h"
#include "pass/posteriors.h"
#include "pass/prepared_model.h"
#include "rows/view_rows.h"

namespace mixseed {

using kernel::kTile;

struct Scorer::Impl {
  Impl(const Mixture& given, int threads)
      : model(std::make_shared<const State>(checked(given))), pool(threads), density(given) {}

  static const Mixture& checked(const Mixture& mixture) {
    check(mixture);
    return mixture;
  }

  const Mixture& mixture() const { return std::get<Mixture>(*model); }
  // The noise has the index after the last component.
  std::size_t label(std::uint32_t number) const { return number < density.size() ? number : kNoise; }

  Model model;
  Pool pool;
  Density density;
};

namespace {

// Checked rows, ready for a pass.
class Evaluation {
 public:
  Evaluation(const DataView& data, const Density& density, Pool& pool)
      : rows_(checked(data, density)), part_(rows_, pool), density_(density), inspection_(answer(Inspect{}, part_)) {
    inspection_.check();
    part_.make_rooms_for(density.size());
  }
  double observations() const { return inspection_.observations; }

  // visit(terms of all components, the block, number of the tile's first row in it, its rows) for all tiles
  template <typename Visit>
  void for_each_tile(const Visit& visit) {
    part_.for_each_block([&](const Block& block) {
      part_.with_room(density_.size(), [&](TileRoom& room) {
        for (std::size_t first = 0; first < block.rows; first += kTile) {
          room.terms.look(density_.components(), block, first);
          if (density_.noise()) room.terms.add_noise(*density_.noise(), density_.size());
          visit(room.terms, block, first, std::min(kTile, block.rows - first));
        }
      });
    });
  }
  Part& part() { return part_; }

 private:
  static const DataView& checked(const DataView& data, const Density& density) {
    if (density.dim() == data.columns()) return data;
    throw Error(ErrorCode::input, "the mixture has " + std::to_string(density.dim()) + " columns, the data have " +
                                      std::to_string(data.columns()));
  }

  ViewRows rows_;
  Part part_;
  const Density& density_;
  Inspection inspection_;
};

}  // namespace

Scorer::Scorer(const Mixture& mixture, int threads) : impl_(std::make_unique<Impl>(mixture, threads)) {}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;

std::vector<double> Scorer::score_rows(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  std::vector<double> scores(data.rows());
  in.for_each_tile([&](Terms& terms, const Block& block, std::size_t first, std::size_t rows) {
    double log_density[kTile];
    terms.normalise(log_density);
    std::copy_n(log_density, rows, scores.data() + block.first + first);
  });
  return scores;
}

double Scorer::score(const DataView& data) const {
  const Criteria all = criteria(data);
  return all.log_likelihood / all.observations;
}

std::vector<double> Scorer::responsibilities(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  Posteriors all = posteriors_under(impl_->density, in.part());
  if (all.noise.empty()) return std::move(all.responsibilities);
  const std::size_t K = impl_->density.size();
  std::vector<double> with_noise;
  with_noise.reserve(all.noise.size() * (K + 1));
  for (std::size_t i = 0; i < all.noise.size(); ++i) {
    const double* shares = all.responsibilities.data() + i * K;
    with_noise.insert(with_noise.end(), shares, shares + K);
    with_noise.push_back(all.noise[i]);
  }
  return with_noise;
}

std::vector<std::size_t> Scorer::assign(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  std::vector<std::size_t> labels(data.rows());
  in.for_each_tile([&](Terms& terms, const Block& block, std::size_t first, std::size_t rows) {
    std::uint32_t best_of[kTile];
    double best[kTile];
    terms.argmax(best_of, best);
    for (std::size_t i = 0; i < rows; ++i) labels[block.first + first + i] = impl_->label(best_of[i]);
  });
  return labels;
}

Prediction Scorer::predict(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  const double* offsets = impl_->density.components().offsets;
  const std::size_t n = data.rows();
  Prediction all{std::vector<std::size_t>(n), std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  in.for_each_tile([&](Terms& terms, const Block& block, std::size_t first, std::size_t rows) {
    std::uint32_t winners[kTile], best_of[kTile];
    double best[kTile], log_density[kTile];
    terms.argmax(winners, best);
    terms.argmax(best_of, best, impl_->density.size());
    terms.normalise(log_density);
    for (std::size_t i = 0, row = block.first + first; i < rows; ++i, ++row) {
      all.components[row] = impl_->label(winners[i]);
      all.certainties[row] = terms.of(winners[i])[i];
      all.log_densities[row] = log_density[i];
      // A term is an offset minus half the squared distance.
      all.squared_distances[row] = std::max(0.0, 2 * (offsets[best_of[i]] - best[i]));
    }
  });
  return all;
}

Criteria Scorer::criteria(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  PreparedModel prepared(impl_->density, Cut::responsibilities);
  const EStepResult e_step = answer(Expect{impl_->model, {}, Moments::Second::none}, prepared, in.part());
  return criteria_of(impl_->mixture(), e_step.moments.objective, e_step.certainty, in.observations());
}

std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::score_rows(mixture, data, threads);
  return Scorer(mixture, threads).score_rows(data);
}

double score(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  const Criteria all = criteria(mixture, data, threads, missing);
  return all.log_likelihood / all.observations;
}

std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::responsibilities(mixture, data, threads);
  return Scorer(mixture, threads).responsibilities(data);
}

std::vector<std::size_t> assign(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::predict(mixture, data, threads).components;
  return Scorer(mixture, threads).assign(data);
}

Prediction predict(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::predict(mixture, data, threads);
  return Scorer(mixture, threads).predict(data);
}

Criteria criteria(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::criteria(mixture, data, threads);
  return Scorer(mixture, threads).criteria(data);
}

}  // namespace mixseed
