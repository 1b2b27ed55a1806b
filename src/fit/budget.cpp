#include "fit/budget.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "base/portable.h"
#include "base/text.h"
#include "fit/short_runs.h"
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

struct Unit {
  std::string_view name;
  double seconds;  // 0: passes
};
constexpr Unit kUnits[] = {{"passes", 0}, {"pass", 0}, {"p", 0}, {"s", 1}, {"min", 60}, {"h", 3600}};

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
      ++(perturb ? spent_.kicks : spent_.starts);
      if (!task_.failures.back()) record_end();
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
    const std::size_t number = task_.add_attempts(1);
    run_attempt(task_, number, [&] {
      task_.attempts[number] = perturb ? from_perturbation() : from_start();
      task_.attempts[number].restart.perturbed = perturb;
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
          run_short(restarts_.rows().with_team(team_), pipeline, task_.components, rng, report_step, enough());
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
    const Datasets datasets = restarts_.plain_datasets(team_);
    const Seeded seeded{perturb(datasets.em, task_.attempts[*best_].model, rng), {}, 0};
    return refine_seed(datasets, seeded, search_and_em(task_.pipeline), {}, rng, report(), enough());
  }

  const Restart& best() const { return task_.attempts[*best_].restart; }

  // Only the best attempt keeps models. Counts the different optima of starts, and the starts that ended at the best.
  void record_end() {
    const Restart& last = task_.attempts.back().restart;
    if (!last.perturbed && tracker_.reason().empty()) ends_.push_back(last.penalised_log_likelihood);
    best_ = best_of(task_);
    for (std::size_t r = 0; r < task_.attempts.size(); ++r) {
      if (r == *best_) continue;
      task_.attempts[r].model = task_.attempts[r].initial = {};
      if (!restarts_.options().traces) task_.attempts[r].trace.clear();
    }
    std::sort(ends_.begin(), ends_.end());
    spent_.optima = spent_.found = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      spent_.optima += i == 0 || ends_[i] - ends_[i - 1] > kSameOptimum;
      spent_.found += std::abs(ends_[i] - best().penalised_log_likelihood) <= kSameOptimum;
    }
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
    progress.best = best_ ? best().final_log_likelihood : std::nan("");
    progress.found = spent_.found;
    restarts_.report_progress(progress);
  }

  Restarts& restarts_;
  Task& task_;
  BudgetTracker tracker_;
  CountingTeam team_;
  std::optional<std::size_t> best_;
  double passes_[2] = {0, 0};  // of starts, and of perturbations
  std::vector<double> ends_;   // of starts that were not cut short, ascending
  BudgetUse spent_;
  double share_ = 0;
};

}  // namespace

Budget Budget::parse(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = read_double(text.data(), end, number);
  std::string_view word(rest, static_cast<std::size_t>(end - rest));
  if (word.starts_with(' ')) word.remove_prefix(1);
  const auto* unit = std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.name == word; });
  if (error != std::errc() || !(number > 0) || !std::isfinite(number) || unit == std::end(kUnits)) {
    throw Error(ErrorCode::usage,
                filled("budget: expected a number above 0 and its unit, as in '10s', '2min', '1h' or '500 passes', got "
                       "'{}'",
                       text));
  }
  Budget budget;
  (unit->seconds > 0 ? budget.seconds : budget.passes) = unit->seconds > 0 ? number * unit->seconds : number;
  return budget;
}

BudgetTracker::BudgetTracker(const Budget& budget, std::size_t rows, std::function<bool()> enough)
    : budget_(budget), rows_(rows), enough_(std::move(enough)) {}

bool BudgetTracker::is_over() {
  if (!reason_.empty() || counted_ == checked_at_) return !reason_.empty();
  checked_at_ = counted_;
  over_at_ = passes();
  if (passes() >= budget_.passes) {
    reason_ = "passes";
  } else if (seconds() >= budget_.seconds) {
    reason_ = "seconds";
  } else if (enough_ && enough_()) {
    reason_ = "asked";
  }
  return !reason_.empty();
}

double BudgetTracker::share() const {
  return std::min(1.0, std::max(passes() / budget_.passes, seconds() / budget_.seconds));
}

double BudgetTracker::seconds_left() const {
  const double by_passes = seconds() * (budget_.passes / passes() - 1);
  return std::max(
      0.0, std::isnan(by_passes) ? budget_.seconds - seconds() : std::min(by_passes, budget_.seconds - seconds()));
}

bool is_found_often(std::size_t starts, std::size_t optima, std::size_t found) {
  const auto s = static_cast<double>(starts), w = static_cast<double>(optima);
  return found >= kEnoughFound && w * (w + 1) <= kUnlikely * s * (s - 1);
}

BudgetUse spend(const Budget& budget, Restarts& restarts, Task& task) {
  return BudgetedRun(budget, restarts, task).run();
}

}  // namespace mixseed
