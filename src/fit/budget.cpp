#include "fit/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fit/budget_tracker.h"
#include "fit/short_runs.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/optimum.h"
#include "refine/perturb.h"
#include "team/counting.h"

namespace mixseed {
namespace {

constexpr std::uint64_t kPerturbStream = 1ULL << 40;  // beyond those of restarts
constexpr double kManyComponents = 8;                 // from which on kicks get as many passes as starts
constexpr std::size_t kOftenEnough = 3;
constexpr double kUnlikely = 0.1;

// From a kicked model: the search, and the em of the task.
Pipeline after_kick(const Pipeline& pipeline) {
  Pipeline rest;
  const MethodInfo& search = method_named("search");
  rest.refiners = {{&search, Parameters(search)}, pipeline.refiners.back()};
  return rest;
}

class Spending {
 public:
  Spending(const Budget& budget, Restarts& restarts, Task& task)
      : restarts_(restarts),
        task_(task),
        left_(budget, restarts.rows().size(), restarts.options().enough),
        team_(restarts.rows().team(), restarts.rows().size(), [this](std::size_t rows) { left_.count(rows); }) {}

  BudgetUse run() {
    while (!is_done()) {
      const bool perturb = best_ && passes_[true] < share_of_kicks() * passes_[false];
      const double before = left_.passes();
      add_attempt(perturb);
      passes_[perturb] += left_.passes() - before;
      const bool failed = task_.failures.back() != nullptr;
      if (!failed) weigh(task_.attempts.size() - 1, perturb);
      ++(perturb ? spent_.kicks : spent_.starts);
      count_optima();
    }
    spent_.passes = left_.spent();
    spent_.seconds = left_.seconds();
    spent_.ended = left_.reason().empty() ? "found" : left_.reason();
    return spent_;
  }

 private:
  bool is_done() {
    if (task_.attempts.empty()) return false;
    if (left_.is_over()) return true;
    if (!best_) return task_.attempts.size() >= kOftenEnough;  // whatever fails three times
    if (task_.components == 1) return true;                    // one component has one optimum
    return is_found_often(ends_.size(), spent_.optima, spent_.found);
  }

  // Few components have few places to swap; then starts find more.
  double share_of_kicks() const {
    return task_.components == 1 ? 0 : std::min(1.0, static_cast<double>(task_.components) / kManyComponents);
  }

  void add_attempt(bool perturb) {
    const std::size_t number = task_.attempts.size();
    task_.attempts.emplace_back();
    task_.failures.emplace_back();
    run_attempt(task_, number, [&] {
      task_.attempts[number] = perturb ? from_kick() : from_start();
      task_.attempts[number].story.perturbed = perturb;
      check_finite(task_.attempts[number]);
    });
  }

  Attempt from_start() {
    const Rng rng = restarts_.stream(spent_.starts);
    const Datasets datasets = restarts_.datasets(task_, team_);
    const Pipeline& pipeline = task_.pipeline;
    if (pipeline.short_runs) {
      const auto told = [&](int done) { tell("rehearse", done, pipeline.short_runs->parameters.integer("tries")); };
      const Seeded seeded = run_short(restarts_.rows().through(team_), pipeline, task_.components, rng, told, over());
      return refine_after_short_runs(datasets, seeded, pipeline, restarts_.known(), rng, report(), over());
    }
    const auto told = [&](std::size_t k) {
      tell(pipeline.seeder->method->name, static_cast<int>(k), static_cast<int>(task_.components));
    };
    const auto seeds = seed_each(datasets.start, *pipeline.seeder, {&task_.components, 1}, rng, told);
    return refine_seed(datasets, seeds.front(), pipeline, restarts_.known(), rng, report(), over());
  }

  Attempt from_kick() {
    Rng rng = restarts_.stream(kPerturbStream + spent_.kicks);
    Seeded seeded;
    const Datasets datasets = restarts_.plain_datasets(team_);
    seeded.state = perturbed(datasets.em, task_.attempts[*best_].model, rng);
    return refine_seed(datasets, seeded, after_kick(task_.pipeline), {}, rng, report(), over());
  }

  // Keeps the better one of this attempt and the best, and lets go of what the other holds.
  void weigh(std::size_t number, bool perturb) {
    if (!perturb && left_.reason().empty()) ends_.push_back(task_.attempts[number].story);
    std::size_t loser = number;
    if (!best_ || better(task_.attempts[number].story, task_.attempts[*best_].story)) {
      loser = best_.value_or(number);
      best_ = number;
    }
    if (loser == *best_) return;
    Attempt& lost = task_.attempts[loser];
    lost.model = lost.initial = {};
    if (!restarts_.options().traces) lost.trace.clear();
  }

  // Ends of starts that are the same, counted once; and those that are the best.
  void count_optima() {
    if (!best_) return;
    std::vector<double> all;
    for (const Restart& end : ends_) all.push_back(end.penalised_log_likelihood);
    std::sort(all.begin(), all.end());
    spent_.optima = all.empty() ? 0 : 1;
    for (std::size_t i = 1; i < all.size(); ++i) spent_.optima += all[i] - all[i - 1] > kSameOptimum;
    const double best = task_.attempts[*best_].story.penalised_log_likelihood;
    spent_.found = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](double end) { return std::abs(end - best) <= kSameOptimum; }));
  }

  Journal::Enough over() {
    return [this] { return left_.is_over(); };
  }
  Journal::Report report() {
    return [this](std::string_view stage, int round, int rounds, double objective) {
      tell(stage, round, rounds, objective);
    };
  }

  void tell(std::string_view stage, int round, int rounds, double objective = std::nan("")) {
    Progress progress{task_.components, static_cast<int>(task_.attempts.size()) - 1, 0, stage, round, rounds};
    progress.objective = objective;
    progress.share = share_ = std::max(share_, left_.share());
    progress.seconds_left = left_.seconds_left();
    progress.ended = task_.attempts.size() - 1;
    progress.runs = task_.attempts.size();
    progress.passes = left_.passes();
    progress.best = best_ ? task_.attempts[*best_].story.final_log_likelihood : std::nan("");
    progress.found = spent_.found;
    restarts_.tell(progress);
  }

  Restarts& restarts_;
  Task& task_;
  BudgetTracker left_;
  CountingTeam team_;
  std::optional<std::size_t> best_;
  double passes_[2] = {0, 0};  // of starts, and of kicks
  std::vector<Restart> ends_;  // of starts that were not cut short
  BudgetUse spent_;
  double share_ = 0;
};

}  // namespace

bool is_found_often(std::size_t starts, std::size_t optima, std::size_t found) {
  const auto s = static_cast<double>(starts), w = static_cast<double>(optima);
  return found >= kOftenEnough && w * (w + 1) <= kUnlikely * s * (s - 1);
}

BudgetUse spend(const Budget& budget, Restarts& restarts, Task& task) { return Spending(budget, restarts, task).run(); }

}  // namespace mixseed
