#include "lab/run.h"

#include <algorithm>
#include <limits>

#include "lab/rand_index.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

// The paper's measure: components whose smallest variance is below a bound.
std::size_t narrow_components(const Mixture& mixture, const LoadedData& loaded) {
  const std::vector<double> smallest = smallest_variances(mixture, loaded.reference);
  return static_cast<std::size_t>(
      std::count_if(smallest.begin(), smallest.end(), [&](double variance) { return !(variance >= loaded.narrow); }));
}

bool has_paper_rules(const std::string& method) {
  return Pipeline::parse(method).refiners.back().parameters.choice("rules") == "paper";
}

double score_on_fresh(const Mixture& mixture, const LoadedData& loaded) {
  if (loaded.fresh.empty()) return std::numeric_limits<double>::quiet_NaN();
  return score(mixture, loaded.fresh_view(), 1);
}

// Rows of the noise component form a group of their own.
double rand_index_of(const Mixture& mixture, const LoadedData& loaded) {
  if (loaded.labels.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<int> found;
  for (const std::size_t component : predict(mixture, loaded.data.view, 1).components) {
    found.push_back(component == kNoise ? kNoiseLabel : static_cast<int>(component));
  }
  return adjusted_rand_index(found, loaded.labels);
}

}  // namespace

std::string pipeline_under(const std::string& pipeline, RuleSet rules) {
  return rules == RuleSet::paper ? Pipeline::parse(pipeline).with("rules", "paper").text() : pipeline;
}

Outcome execute(const LoadedData& loaded, std::size_t components, const std::string& pipeline, std::uint64_t seed,
                const std::function<bool()>& go_on) {
  Outcome outcome;
  try {
    const FitOptions options{
        .seed = seed, .threads = 1, .observer = [&](const Progress&) { return go_on(); }, .criteria = false};
    const Fit fitted = fit(loaded.data.view, components, Pipeline::parse(pipeline), options);
    const Restart& restart = fitted.best_restart();
    outcome.initial = restart.initial_log_likelihood;
    outcome.final = restart.final_log_likelihood;
    outcome.initial_fresh = score_on_fresh(fitted.initial, loaded);
    outcome.final_fresh = score_on_fresh(fitted.model, loaded);
    outcome.rand_index = rand_index_of(fitted.model, loaded);
    outcome.initial_degenerate = narrow_components(fitted.initial, loaded);
    outcome.final_degenerate =
        has_paper_rules(fitted.method) ? narrow_components(fitted.model, loaded) : restart.collapsed;
    outcome.rounds = restart.rounds;
    outcome.averaged = restart.repairs.averaged;
    outcome.kept = restart.repairs.kept;
    outcome.reseeded = restart.repairs.reseeded;
    outcome.floored = restart.repairs.floored;
    outcome.seconds = restart.seconds;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    outcome.error = error.what();
  }
  return outcome;
}

}  // namespace mixseed::lab
