#include "mixseed/evaluate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mixseed/error.h"
#include "mixseed/missing.h"
#include "model/criteria.h"
#include "model/density.h"
#include "pass/e_step.h"
#include "pass/inspect.h"
#include "pass/observed.h"
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

  ModelPtr model;
  Pool pool;
  Density density;
};

namespace {

void check_columns(std::size_t dim, const DataView& data) {
  if (dim == data.columns()) return;
  throw Error(ErrorCode::input,
              "the mixture has " + std::to_string(dim) + " columns, the data have " + std::to_string(data.columns()));
}

// Checked rows, ready for a pass.
struct Evaluation {
  Evaluation(const DataView& data, const Density& density, Pool& pool)
      : rows(checked(data, density)), part(rows, pool), inspection(answer(Inspect{}, part)) {
    inspection.check();
  }

  static const DataView& checked(const DataView& data, const Density& density) {
    check_columns(density.dim(), data);
    return data;
  }

  ViewRows rows;
  Part part;
  Inspection inspection;
};

void check_observed(const Mixture& mixture, const DataView& data) {
  check(mixture);
  if (mixture.noise) throw Error(ErrorCode::usage, "missing values: expected a mixture without noise");
  check_columns(mixture.dim, data);
}

// Rows with missing values: every row by its observed numbers.
ObservedPosterior observed_posterior(const Mixture& mixture, const DataView& data, int threads) {
  check_observed(mixture, data);
  Pool pool(threads);
  return posterior_of(ObservedRows(data, false), mixture, pool);
}

Prediction observed_prediction(const Mixture& mixture, const DataView& data, int threads) {
  ObservedPosterior posterior = observed_posterior(mixture, data, threads);
  const std::size_t K = mixture.size();
  Prediction all;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double* own = posterior.responsibilities.data() + i * K;
    const auto best = static_cast<std::size_t>(std::max_element(own, own + K) - own);
    all.components.push_back(best);
    all.certainties.push_back(own[best]);
    all.squared_distances.push_back(posterior.squared_distances[i * K + best]);
  }
  all.log_densities = std::move(posterior.log_densities);
  return all;
}

Criteria observed_criteria(const Mixture& mixture, const DataView& data, int threads) {
  check_observed(mixture, data);
  Pool pool(threads);
  const ObservedRows rows(data, true);
  const EStepResult e_step = expect(rows, mixture, Moments::Second::none, pool);
  return criteria_of(mixture, e_step.moments.objective, e_step.certainty, rows.observations());
}

}  // namespace

Scorer::Scorer(const Mixture& mixture, int threads) : impl_(std::make_unique<Impl>(mixture, threads)) {}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;

std::vector<double> Scorer::score_rows(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  std::vector<double> scores(data.rows());
  in.part.for_each_tile(impl_->density, [&](Terms& terms, std::size_t row, std::size_t rows) {
    double log_density[kTile];
    terms.normalise(log_density);
    std::copy_n(log_density, rows, scores.data() + row);
  });
  return scores;
}

double Scorer::score(const DataView& data) const {
  const Criteria all = criteria(data);
  return all.log_likelihood / all.observations;
}

std::vector<double> Scorer::responsibilities(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  Posteriors all = posteriors_under(impl_->density, in.part);
  if (all.noise.empty()) return std::move(all.responsibilities);
  const std::size_t K = impl_->density.size();
  std::vector<double> with_noise;
  with_noise.reserve(all.noise.size() * (K + 1));
  for (std::size_t i = 0; i < all.noise.size(); ++i) {
    const double* own = all.responsibilities.data() + i * K;
    with_noise.insert(with_noise.end(), own, own + K);
    with_noise.push_back(all.noise[i]);
  }
  return with_noise;
}

std::vector<std::size_t> Scorer::assign(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  std::vector<std::size_t> labels(data.rows());
  in.part.for_each_tile(impl_->density, [&](Terms& terms, std::size_t row, std::size_t rows) {
    std::uint32_t best_of[kTile];
    double best[kTile];
    terms.argmax(best_of, best);
    for (std::size_t i = 0; i < rows; ++i) labels[row + i] = impl_->label(best_of[i]);
  });
  return labels;
}

Prediction Scorer::predict(const DataView& data) const {
  Evaluation in(data, impl_->density, impl_->pool);
  const double* offsets = impl_->density.components().offsets;
  const std::size_t n = data.rows();
  Prediction all{std::vector<std::size_t>(n), std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  in.part.for_each_tile(impl_->density, [&](Terms& terms, std::size_t row, std::size_t rows) {
    std::uint32_t winners[kTile], best_of[kTile];
    double best[kTile], log_density[kTile];
    terms.argmax(winners, best);
    terms.argmax(best_of, best, impl_->density.size());
    terms.normalise(log_density);
    for (std::size_t i = 0; i < rows; ++i, ++row) {
      all.components[row] = impl_->label(winners[i]);
      all.certainties[row] = terms.values(winners[i])[i];
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
  const EStepResult e_step = answer(Expect{impl_->model, {}, Moments::Second::none}, prepared, in.part);
  return criteria_of(impl_->mixture(), e_step.moments.objective, e_step.certainty, in.inspection.observations);
}

std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed_posterior(mixture, data, threads).log_densities;
  return Scorer(mixture, threads).score_rows(data);
}

double score(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  const Criteria all = criteria(mixture, data, threads, missing);
  return all.log_likelihood / all.observations;
}

std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed_posterior(mixture, data, threads).responsibilities;
  return Scorer(mixture, threads).responsibilities(data);
}

std::vector<std::size_t> assign(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed_prediction(mixture, data, threads).components;
  return Scorer(mixture, threads).assign(data);
}

Prediction predict(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed_prediction(mixture, data, threads);
  return Scorer(mixture, threads).predict(data);
}

Criteria criteria(const Mixture& mixture, const DataView& data, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed_criteria(mixture, data, threads);
  return Scorer(mixture, threads).criteria(data);
}

std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads) {
  return observed_posterior(mixture, data, threads).filled;
}

}  // namespace mixseed
