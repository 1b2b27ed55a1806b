// A replay listens to the questions of a fit: every draw and every round carries its model.
#include "mixseed/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "fit/attempt.h"
#include "fit/checks.h"
#include "fit/replications.h"
#include "fit/rescale.h"
#include "fit/stages.h"
#include "model/scaling.h"
#include "team/listening.h"
#include "team/local.h"

namespace mixseed {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Records the questions that choose rows and those that carry the model of a round.
class Recorder {
 public:
  void record(const Request& request, const Answer& answer) {
    units_ = request.units ? *request.units : AffineMap();
    if (const auto* draw = std::get_if<Draw>(&request.question)) {
      const ReplayStep::Rule rule = draw->from ? ReplayStep::Rule::distance : ReplayStep::Rule::uniform;
      const Drawn& drawn = std::get<Drawn>(answer);
      if (!drawn.rows.empty()) add_choice(draw->from, rule, drawn.rows, drawn.total);
    } else if (const auto* farthest = std::get_if<Farthest>(&request.question)) {
      add_choice(farthest->from, ReplayStep::Rule::farthest, {std::get<Extreme>(answer).row}, 0);
    } else if (const auto* expect = std::get_if<Expect>(&request.question)) {
      last_model_ = in_callers_units(*expect->model);
    } else if (const auto* classify = std::get_if<Classify>(&request.question)) {
      last_model_ = in_callers_units(*classify->model);
    }
  }
  // A refiner reports a round: its model is that of the last pass.
  void add_round(std::string_view stage, int number, double objective) {
    scenes.push_back({stage, number, last_model_, ReplayStep::Rule::none, {}, objective});
  }

  std::vector<ReplayStep> scenes;

 private:
  State in_callers_units(const State& state) const {
    return std::visit([&](const auto& model) -> State { return in_units(model, inverse(units_)); }, state);
  }
  void add_choice(const ModelPtr& from, ReplayStep::Rule rule, const std::vector<ChosenRow>& rows, double total) {
    ReplayStep scene{"", static_cast<int>(scenes.size()), from ? in_callers_units(*from) : State(), rule, {}, kUnknown};
    for (const ChosenRow& row : rows) {
      const Centers point{row.values.size(), row.values};
      scene.taken.push_back(
          {std::get<Centers>(in_callers_units(State(point))).points, total > 0 ? row.mass / total : 0});
    }
    scenes.push_back(std::move(scene));
  }

  AffineMap units_;
  State last_model_;
};

Pipeline single_start(const Pipeline& pipeline, const Dataset& X, std::size_t K) {
  require(K >= 1 && K <= X.size(), ErrorCode::usage, "components: expected 1 to {} (one per row) for a replay, got {}",
          X.size(), K);
  Pipeline resolved = pipeline.resolved(X.dim(), K, X.observations());
  require(resolved.seeder.has_value(), ErrorCode::usage, "a replay wants a method with a seeder, as in adaptive/em");
  resolved.short_runs.reset();
  resolved.others.clear();
  return resolved;
}

// One pipeline for each start, with the short runs and the last em of all.
std::vector<Pipeline> starts_of(const Pipeline& resolved) {
  std::vector<Pipeline> starts{resolved};
  starts.front().others.clear();
  for (const Start& start : resolved.others) {
    Pipeline other = starts.front();
    other.seeder = start.seeder;
    other.refiners = start.refiners;
    other.refiners.push_back(resolved.refiners.back());
    starts.push_back(std::move(other));
  }
  return starts;
}

void report_short_runs(Replay& replay, const Pipeline& resolved, double observations) {
  if (!resolved.short_runs) return;
  replay.tries = resolved.short_runs->parameters.integer("tries");
  const double wanted = resolved.short_runs->parameters.number("rows") * static_cast<double>(replay.components);
  replay.sample = static_cast<std::size_t>(std::min(observations, wanted));
}

// Adds the state before every step, if the seeder returns the states of 1 ... K components.
void fill_in_models(std::vector<ReplayStep>& steps, const std::vector<Seeded>& seeds, const Datasets& datasets,
                    int exponent) {
  const std::size_t K = seeds.size(), dim = datasets.em.dim();
  const auto own = [&](const State& state) {
    const AffineMap units = composed(datasets.units, AffineMap::times(dim, std::ldexp(1.0, exponent)));
    return std::visit([&](const auto& model) -> State { return in_units(model, units); }, state);
  };
  if (steps.empty()) {
    for (std::size_t k = 0; k < K; ++k) {
      steps.push_back({"", static_cast<int>(k), own(seeds[k].state), ReplayStep::Rule::none, {}, kUnknown});
    }
    return;
  }
  const bool starts_with_one = steps.size() + 1 == K;  // without a row: the best single Gaussian
  if (!starts_with_one && steps.size() != K) return;
  for (std::size_t i = starts_with_one ? 0 : 1; i < steps.size(); ++i) {
    steps[i].model = own(seeds[starts_with_one ? i : i - 1].state);
  }
}

}  // namespace

Replay replay(const DataView& data, std::size_t K, const Pipeline& pipeline, std::uint64_t seed, int threads) {
  Pool pool(threads);
  LocalTeam local(data, pool);
  Recorder recorder;
  ListeningTeam team(local, [&](const Request& request, const Answer& answer) { recorder.record(request, answer); });
  Dataset X(team);
  const int exponent = extreme_exponent(X.inspection());
  if (exponent != 0) X = X.mapped(AffineMap::times(X.dim(), std::ldexp(1.0, -exponent)));
  const Pipeline method = single_start(pipeline, X, K);
  const Datasets datasets(X, method.scaling);
  const Rng rng = Rng(seed).split(0);
  const Seeder& seeder = seeder_of(*method.seeder);
  std::vector<std::size_t> ks(seeder.sequence || seeder.prefix ? K : 1, K);
  if (ks.size() == K) std::iota(ks.begin(), ks.end(), std::size_t{1});
  const std::vector<Seeded> seeds = seed_each(datasets.start, *method.seeder, ks, rng, {});
  // A seeder that finds all components at once has no steps; its questions are left out.
  const bool in_steps = seeds.size() == K || recorder.scenes.size() == K || recorder.scenes.size() + 1 == K;
  if (!in_steps) recorder.scenes.clear();
  if (seeds.size() == K || !in_steps) fill_in_models(recorder.scenes, seeds, datasets, exponent);
  for (ReplayStep& scene : recorder.scenes) scene.stage = method.seeder->method->name;
  const CallersUnit unit = callers_unit(exponent, X.dim());
  const auto report = [&](std::string_view stage, int round, int, double objective) {
    recorder.add_round(stage, round, unit.objective(stage, objective));
  };
  Attempt attempt = refine_seed(datasets, seeds.back(), method, {}, rng, report);
  const AffineMap units = AffineMap::times(X.dim(), std::ldexp(1.0, exponent));
  Replay replay{method.text(), seed, K, std::move(recorder.scenes), in_units(std::move(attempt.model), units)};
  report_short_runs(replay, pipeline.resolved(X.dim(), K, X.observations()), X.observations());
  return replay;
}

std::vector<Replay> replay_each_start(const DataView& data, std::size_t K, const Pipeline& pipeline, std::uint64_t seed,
                                      int threads) {
  std::vector<Replay> replays;
  for (const Pipeline& start : starts_of(pipeline.resolved(data.columns(), K, observations_of(data)))) {
    replays.push_back(replay(data, K, start, seed, threads));
  }
  return replays;
}

}  // namespace mixseed
