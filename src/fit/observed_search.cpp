#include "fit/observed_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fit/observed_starts.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/optimum.h"

namespace mixseed {
namespace {

// Rounds of EM on observed values, and how many of the best starts go on to the next stage.
constexpr int kShortRounds = 12, kLongerRounds = 25;
constexpr std::size_t kLonger = 6, kToTheEnd = 3;
constexpr std::uint64_t kRefills = 2;
constexpr std::uint64_t kSimpleStream = (1ULL << 33) + 1, kRefillStream = (1ULL << 33) + 2;

Stage limited(Stage em, int most_rounds) {
  em.parameters.set("rounds", std::min(most_rounds, em.parameters.integer("rounds")));
  return em;
}

// Sorted, the best first; of those that ended at the same optimum only the first.
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

std::vector<Attempt> run_each(ObservedContext& context, const Task& task, const std::vector<Mixture>& starts,
                              int most_rounds, std::size_t restart, Pool& pool) {
  const ObservedData& data = context.data();
  Stage em = limited(task.pipeline.refiners.back(), most_rounds);
  if (em.parameters.choice("acceleration") == "squarem") em.parameters.set("acceleration", "early");
  const auto report = [&](std::string_view stage, int round, int rounds, double objective) {
    Progress progress{task.components, static_cast<int>(restart), context.options().restarts, stage, round, rounds, 0};
    progress.objective = objective + data.log_shift();
    if (!context.report(progress)) throw Error(ErrorCode::cancelled, "cancelled");
  };
  std::vector<Attempt> ends;
  std::exception_ptr failure;
  for (const Mixture& start : starts) {
    try {
      ends.push_back(data.run_em(start, em, pool, report));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      failure = std::current_exception();
    }
  }
  if (ends.empty()) std::rethrow_exception(failure);
  return ends;
}

// Searches from the best model on rows filled with draws from it, and returns the better end.
Attempt search_on_refilled(ObservedContext& context, const Task& task, Attempt best, std::size_t restart, Pool& pool) {
  const Rng stream = context.stream(restart).split(kRefillStream);
  for (std::uint64_t i = 0; i < kRefills; ++i) {
    const Data filled = context.data().filled_by_model(best.model, stream.split(i), pool);
    FitOptions options = context.options_on_filled(restart, pool.threads());
    options.seed = stream.split(i).bits();
    Pipeline search = Pipeline::parse("search");
    search.refiners.back() = limited(task.pipeline.refiners.back(), kRoundsOnFilled);
    const Fit found = fit(filled.view, best.model, search, options);
    const Attempt tried = std::move(run_each(context, task, {found.model}, kLongerRounds, restart, pool).front());
    if (!better(tried.story, best.story)) continue;
    Attempt end = run_to_the_end(context, task, tried.model, restart, pool);
    if (better(end.story, best.story)) best = std::move(end);
  }
  return best;
}

}  // namespace

Attempt run_to_the_end(ObservedContext& context, const Task& task, const Mixture& start, std::size_t restart,
                       Pool& pool) {
  return std::move(run_each(context, task, {start}, std::numeric_limits<int>::max(), restart, pool).front());
}

Attempt best_end(ObservedContext& context, const Task& task, std::vector<Mixture> starts, std::size_t restart,
                 Pool& pool) {
  const bool searches = chooses_method(context.pipeline()) && context.known().empty() && task.components > 1;
  if (searches) {
    const FitOptions options = context.options_on_filled(restart, pool.threads());
    const Rng stream = context.stream(restart).split(kSimpleStream);
    for (Mixture& start : simple_starts(context.data(), task, options, stream, pool))
      starts.push_back(std::move(start));
  }
  if (starts.size() == 1) return run_to_the_end(context, task, starts.front(), restart, pool);
  const int unlimited = std::numeric_limits<int>::max();
  std::vector<Attempt> ends = ranked(run_each(context, task, starts, kShortRounds, restart, pool));
  ends = ranked(run_each(context, task, models_of(ends, kLonger), kLongerRounds, restart, pool));
  ends = ranked(run_each(context, task, models_of(ends, kToTheEnd), unlimited, restart, pool));
  return searches ? search_on_refilled(context, task, std::move(ends.front()), restart, pool) : std::move(ends.front());
}

}  // namespace mixseed
