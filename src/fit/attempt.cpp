#include "fit/attempt.h"

#include <chrono>

#include "fit/methods.h"

namespace mixseed {
namespace {

// Streams of random numbers: the seeder's first, then one per refiner, so that no stage moves another's numbers.
constexpr std::uint64_t kSeederStream = 0, kFirstRefinerStream = 1;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

std::vector<Seeded> seed_once(const Points& X, const Stage& stage, const Seeder& seeder, std::size_t least,
                              std::size_t most, const Rng& restart) {
  const Stopwatch watch;
  Repairs repairs;
  Rng rng = restart.split(kSeederStream);
  Seeding seeding{X, most, stage.parameters, rng, repairs};
  std::vector<Seeded> seeds;
  if (seeder.sequence) {
    auto states = seeder.sequence(seeding);
    for (std::size_t k = least; k <= most; ++k) seeds.push_back({std::move(states[k - 1]), repairs, 0});
  } else {
    const Centers all = std::get<Centers>(seeder.seed(seeding));
    for (std::size_t k = least; k <= most; ++k) {
      const auto end = all.points.begin() + static_cast<std::ptrdiff_t>(k * all.dim);
      seeds.push_back({Centers{all.dim, {all.points.begin(), end}}, repairs, 0});
    }
  }
  for (Seeded& seeded : seeds) seeded.seconds = watch.seconds();
  return seeds;
}

Seeded seed_alone(const Points& X, const Stage& stage, const Seeder& seeder, std::size_t K, const Rng& restart) {
  const Stopwatch watch;
  Seeded seeded;
  Rng rng = restart.split(kSeederStream);
  Seeding seeding{X, K, stage.parameters, rng, seeded.repairs};
  seeded.state = seeder.seed(seeding);
  seeded.seconds = watch.seconds();
  return seeded;
}

}  // namespace

std::vector<Seeded> seed_range(const Points& X, const Stage& stage, std::size_t least, std::size_t most,
                               const Rng& restart) {
  const Seeder& seeder = seeder_of(stage);
  if (least < most && (seeder.sequence || seeder.prefix)) return seed_once(X, stage, seeder, least, most, restart);
  std::vector<Seeded> seeds;
  for (std::size_t k = least; k <= most; ++k) seeds.push_back(seed_alone(X, stage, seeder, k, restart));
  return seeds;
}

Attempt refine_seed(const Points& X, const Seeded& seeded, const Pipeline& pipeline, const Rng& restart,
                    const Journal::Report& report) {
  Journal journal(report);
  journal.repaired(seeded.repairs);
  State state = seeded.state;
  Attempt attempt;
  Seconds& seconds = attempt.story.seconds;
  for (std::size_t i = 0; i < pipeline.refiners.size(); ++i) {
    const Stopwatch watch;
    Rng rng = restart.split(kFirstRefinerStream + i);
    Refining refining{X, pipeline.refiners[i].parameters, rng, journal};
    state = refiner_of(pipeline.refiners[i]).refine(refining, std::move(state));
    const bool last = i + 1 == pipeline.refiners.size();
    (last ? seconds.em : seconds.refine) += watch.seconds();
  }
  seconds.seed = seeded.seconds;
  seconds.total = seconds.seed + seconds.refine + seconds.em;
  attempt.story.initial_log_likelihood = journal.outcome.initial_objective;
  attempt.story.final_log_likelihood = journal.outcome.final_objective;
  attempt.story.rounds = journal.outcome.rounds;
  attempt.story.converged = journal.outcome.converged;
  attempt.story.repairs = journal.repairs();
  attempt.initial = std::move(journal.outcome.initial);
  attempt.model = std::get<Mixture>(std::move(state));
  attempt.trace = journal.trace();
  return attempt;
}

}  // namespace mixseed
