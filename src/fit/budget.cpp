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
constexpr double kManyComponents = 8;                 // from here on perturbations get as many passes as starts
constexpr std::size_t kEnoughFound = 3;               // starts that ended at the best optimum
constexpr double kUnlikely = 0.1;                     // probability of a new optimum

class BudgetedRun {
 public:
  BudgetedRun(const Budget& budget, Restarts& restarts, Task& task)
      : restarts_(restarts),
        task_(task),
        tracker_(budget, restarts.rows().size(), restarts.options().enough),
        team_(restarts.rows().team(), restarts.rows().size(), [this](std::size_t rows) { tracker_.count(rows); }) {}

  BudgetUse run() {
    while (!is_done()) {
      const bool perturb = best_ && passes_[true] < perturbation_ratio() * passes_[false];
      const double before = tracker_.passes();
      add_attempt(perturb);
      passes_[perturb] += tracker_.passes() - before;
      const bool failed = task_.failures.back() != nullptr;
      if (!failed) keep_better(task_.attempts.size() - 1, perturb);
      ++(perturb ? spent_.kicks : spent_.starts);
      count_optima();
    }
    spent_.passes = tracker_.spent();
    spent_.seconds = tracker_.seconds();
    spent_.ended = tracker_.reason().empty() ? "found" : tracker_.reason();
    return spent_;
  }

 private:
  bool is_done() {
    if (task_.attempts.empty()) return false;
    if (tracker_.is_over()) return true;
    if (!best_) return task_.attempts.size() >= kEnoughFound;  // all have failed
    if (task_.components == 1) return true;                    // one component has one optimum
    return is_found_often(ends_.size(), spent_.optima, spent_.found);
  }

  // Passes of perturbations per pass of starts: with few components, starts find more.
  double perturbation_ratio() const {
    return task_.components == 1 ? 0 : std::min(1.0, static_cast<double>(task_.components) / kManyComponents);
  }

  void add_attempt(bool perturb) {
    const std::size_t number = task_.attempts.size();
    task_.attempts.emplace_back();
    task_.failures.emplace_back();
    run_attempt(task_, number, [&] {
      task_.attempts[number] = perturb ? from_perturbation() : from_start();
      task_.attempts[number].story.perturbed = perturb;
      check_finite(task_.attempts[number]);
    });
  }

  Attempt from_start() {
    const Rng rng = restarts_.stream(spent_.starts);
    const Datasets datasets = restarts_.datasets(task_, team_);
    const Pipeline& pipeline = task_.pipeline;
    if (pipeline.short_runs) {
      const auto report_step = [&](int done) {
        report_progress("rehearse", done, pipeline.short_runs->parameters.integer("tries"));
      };
      const Seeded seeded =
          run_short(restarts_.rows().through(team_), pipeline, task_.components, rng, report_step, enough());
      return refine_after_short_runs(datasets, seeded, pipeline, restarts_.known(), rng, report(), enough());
    }
    const auto report_step = [&](std::size_t k) {
      report_progress(pipeline.seeder->method->name, static_cast<int>(k), static_cast<int>(task_.components));
    };
    const auto seeds = seed_each(datasets.start, *pipeline.seeder, {&task_.components, 1}, rng, report_step);
    return refine_seed(datasets, seeds.front(), pipeline, restarts_.known(), rng, report(), enough());
  }

  Attempt from_perturbation() {
    Rng rng = restarts_.stream(kPerturbStream + spent_.kicks);
    Seeded seeded;
    const Datasets datasets = restarts_.plain_datasets(team_);
    seeded.state = perturb(datasets.em, task_.attempts[*best_].model, rng);
    return refine_seed(datasets, seeded, search_and_em(task_.pipeline), {}, rng, report(), enough());
  }

  // Keeps the better one of this attempt and the best; clears models and trace of the other.
  void keep_better(std::size_t number, bool perturb) {
    if (!perturb && tracker_.reason().empty()) ends_.push_back(task_.attempts[number].story);
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

  // Counts the different optima of starts, and the starts that ended at the best one.
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

  Journal::Enough enough() {
    return [this] { return tracker_.is_over(); };
  }
  Journal::Report report() {
    return [this](std::string_view stage, int round, int rounds, double objective) {
      report_progress(stage, round, rounds, objective);
    };
  }

  void report_progress(std::string_view stage, int round, int rounds, double objective = std::nan("")) {
    Progress progress{task_.components, static_cast<int>(task_.attempts.size()) - 1, 0, stage, round, rounds};
    progress.objective = objective;
    progress.share = share_ = std::max(share_, tracker_.share());
    progress.seconds_left = tracker_.seconds_left();
    progress.ended = task_.attempts.size() - 1;
    progress.runs = task_.attempts.size();
    progress.passes = tracker_.passes();
    progress.best = best_ ? task_.attempts[*best_].story.final_log_likelihood : std::nan("");
    progress.found = spent_.found;
    restarts_.report_progress(progress);
  }

  Restarts& restarts_;
  Task& task_;
  BudgetTracker tracker_;
  CountingTeam team_;
  std::optional<std::size_t> best_;
  double passes_[2] = {0, 0};  // of starts, and of perturbations
  std::vector<Restart> ends_;  // of starts that were not cut short
  BudgetUse spent_;
  double share_ = 0;
};

}  // namespace

bool is_found_often(std::size_t starts, std::size_t optima, std::size_t found) {
  const auto s = static_cast<double>(starts), w = static_cast<double>(optima);
  return found >= kEnoughFound && w * (w + 1) <= kUnlikely * s * (s - 1);
}

BudgetUse spend(const Budget& budget, Restarts& restarts, Task& task) {
  return BudgetedRun(budget, restarts, task).run();
}

}  // namespace mixseed
