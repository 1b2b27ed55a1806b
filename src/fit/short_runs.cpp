#include "fit/short_runs.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "fit/stages.h"
#include "fit/stopwatch.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "pass/verbs.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

// Beyond the streams of the stages of an attempt.
constexpr std::uint64_t kSampleStream = 1ULL << 32, kSearchStream = kSampleStream + 1,
                        kFirstTryStream = kSampleStream + 2, kRepairStream = kSampleStream - 1;

// The starts take turns; the last em has fewer rounds.
Pipeline pipeline_of_try(const Pipeline& pipeline, int t) {
  Pipeline tried = pipeline;
  tried.short_runs.reset();
  tried.others.clear();
  const std::size_t which = static_cast<std::size_t>(t) % (pipeline.others.size() + 1);
  if (which > 0) {
    const Start& start = pipeline.others[which - 1];
    tried.seeder = start.seeder;
    tried.refiners = start.refiners;
    tried.refiners.push_back(pipeline.refiners.back());
  }
  tried.refiners.back().parameters.set("rounds", std::to_string(pipeline.short_runs->parameters.integer("rounds")));
  return tried;
}

// From the best try: a search with local restarts.
Pipeline longer_search(const Pipeline& pipeline) {
  Pipeline rest = search_and_em(pipeline);
  rest.refiners.front().parameters.set("kicks", std::to_string(pipeline.short_runs->parameters.integer("kicks")));
  rest.refiners.back().parameters.set("rounds", std::to_string(pipeline.short_runs->parameters.integer("rounds")));
  return rest;
}

Attempt run_try(const Datasets& datasets, const Pipeline& pipeline, std::size_t K, const Rng& rng,
                const std::function<void()>& report, const Journal::Enough& enough) {
  const auto seeds = seed_each(datasets.start, *pipeline.seeder, {&K, 1}, rng, [&](std::size_t) { report(); });
  const auto report_round = [&](std::string_view, int, int, double) { report(); };
  return refine_seed(datasets, seeds.front(), pipeline, {}, rng, report_round, enough);
}

// Whether a try is above the first one by more than the margin: on the rows that it is fitted to, a model gains about
// half a nat per free parameter by chance.
bool exceeds_margin(const Attempt& next, const Restart& first, const Parameters& short_runs, const Dataset& sample) {
  const double margin = short_runs.number("margin");
  if (margin == 0 || first.collapsed > next.restart.collapsed) return true;
  const double gain = next.restart.penalised_log_likelihood - first.penalised_log_likelihood;
  return gain * sample.observations() > margin * static_cast<double>(free_parameters(next.model));
}

// Whether enough tries ended at the best optimum.
bool agree(const std::vector<Restart>& ends, const Restart& best, const Pipeline& pipeline) {
  const auto wanted = pipeline.short_runs->parameters.integer("agree");
  const auto alike = [&](const Restart& end) {
    return end.collapsed == best.collapsed &&
           std::abs(end.penalised_log_likelihood - best.penalised_log_likelihood) <= kSameShortRun;
  };
  return wanted > 0 && std::count_if(ends.begin(), ends.end(), alike) >= wanted;
}

}  // namespace

Seeded run_short(const Dataset& X, const Pipeline& pipeline, std::size_t K, const Rng& restart,
                 const std::function<void(int)>& report, const Journal::Enough& enough) {
  const Stopwatch watch;
  const Parameters& parameters = pipeline.short_runs->parameters;
  const double wanted = parameters.number("rows") * static_cast<double>(K);
  Rng drawing = restart.split(kSampleStream);
  const Subsample sample = Subsample::drawn_or_all(X, std::min(1.0, wanted / X.observations()), K, drawing);
  const Datasets datasets(sample.rows(), pipeline.scaling);
  std::optional<Attempt> best;
  std::exception_ptr failure;
  std::vector<Restart> ends;
  const auto is_enough = [&] { return best && ((enough && enough()) || agree(ends, best->restart, pipeline)); };
  const auto consider = [&](const auto& make) {
    try {
      Attempt next = make();
      ends.push_back(next.restart);
      if (!best ||
          (ranks_above(next.restart, best->restart) && exceeds_margin(next, ends.front(), parameters, sample.rows()))) {
        best = std::move(next);
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      if (!failure) failure = std::current_exception();
    }
  };
  const int tries = parameters.integer("tries");
  for (int t = 0; t < tries && !is_enough(); ++t) {
    const Rng rng = restart.split(kFirstTryStream + static_cast<std::uint64_t>(t));
    const auto report_step = [&] { report(t); };
    consider([&] { return run_try(datasets, pipeline_of_try(pipeline, t), K, rng, report_step, enough); });
  }
  if (!best) std::rethrow_exception(failure);
  if (parameters.integer("kicks") > 0 && !is_enough()) {
    const auto report_round = [&](std::string_view, int, int, double) { report(tries); };
    const Datasets plain(sample.rows(), Scaling::plain);
    const Seeded from{best->model, best->restart.repairs, 0};
    const Rng rng = restart.split(kSearchStream);
    consider([&] { return refine_seed(plain, from, longer_search(pipeline), {}, rng, report_round, enough); });
  }
  return {std::move(best->model), best->restart.repairs, watch.seconds()};
}

Attempt refine_after_short_runs(const Datasets& datasets, const Seeded& seeded, const Pipeline& pipeline,
                                const InitialParameters& known, const Rng& restart, const Journal::Report& report,
                                const Journal::Enough& enough) {
  Attempt first = refine_seed(datasets, seeded, after_short_runs(pipeline), known, restart, report, enough);
  const bool is_over = enough && enough();
  const bool may_repair = known.empty() && pipeline.short_runs->parameters.integer("kicks") > 0 && !is_over;
  if (first.restart.collapsed == 0 || !may_repair) return first;
  const Seeded from{first.model, first.restart.repairs, first.restart.seconds.total};
  Attempt second =
      refine_seed(datasets, from, search_and_em(pipeline), known, restart.split(kRepairStream), report, enough);
  return ranks_above(second.restart, first.restart) ? second : first;
}

Pipeline after_short_runs(const Pipeline& pipeline) {
  Pipeline rest;
  rest.refiners = {pipeline.refiners.back()};
  return rest;
}

Pipeline search_and_em(const Pipeline& pipeline) {
  const MethodInfo& search = method_named("search");
  Pipeline rest;
  rest.refiners = {{&search, Parameters(search)}, pipeline.refiners.back()};
  return rest;
}

}  // namespace mixseed
