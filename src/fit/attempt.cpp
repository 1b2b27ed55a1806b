#include "fit/attempt.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/stages.h"
#include "fit/stopwatch.h"
#include "mixseed/error.h"
#include "mixseed/optimum.h"
#include "model/floor.h"
#include "model/layout.h"
#include "model/noise.h"
#include "model/scaling.h"
#include "refine/refiners.h"

namespace mixseed {
namespace {

// Streams of random numbers: the seeder's first, then one per refiner, so that no stage moves another's numbers.
constexpr std::uint64_t kSeederStream = 0, kFirstRefinerStream = 1;

std::vector<Seeded> seed_once(const Dataset& X, const Stage& stage, const Seeder& seeder,
                              std::span<const std::size_t> ks, const Rng& restart, const SeedReport& report) {
  const Stopwatch watch;
  Repairs repairs;
  Rng rng = restart.split(kSeederStream);
  Seeding seeding{X, ks.back(), stage.parameters, rng, repairs, report};
  std::vector<Seeded> seeds;
  if (seeder.sequence) {
    auto steps = seeder.sequence(seeding);
    for (const std::size_t k : ks) {
      Seeded& seeded = seeds.emplace_back();
      seeded.state = std::move(steps[k - 1].state);
      seeded.repairs = steps[k - 1].repairs;
    }
  } else {
    const Centers all = std::get<Centers>(seeder.seed(seeding));
    for (const std::size_t k : ks) {
      const auto end = all.points.begin() + static_cast<std::ptrdiff_t>(k * all.dim);
      Seeded& seeded = seeds.emplace_back();
      seeded.state = Centers{all.dim, {all.points.begin(), end}};
      seeded.repairs = repairs;
    }
  }
  for (Seeded& seeded : seeds) seeded.seconds = watch.seconds();
  return seeds;
}

Seeded seed_alone(const Dataset& X, const Stage& stage, const Seeder& seeder, std::size_t K, const Rng& restart,
                  const SeedReport& report) {
  const Stopwatch watch;
  Seeded seeded;
  Rng rng = restart.split(kSeederStream);
  Seeding seeding{X, K, stage.parameters, rng, seeded.repairs, report};
  seeded.state = seeder.seed(seeding);
  seeded.seconds = watch.seconds();
  return seeded;
}

// Mixed columns may leave a direction whose width is lost in rounding, also of components without weight.
void raise_all(const Dataset& X, double share, Mixture& theta) {
  const Floor floor(X.summary(), share);
  const std::size_t length = layout_of(theta.covariance).numbers(theta.dim);
  for (std::size_t at = 0; at < theta.covariances.size(); at += length) {
    floor.raise(theta.covariance, theta.covariances.data() + at);
  }
}

// The start of em, in its coordinates. Means become a mixture in the coordinates where they were found, unless em's
// covariances cannot express the result.
State leave_dataset(const Datasets& datasets, State state, const Stage& em, Journal& journal) {
  if (datasets.units.empty()) return state;
  const EstimationOptions options = refiner_of(em).estimation(em.parameters);
  const Layout::Shape shape = layout_of(options.family->covariance).shape;
  const bool holds = shape == Layout::Shape::matrix || (shape == Layout::Shape::diagonal && !datasets.units.mixes());
  if (const auto* centers = std::get_if<Centers>(&state); centers && holds) {
    Repairs repairs;
    state = mixture_from_centers(datasets.start, *centers, options, repairs);
    journal.add_repairs(repairs);
  }
  state = std::visit([&](auto model) -> State { return in_units(std::move(model), datasets.units); }, std::move(state));
  auto* theta = std::get_if<Mixture>(&state);
  if (theta && datasets.units.mixes() && options.rules == Rules::standard)
    raise_all(datasets.em, options.floor, *theta);
  return state;
}

// The start of em with its known parameters replaced. Means alone become a mixture first.
State with_known(const InitialParameters& known, Refining& in, State state, const Stage& em) {
  if (known.empty()) return state;
  const EstimationOptions options = refiner_of(em).estimation(em.parameters);
  Mixture theta = as_mixture(in, std::move(state), options);
  if (!known.weights.empty()) theta.weights = known.weights;
  if (const std::optional<Noise> box = theta.noise) theta = with_noise(std::move(theta), *box, options.noise);
  if (!known.means.empty()) theta.means = known.means;
  if (!known.covariances.empty()) {
    const Layout layout = layout_of(options.family->covariance);
    theta.covariance = layout.storage ? widest(layout.shape) : options.family->covariance;
    theta.covariances = known.covariances;
    theta.family.clear();  // they need not obey the family's constraints
  }
  check(theta);
  return theta;
}

std::size_t without_weight(const Mixture& theta) {
  return static_cast<std::size_t>(std::count(theta.weights.begin(), theta.weights.end(), 0.0));
}

}  // namespace

Datasets::Datasets(const Dataset& X, Scaling scaling) : start(X), em(X) {
  if (scaling == Scaling::plain) return;
  const AffineMap seen = scaling == Scaling::whitened ? whitening(X.summary()) : standardising(X.summary());
  start = X.mapped(seen);
  units = inverse(seen);
}

Datasets Datasets::with_team(Team& team) const {
  Datasets copy = *this;
  copy.start = start.with_team(team);
  copy.em = em.with_team(team);
  return copy;
}

State Datasets::enter(const State& state) const {
  if (units.empty()) return state;
  return std::visit([&](const auto& model) -> State { return in_units(model, inverse(units)); }, state);
}

bool ranks_above(const Restart& a, const Restart& b) {
  return ranks_above(Rank{a.collapsed == 0, a.penalised_log_likelihood},
                     Rank{b.collapsed == 0, b.penalised_log_likelihood});
}

std::vector<Seeded> seed_each(const Dataset& X, const Stage& stage, std::span<const std::size_t> ks, const Rng& restart,
                              const SeedReport& report) {
  const Seeder& seeder = seeder_of(stage);
  if (ks.size() > 1 && (seeder.sequence || seeder.prefix)) return seed_once(X, stage, seeder, ks, restart, report);
  std::vector<Seeded> seeds;
  for (const std::size_t k : ks) seeds.push_back(seed_alone(X, stage, seeder, k, restart, report));
  return seeds;
}

Attempt refine_seed(const Datasets& datasets, const Seeded& seeded, const Pipeline& pipeline,
                    const InitialParameters& known, const Rng& restart, const Journal::Report& report,
                    const Journal::Enough& enough) {
  Journal journal(report, enough);
  journal.add_repairs(seeded.repairs);
  State state = seeded.state;
  Attempt attempt;
  Seconds& seconds = attempt.restart.seconds;
  const Stage& em = pipeline.refiners.back();
  const EstimationOptions ending = refiner_of(em).estimation(em.parameters);
  for (std::size_t i = 0; i < pipeline.refiners.size(); ++i) {
    const Stopwatch watch;
    const Stage& stage = pipeline.refiners[i];
    const bool last = i + 1 == pipeline.refiners.size();
    if (last) state = leave_dataset(datasets, std::move(state), stage, journal);
    Rng rng = restart.split(kFirstRefinerStream + i);
    Refining refining{last ? datasets.em : datasets.start, stage.parameters, rng, journal, ending};
    if (last) state = with_known(known, refining, std::move(state), stage);
    state = refiner_of(stage).refine(refining, std::move(state));
    (last ? seconds.em : seconds.refine) += watch.seconds();
  }
  seconds.seed = seeded.seconds;
  seconds.total = seconds.seed + seconds.refine + seconds.em;
  journal.em.copy_to(attempt.restart);
  attempt.initial = std::move(journal.em.initial);
  attempt.model = std::get<Mixture>(std::move(state));
  attempt.restart.repairs = journal.repairs();
  // Stages may lose components unreported, or start without them: count those that the model has lost.
  std::size_t& emptied = attempt.restart.repairs.emptied;
  emptied = std::max(emptied, without_weight(attempt.model));
  attempt.trace = journal.trace();
  attempt.log_likelihood = journal.em.loop.total;
  attempt.certainty = journal.em.loop.certainty;
  return attempt;
}

Trace thinned(const Trace& trace, std::size_t most) {
  const std::size_t step = (trace.size() + most - 1) / most;
  Trace kept;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const bool first = i == 0 || trace[i - 1].stage != trace[i].stage;
    const bool last = i + 1 == trace.size() || trace[i + 1].stage != trace[i].stage;
    if (first || last || i % step == 0) kept.push_back(trace[i]);
  }
  return kept;
}

void check_finite(const Attempt& attempt) {
  if (std::isfinite(attempt.restart.final_log_likelihood)) return;
  throw Error(ErrorCode::failed,
              "em has ended without a finite likelihood: scale data and weights to ordinary numbers");
}

}  // namespace mixseed
