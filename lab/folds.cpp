#include "lab/folds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "lab/format.h"
#include "lab/ranks.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

// Fold sizes differ by at most one row. std::shuffle differs between platforms, so rows are shuffled here.
std::vector<std::size_t> folds_of(std::size_t rows, std::size_t folds) {
  std::vector<std::size_t> fold(rows);
  for (std::size_t i = 0; i < rows; ++i) fold[i] = i % folds;
  std::mt19937_64 random(1);
  for (std::size_t i = rows; i > 1; --i) std::swap(fold[i - 1], fold[random() % i]);
  return fold;
}

Data chosen(const DataView& data, const std::vector<std::size_t>& fold, std::size_t which, bool is_test) {
  std::vector<double> values, weights;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    if ((fold[i] == which) != is_test) continue;
    for (std::size_t j = 0; j < data.columns(); ++j) values.push_back(data.at(i, j));
    weights.push_back(data.weight(i));
  }
  const std::size_t rows = weights.size();
  Data made = Data::from(std::move(values), rows, data.columns());
  return data.weights() ? made.weighted(std::move(weights)) : made;
}

void check_folds(const DataView& data, std::size_t components, std::size_t folds) {
  check_components(data, components);
  if (folds < 2 || folds > std::min(kMostFolds, data.rows())) {
    throw Error(ErrorCode::usage,
                formatted("folds: expected 2 to {}, got {}", std::min(kMostFolds, data.rows()), folds));
  }
  const std::size_t fitted = data.rows() - (data.rows() + folds - 1) / folds;
  if (!data.weights() && fitted < components) {
    throw Error(ErrorCode::usage, formatted("components: with {} folds of {} rows expected at most {}, got {}", folds,
                                            data.rows(), fitted, components));
  }
}

struct Scores {
  FoldSummary summary;
  std::vector<double> test;  // by fold
};

Scores scores_of(const Results& results, std::size_t m) {
  Scores scores{{.label = results.methods[m].label, .pipeline = results.methods[m].pipeline}, {}};
  FoldSummary& summary = scores.summary;
  const auto folds = static_cast<double>(results.data_sets.size());
  for (const DataSetResult& fold : results.data_sets) {
    const Entry& entry = fold.entries[m];
    summary.failed += entry.failed();
    scores.test.push_back(entry.mean(&Outcome::final_fresh));
    summary.train += entry.mean(&Outcome::final) / folds;
    summary.degenerate += entry.mean(&Outcome::final_degenerate) / folds;
    summary.seconds += entry.mean_seconds() / folds;
  }
  const MeanAndDeviation test = mean_and_deviation(scores.test);
  summary.test = test.mean;
  summary.test_error = test.deviation / std::sqrt(folds);
  return scores;
}

}  // namespace

std::vector<FoldSummary> compare_by_folds(const DataView& data, std::size_t components,
                                          const std::vector<Method>& methods, std::size_t folds,
                                          const CompareOptions& options) {
  check_folds(data, components, folds);
  const std::vector<std::size_t> fold = folds_of(data.rows(), folds);
  const Results results = compare_on(folds, components, methods, options, [&](std::size_t which) {
    return load_fold(chosen(data, fold, which, false), chosen(data, fold, which, true).view);
  });
  std::vector<Scores> all;
  for (std::size_t m = 0; m < results.methods.size(); ++m) all.push_back(scores_of(results, m));
  std::stable_sort(all.begin(), all.end(), [](const Scores& a, const Scores& b) {
    return a.summary.test > b.summary.test || (std::isnan(b.summary.test) && !std::isnan(a.summary.test));
  });
  std::vector<FoldSummary> ordered;
  for (Scores& one : all) {
    std::vector<double> differences;
    for (std::size_t f = 0; f < folds; ++f) differences.push_back(all.front().test[f] - one.test[f]);
    const MeanAndDeviation behind = mean_and_deviation(differences);
    one.summary.behind = behind.mean;
    one.summary.behind_error = behind.deviation / std::sqrt(static_cast<double>(folds));
    ordered.push_back(one.summary);
  }
  return ordered;
}

}  // namespace mixseed::lab
