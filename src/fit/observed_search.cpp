#include "fit/observed_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fit/checks.h"
#include "fit/observed_starts.h"
#include "fit/rescale.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/optimum.h"
#include "model/scaling.h"

namespace mixseed {
namespace {

constexpr std::size_t kRowsOfComponent = 2;  // times D + 1: with fewer whole rows they give no start
constexpr int kRoundsOnFilled = 20;
// Of EM on the observed values: all starts have the short runs, the best of them the longer ones, and so on.
constexpr int kShortRounds = 12, kLongerRounds = 25;
constexpr std::size_t kLonger = 6, kToTheEnd = 3;
constexpr std::uint64_t kRefills = 2;
constexpr std::uint64_t kFillStream = (1ULL << 33), kSimpleStream = kFillStream + 1, kRefillStream = kFillStream + 2;

void check_supported(const Pipeline& pipeline, const FitOptions& options) {
  const Stage& em = pipeline.refiners.back();
  const EstimationOptions ending = refiner_of(em).estimation(em.parameters);
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::usage, "missing values: " + what); };
  if (ending.noise > 0) {
    refuse(
        "expected no noise component, which is defined for whole rows only: drop the rows with missing values, or "
        "fit without noise");
  }
  if (ending.rules == Rules::paper) {
    refuse(
        "expected rules=default, got rules=paper, which are defined for whole rows only: drop the rows with missing "
        "values, or fit by the default rules");
  }
  if (options.budget) {
    refuse(
        "expected restarts, got a budget, which counts passes over whole rows: drop the rows with "
        "missing values, or give restarts (--restarts, n_init)");
  }
}

bool chooses_method(const Pipeline& pipeline) {
  return pipeline.seeder && (pipeline.seeder->method->name == "auto" || pipeline.seeder->method->name == "quick");
}

Stage limited(Stage em, int most_rounds) {
  em.parameters.set("rounds", std::min(most_rounds, em.parameters.integer("rounds")));
  return em;
}

// The best first; of those with about the same end only the first.
std::vector<Attempt> ranked(std::vector<Attempt> attempts) {
  std::stable_sort(attempts.begin(), attempts.end(),
                   [](const Attempt& a, const Attempt& b) { return better(a.story, b.story); });
  std::vector<Attempt> different;
  for (Attempt& attempt : attempts) {
    const auto alike = [&](const Attempt& other) {
      return other.story.collapsed == attempt.story.collapsed &&
             std::abs(other.story.penalised_log_likelihood - attempt.story.penalised_log_likelihood) <= kSameOptimum;
    };
    if (std::none_of(different.begin(), different.end(), alike)) different.push_back(std::move(attempt));
  }
  return different;
}

std::vector<Mixture> models_of(const std::vector<Attempt>& attempts, std::size_t most) {
  std::vector<Mixture> models;
  for (std::size_t i = 0; i < std::min(most, attempts.size()); ++i) models.push_back(attempts[i].model);
  return models;
}

Known in_unit(Known known, int exponent) {
  for (double& number : known.means) number = std::ldexp(number, -exponent);
  for (double& number : known.covariances) number = std::ldexp(number, -2 * exponent);
  return known;
}

}  // namespace

ObservedSearch::ObservedSearch(const ObservedData& data, const Pipeline& pipeline, const FitOptions& options)
    : data_(data), pipeline_(pipeline), options_(options), known_(in_unit(options.known, data.exponent())) {
  check_options(options);
  check_supported(pipeline, options);
}

ObservedCell ObservedSearch::cell(std::size_t components, const Pipeline& pipeline) const {
  const auto R = static_cast<std::size_t>(options_.restarts);
  const ObservedRows& rows = data_.rows();
  const Pipeline own = pipeline.with_prior(rows.dim(), components, rows.observations(), chooses_method(pipeline_));
  return {components, own.refiners.back(), {}, std::vector<Attempt>(R), std::vector<std::exception_ptr>(R)};
}

std::vector<Fit> ObservedSearch::fits(std::vector<ObservedCell> cells, const FitFilled& fit_filled) {
  const auto R = static_cast<std::size_t>(options_.restarts);
  const std::size_t most = cells.back().components;
  const std::vector<Data> common = common_sources(most);
  const std::size_t S = data_.all_whole() || most == 1 ? 1 : common.size() + 1;
  parts_ = R * (S + cells.size());
  runs_ = R * cells.size();
  std::vector<std::vector<Fit>> on_filled(R * S);
  std::vector<std::exception_ptr> failures(R * S);
  side_by_side(R * S, [&](std::size_t i, Pool& pool) {
    const std::size_t r = i / S, s = i % S;
    try {
      const Data source =
          s < common.size() ? common[s] : data_.by_draws(data_.gaussian(), stream(r).split(kFillStream), pool);
      on_filled[i] = fits_on_filled(source.view, fit_filled, r, pool.threads());
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::usage) throw;
      failures[i] = std::current_exception();
    }
    ++parts_done_;
  });
  side_by_side(R * cells.size(), [&](std::size_t i, Pool& pool) {
    const std::size_t r = i / cells.size(), c = i % cells.size();
    ObservedCell& cell = cells[c];
    std::vector<Mixture> starts;
    for (std::size_t s = 0; s < S; ++s) {
      if (!failures[r * S + s]) starts.push_back(on_filled[r * S + s][c].model);
    }
    cell.failures[r] = starts.empty() ? failures[r * S] : nullptr;
    if (!starts.empty()) {
      try {
        cell.attempts[r] = best_end(cell, std::move(starts), r, pool);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) throw;
        cell.failures[r] = std::current_exception();
      }
    }
    ++parts_done_;
    ++runs_done_;
  });
  std::vector<Fit> fits;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    for (std::size_t i = 0; i < R * S && cells[c].method.empty(); ++i) {
      if (!failures[i]) cells[c].method = on_filled[i][c].method;
    }
    fits.push_back(summarised(cells[c], data_, options_, !options_.known.nothing()));
  }
  return fits;
}

Fit ObservedSearch::fit_from(std::span<const State> starts) {
  const std::size_t K = std::visit([](const auto& s) { return s.size(); }, starts.front());
  Pipeline own = pipeline_.with_prior(data_.rows().dim(), K, data_.rows().observations(), false);
  ObservedCell cell{K, own.refiners.back(), {}, {}, {}};
  cell.attempts.resize(starts.size());
  cell.failures.resize(starts.size());
  parts_ = runs_ = starts.size();
  const AffineMap units = AffineMap::times(data_.rows().dim(), std::ldexp(1.0, -data_.exponent()));
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const State start = std::visit([&](const auto& s) -> State { return in_units(s, units); }, starts[i]);
    const FitOptions on_filled = options_on_filled(i, data_.pool().threads());
    const Fit entering = fit(data_.by_gaussian().view, start, own.with(EmOptions{.rounds = 0}), on_filled);
    cell.method = own.text();
    cell.attempts[i] = run_to_the_end(cell, entering.model, i, data_.pool());
    ++parts_done_;
    ++runs_done_;
  }
  return summarised(cell, data_, options_, true);
}

std::vector<Data> ObservedSearch::common_sources(std::size_t most_components) const {
  std::vector<Data> all{data_.by_gaussian()};
  if (data_.all_whole() || most_components == 1) return all;
  all.push_back(data_.by_column_means());
  const Data whole = data_.whole_rows();
  const std::size_t wanted = kRowsOfComponent * most_components * (data_.rows().dim() + 1);
  if (whole.view.rows() >= wanted) all.push_back(whole);
  return all;
}

FitOptions ObservedSearch::options_on_filled(std::size_t restart, int threads) const {
  FitOptions own = options_;
  own.seed = restart == 0 ? options_.seed : stream(restart).bits();
  own.restarts = 1;
  own.threads = threads;
  own.resolution = data_.steps();  // filled values lie between the steps
  own.known = known_;
  own.listing = Listing::start;
  own.criteria = false;
  own.traces = false;
  own.observer = {};
  return own;
}

std::vector<Fit> ObservedSearch::fits_on_filled(const DataView& rows, const FitFilled& fit_filled, std::size_t restart,
                                                int threads) {
  FitOptions own = options_on_filled(restart, threads);
  own.observer = [&, restart](Progress progress) {
    progress.objective = in_callers_units(progress.stage, progress.objective, data_.exponent(), data_.rows().dim());
    progress.restart = static_cast<int>(restart);
    return tell(progress);
  };
  const int asked = pipeline_.refiners.back().parameters.integer("rounds");
  const int rounds = known_.nothing() ? std::min(asked, kRoundsOnFilled) : 0;
  std::vector<Fit> fits = fit_filled(rows, pipeline_.with(EmOptions{.rounds = rounds}), own);
  for (Fit& fit : fits) {  // the method as it was asked for
    Pipeline told = Pipeline::parse(fit.method);
    told.refiners.back().parameters.set("rounds", asked);
    fit.method = told.text();
  }
  return fits;
}

std::vector<Attempt> ObservedSearch::run_each(const ObservedCell& cell, const std::vector<Mixture>& starts,
                                              int most_rounds, std::size_t restart, Pool& pool) {
  Stage em = limited(cell.em, most_rounds);
  if (em.parameters.choice("acceleration") == "squarem") em.parameters.set("acceleration", "early");
  const auto report = [&](std::string_view stage, int round, int rounds, double objective) {
    Progress progress{cell.components, static_cast<int>(restart), options_.restarts, stage, round, rounds, 0};
    progress.objective = objective + data_.log_shift();
    if (!tell(progress)) throw Error(ErrorCode::cancelled, "cancelled");
  };
  std::vector<Attempt> ends;
  std::exception_ptr failure;
  for (const Mixture& start : starts) {
    try {
      ends.push_back(data_.run_em(start, em, pool, report));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      failure = std::current_exception();
    }
  }
  if (ends.empty()) std::rethrow_exception(failure);
  return ends;
}

Attempt ObservedSearch::run_to_the_end(const ObservedCell& cell, const Mixture& start, std::size_t restart,
                                       Pool& pool) {
  return std::move(run_each(cell, {start}, std::numeric_limits<int>::max(), restart, pool).front());
}

Attempt ObservedSearch::best_end(const ObservedCell& cell, std::vector<Mixture> starts, std::size_t restart,
                                 Pool& pool) {
  const bool searches = chooses_method(pipeline_) && known_.nothing() && cell.components > 1;
  if (searches) {
    for (Mixture& start : simple_starts(data_, cell, options_on_filled(restart, pool.threads()),
                                        stream(restart).split(kSimpleStream), pool))
      starts.push_back(std::move(start));
  }
  if (starts.size() == 1) return run_to_the_end(cell, starts.front(), restart, pool);
  std::vector<Attempt> ends = ranked(run_each(cell, starts, kShortRounds, restart, pool));
  ends = ranked(run_each(cell, models_of(ends, kLonger), kLongerRounds, restart, pool));
  ends = ranked(run_each(cell, models_of(ends, kToTheEnd), std::numeric_limits<int>::max(), restart, pool));
  return searches ? searched_again(cell, std::move(ends.front()), restart, pool) : std::move(ends.front());
}

Attempt ObservedSearch::searched_again(const ObservedCell& cell, Attempt best, std::size_t restart, Pool& pool) {
  const Rng own = stream(restart).split(kRefillStream);
  for (std::uint64_t i = 0; i < kRefills; ++i) {
    const Data filled = data_.by_draws(best.model, own.split(i), pool);
    FitOptions options = options_on_filled(restart, pool.threads());
    options.seed = own.split(i).bits();
    Pipeline search = Pipeline::parse("search");
    search.refiners.back() = limited(cell.em, kRoundsOnFilled);
    const Fit found = fit(filled.view, best.model, search, options);
    const Attempt tried = std::move(run_each(cell, {found.model}, kLongerRounds, restart, pool).front());
    if (!better(tried.story, best.story)) continue;
    Attempt end = run_to_the_end(cell, tried.model, restart, pool);
    if (better(end.story, best.story)) best = std::move(end);
  }
  return best;
}

// Whether the fit may go on.
bool ObservedSearch::tell(Progress progress) {
  if (!options_.observer) return true;
  const std::lock_guard lock(mutex_);
  progress.restarts = options_.restarts;
  progress.share = static_cast<double>(parts_done_) / static_cast<double>(parts_);
  progress.seconds_left = progress.share > 0 ? watch_.seconds() * (1 - progress.share) / progress.share : std::nan("");
  progress.ended = runs_done_;
  progress.runs = runs_;
  return options_.observer(progress);
}

// Spends the threads on whole runs first, and those that are left inside each of them.
template <typename Work>
void ObservedSearch::side_by_side(std::size_t count, const Work& work) {
  Pool& pool = data_.pool();
  if (count == 1) return work(0, pool);
  const auto inner = static_cast<int>(std::max<std::size_t>(1, static_cast<std::size_t>(pool.threads()) / count));
  pool.run(count, [&](std::size_t i) {
    Pool own(inner);
    work(i, own);
  });
}

}  // namespace mixseed
