#include "fit/progress_estimator.h"

#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

// Assumed shares of the work.
constexpr double kSeeding = 0.2, kSearching = 0.8;
constexpr double kRunningShort = 0.5;  // of the refining
// The most that an unfinished run counts, as a share of a run, however many rounds it takes.
constexpr double kMostOfARun = 0.9;

}  // namespace

ProgressEstimator::ProgressEstimator(std::span<const std::size_t> components, std::size_t restarts, bool searches)
    : share_of_seeding_(searches ? kSearching : kSeeding), seeding_(restarts, 0.0) {
  refines(components);
}

void ProgressEstimator::seeded(std::size_t r, std::size_t first, std::size_t last, double share) {
  const double now = (work_[first] + share * (work_[last + 1] - work_[first])) / work_.back();
  if (!(now > seeding_[r])) return;
  seeded_ += now - seeding_[r];
  seeding_[r] = now;
}

void ProgressEstimator::refines(std::span<const std::size_t> components) {
  work_ = {0.0};
  for (const std::size_t k : components) work_.push_back(work_.back() + static_cast<double>(k));
}

void ProgressEstimator::refining(double now) {
  seeded_ = static_cast<double>(seeding_.size());
  refining_since_ = now;
}

void ProgressEstimator::em_round(std::size_t index, std::size_t r, int round, int rounds) {
  under_way_[{index, r}] = {round, rounds};
}

void ProgressEstimator::ended(std::size_t index, std::size_t r) {
  const auto run = under_way_.find({index, r});
  if (run != under_way_.end()) {
    rounds_of_ended_ += run->second.done;
    under_way_.erase(run);
  }
  ended_work_ += work_[index + 1] - work_[index];
  ++ended_;
}

// Work of all runs since seeding ended.
double ProgressEstimator::refined() const {
  const double usual = ended_ > 0 ? rounds_of_ended_ / static_cast<double>(ended_) : 0;
  double done = ended_work_;
  for (const auto& [run, rounds] : under_way_) {
    const double expected = std::max(1.0, usual > 0 ? usual : static_cast<double>(rounds.most));
    done += std::min(kMostOfARun, rounds.done / expected) * (work_[run.first + 1] - work_[run.first]);
  }
  return done;
}

Progress ProgressEstimator::estimated(Progress progress, double now) {
  const auto restarts = static_cast<double>(seeding_.size());
  const double all = work_.back() * restarts, done = refined();
  const double on_all_rows = short_run_ > 0 ? 1 - kRunningShort : 1;
  const double refining = (1 - on_all_rows) * short_run_ + on_all_rows * done / all;
  share_ = std::max(share_, share_of_seeding_ * seeded_ / restarts + (1 - share_of_seeding_) * refining);
  progress.share = std::min(1.0, share_);
  progress.seconds_left = done > 0 ? (now - refining_since_) * (all - done) / done : std::nan("");
  progress.ended = ended_;
  progress.runs = seeding_.size() * (work_.size() - 1);
  return progress;
}

}  // namespace mixseed
