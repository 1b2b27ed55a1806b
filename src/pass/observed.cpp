#include "pass/observed.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "mixseed/error.h"
#include "model/regression.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;
using Chunk = ObservedRows::Chunk;

[[noreturn]] void refuse_rows(const std::string& why) { throw Error(ErrorCode::input, why); }

std::vector<std::size_t> seen_columns(const DataView& data, std::size_t row) {
  std::vector<std::size_t> seen;
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const double value = data.at(row, j);
    if (std::isinf(value)) {
      refuse_rows("row " + std::to_string(row + 1) + ", column " + std::to_string(j + 1) +
                  ": expected a finite or a missing number, got " + std::to_string(value));
    }
    if (!std::isnan(value)) seen.push_back(j);
  }
  return seen;
}

// The log terms of a chunk, [rows][K], which become responsibilities, with log densities and squared distances.
struct ChunkTerms {
  Values responsibilities, log_densities, squared_distances;
};

void normalise(double* terms, std::size_t K, double& log_density) {
  const double largest = *std::max_element(terms, terms + K);
  if (largest == -std::numeric_limits<double>::infinity()) {
    std::fill_n(terms, K, 1 / static_cast<double>(K));
    log_density = largest;
    return;
  }
  double sum = 0;
  for (std::size_t k = 0; k < K; ++k) sum += terms[k] = std::exp(terms[k] - largest);
  for (std::size_t k = 0; k < K; ++k) terms[k] /= sum;
  log_density = largest + std::log(sum);
}

std::vector<Regression> regressions(const Mixture& theta, const std::vector<std::size_t>& seen) {
  std::vector<Regression> all;
  for (std::size_t k = 0; k < theta.size(); ++k) all.emplace_back(theta, k, seen);
  return all;
}

ChunkTerms terms_of(const ObservedRows& rows, const Chunk& chunk, const std::vector<Regression>& components) {
  const std::size_t K = components.size(), n = chunk.rows.size();
  ChunkTerms terms{Values(n * K), Values(n), Values(n * K)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < K; ++k) {
      const double squared = components[k].squared_distance(rows.row(chunk.rows[i]));
      terms.squared_distances[i * K + k] = squared;
      terms.responsibilities[i * K + k] = components[k].term(squared);
    }
    normalise(terms.responsibilities.data() + i * K, K, terms.log_densities[i]);
  }
  return terms;
}

// The uncertainty of the filled numbers.
void add_rest(Moments& moments, std::size_t k, const Regression& component, double mass) {
  const auto& unseen = component.unseen();
  const std::size_t dim = moments.dim(), size = unseen.size();
  for (std::size_t a = 0; a < size; ++a) {
    if (moments.second() == Moments::Second::diagonal) {
      moments.of(k)[kernel::moments_width(dim) + unseen[a]] += mass * component.rest()[a * size + a];
    }
    for (std::size_t b = a; moments.second() == Moments::Second::full && b < size; ++b) {
      moments.of(k)[kernel::moments_line(dim, unseen[a]) + unseen[b]] += mass * component.rest()[a * size + b];
    }
  }
}

void add_component(const ObservedRows& rows, const Chunk& chunk, const ChunkTerms& terms, const Regression& component,
                   std::size_t k, Moments& moments) {
  const std::size_t dim = rows.dim(), n = chunk.rows.size(), K = moments.size();
  Values filled(n * dim), r(n), scratch(kernel::moments_scratch(dim));
  std::vector<std::uint16_t> everyone(n);
  std::iota(everyone.begin(), everyone.end(), std::uint16_t{0});
  for (std::size_t i = 0; i < n; ++i) {
    component.fill(rows.row(chunk.rows[i]), filled.data() + i * dim);
    r[i] = rows.weight(chunk.rows[i]) * terms.responsibilities[i * K + k];
  }
  kernel::active().add_moments({filled.data(), dim, nullptr, n}, dim, everyone.data(), r.data(), n, moments.pivot(k),
                               moments.second(), moments.of(k), scratch.data());
  add_rest(moments, k, component, std::accumulate(r.begin(), r.end(), 0.0));
}

std::size_t drawn_component(const double* responsibilities, std::size_t K, Rng& rng) {
  double left = rng.uniform();
  for (std::size_t k = 0; k + 1 < K; ++k) {
    left -= responsibilities[k];
    if (left < 0) return k;
  }
  return K - 1;
}

}  // namespace

ObservedRows::ObservedRows(const DataView& data, bool skip_empty) : dim_(data.columns()) {
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> patterns;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const std::vector<std::size_t> seen = seen_columns(data, i);
    const double weight = data.weight(i);
    if (!(std::isfinite(weight) && weight >= 0)) {
      refuse_rows("weights: row " + std::to_string(i + 1) + ": expected a finite number of at least 0, got " +
                  std::to_string(weight));
    }
    if (skip_empty && seen.empty()) continue;
    patterns[seen].push_back(weights_.size());
    sources_.push_back(i);
    weights_.push_back(weight);
    observations_ += weight;
    for (std::size_t j = 0; j < dim_; ++j) values_.push_back(data.at(i, j));
  }
  if (weights_.empty()) refuse_rows("the data have no row with a number");
  for (auto& [seen, members] : patterns) {
    for (std::size_t first = 0; first < members.size(); first += kernel::kBlock) {
      const auto begin = members.begin() + static_cast<std::ptrdiff_t>(first);
      const auto count = static_cast<std::ptrdiff_t>(std::min(kernel::kBlock, members.size() - first));
      chunks_.push_back({seen, {begin, begin + count}});
    }
  }
}

double ObservedRows::numbers() const {
  double sum = 0;
  for (const Chunk& chunk : chunks_) {
    for (const std::size_t i : chunk.rows) sum += weights_[i] * static_cast<double>(chunk.seen.size());
  }
  return sum;
}

void ObservedRows::multiply(double factor) {
  for (double& value : values_) value *= factor;
}

Inspection inspection_of(const ObservedRows& rows) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  Inspection inspection;
  inspection.rows = rows.size();
  inspection.observations = rows.observations();
  inspection.low.assign(rows.dim(), kNone);
  inspection.high.assign(rows.dim(), -kNone);
  for (const Chunk& chunk : rows.chunks()) {
    for (const std::size_t i : chunk.rows) {
      inspection.weighted = inspection.weighted || rows.weight(i) != 1;
      if (!(rows.weight(i) > 0)) continue;
      ++inspection.counting;
      for (const std::size_t j : chunk.seen) {
        inspection.low[j] = std::min(inspection.low[j], rows.row(i)[j]);
        inspection.high[j] = std::max(inspection.high[j], rows.row(i)[j]);
      }
    }
  }
  for (std::size_t j = 0; j < rows.dim(); ++j) {
    if (inspection.low[j] == kNone) refuse_rows("column " + std::to_string(j + 1) + " has no number at all");
  }
  return inspection;
}

DataSummary summary_by_column(const ObservedRows& rows) {
  const std::size_t dim = rows.dim();
  Values mass(dim, 0.0), mean(dim, 0.0), covariance(dim * dim, 0.0);
  const auto for_each_number = [&](const auto& take) {
    for (const Chunk& chunk : rows.chunks()) {
      for (const std::size_t i : chunk.rows) {
        for (const std::size_t j : chunk.seen) take(j, rows.weight(i), rows.row(i)[j]);
      }
    }
  };
  for_each_number([&](std::size_t j, double weight, double x) {
    mass[j] += weight;
    if (mass[j] > 0) mean[j] += weight / mass[j] * (x - mean[j]);
  });
  for (std::size_t j = 0; j < dim; ++j) {
    if (!(mass[j] > 0)) refuse_rows("column " + std::to_string(j + 1) + " has no number at all");
  }
  for_each_number([&](std::size_t j, double weight, double x) {
    covariance[j * dim + j] += weight / mass[j] * (x - mean[j]) * (x - mean[j]);
  });
  return summary_of(std::move(mean), std::move(covariance));
}

EStepResult expect(const ObservedRows& rows, const Mixture& theta, Moments::Second second, Pool& pool) {
  const auto pivots = std::make_shared<const Values>(theta.means);
  return reduce(
      pool, rows.chunks().size(),
      [&] {
        return EStepResult{Moments(theta.size(), rows.dim(), second, pivots), 0, 0, 0, {}};
      },
      [&](std::size_t number, EStepResult& e_step) {
        const Chunk& chunk = rows.chunks()[number];
        const std::vector<Regression> components = regressions(theta, chunk.seen);
        const ChunkTerms terms = terms_of(rows, chunk, components);
        for (std::size_t i = 0; i < chunk.rows.size(); ++i) {
          const double* responsibilities = terms.responsibilities.data() + i * theta.size();
          const double weight = rows.weight(chunk.rows[i]);
          if (!(weight > 0)) continue;
          e_step.moments.objective += weight * terms.log_densities[i];
          e_step.certainty += weight * std::log(*std::max_element(responsibilities, responsibilities + theta.size()));
        }
        for (std::size_t k = 0; k < theta.size(); ++k) {
          add_component(rows, chunk, terms, components[k], k, e_step.moments);
        }
      });
}

Moments moments_of(const ObservedRows& rows, const Mixture& theta, const std::vector<double>& responsibilities,
                   Moments::Second second, Pool& pool) {
  const auto pivots = std::make_shared<const Values>(theta.means);
  const std::size_t K = theta.size();
  return reduce(
      pool, rows.chunks().size(), [&] { return Moments(K, rows.dim(), second, pivots); },
      [&](std::size_t number, Moments& moments) {
        const Chunk& chunk = rows.chunks()[number];
        const std::vector<Regression> components = regressions(theta, chunk.seen);
        ChunkTerms given;
        for (const std::size_t row : chunk.rows) {
          const double* own = responsibilities.data() + row * K;
          given.responsibilities.insert(given.responsibilities.end(), own, own + K);
        }
        for (std::size_t k = 0; k < K; ++k) add_component(rows, chunk, given, components[k], k, moments);
      });
}

std::vector<double> filled_by_draws(const ObservedRows& rows, const Mixture& theta, const Rng& rng, Pool& pool) {
  const std::size_t dim = rows.dim(), K = theta.size();
  Values filled(rows.size() * dim);
  pool.run(rows.chunks().size(), [&](std::size_t number) {
    const Chunk& chunk = rows.chunks()[number];
    const std::vector<Regression> components = regressions(theta, chunk.seen);
    const ChunkTerms terms = K > 1 ? terms_of(rows, chunk, components) : ChunkTerms{};
    std::vector<Values> roots;
    for (const Regression& component : components) roots.push_back(component.root_of_rest());
    for (std::size_t at = 0; at < chunk.rows.size(); ++at) {
      const std::size_t row = chunk.rows[at];
      Rng own = rng.split(row);
      const std::size_t k = K > 1 ? drawn_component(terms.responsibilities.data() + at * K, K, own) : 0;
      const auto& unseen = components[k].unseen();
      double* out = filled.data() + row * dim;
      components[k].fill(rows.row(row), out);
      for (std::size_t l = 0; l < unseen.size(); ++l) {
        const double z = own.normal();
        for (std::size_t i = l; i < unseen.size(); ++i) out[unseen[i]] += roots[k][i * unseen.size() + l] * z;
      }
    }
  });
  return filled;
}

ObservedPosterior posterior_of(const ObservedRows& rows, const Mixture& theta, Pool& pool) {
  const std::size_t K = theta.size(), dim = rows.dim(), n = rows.size();
  ObservedPosterior posterior{Values(n * K), Values(n), Values(n * K), Values(n * dim, 0.0)};
  pool.run(rows.chunks().size(), [&](std::size_t number) {
    const Chunk& chunk = rows.chunks()[number];
    const std::vector<Regression> components = regressions(theta, chunk.seen);
    const ChunkTerms terms = terms_of(rows, chunk, components);
    Values filled(dim);
    for (std::size_t i = 0; i < chunk.rows.size(); ++i) {
      const std::size_t row = chunk.rows[i];
      double* out = posterior.filled.data() + row * dim;
      std::copy_n(rows.row(row), dim, out);
      for (const std::size_t j : components.front().unseen()) out[j] = 0;
      for (std::size_t k = 0; k < K; ++k) {
        components[k].fill(rows.row(row), filled.data());
        for (const std::size_t j : components[k].unseen()) out[j] += terms.responsibilities[i * K + k] * filled[j];
      }
      std::copy_n(terms.responsibilities.data() + i * K, K, posterior.responsibilities.data() + row * K);
      std::copy_n(terms.squared_distances.data() + i * K, K, posterior.squared_distances.data() + row * K);
      posterior.log_densities[row] = terms.log_densities[i];
    }
  });
  return posterior;
}

}  // namespace mixseed
