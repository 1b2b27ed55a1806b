// Rows that are not one array in memory: larger than it, in several files, or with others who are asked by bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/fit.h"
#include "mixseed/source.h"

namespace mixseed {

// Whoever has the rows. A fit through a team has the bits of a fit of the same rows in memory.
class Team;

// Rows in memory. 0 threads: as many as the machine has.
std::shared_ptr<Team> team_of(const DataView& rows, int threads = 0);
// Rows that are read again for every pass, a few megabytes ahead. What a pass leaves behind for every row, so that the
// next one is faster, takes up to `memory` bytes, or is done without. The source must outlive the team.
std::shared_ptr<Team> team_of(Source& rows, int threads = 0, std::size_t memory = std::size_t{1} << 30);

// Puts a question to all workers, and returns their answers in any order. It may ask a worker again, or another one
// with the same rows: an answer depends on the question and the rows alone.
using Ask = std::function<std::vector<std::string>(const std::string& question)>;
// `threads` are the asker's own, for what it does with samples of the rows.
std::shared_ptr<Team> team_of(Ask ask, int threads = 0);

// Rows are shared out in windows of so many.
inline constexpr std::size_t kRowsOfWindow = 16384;

// Consecutive rows of the whole data, as a worker has them. The first one has a number (from 0) that kRowsOfWindow
// divides, and so has the row after the last, unless it is the end of the data.
class Worker {
 public:
  Worker(const DataView& rows, std::size_t first_row, int threads = 1);
  Worker(Source& rows, std::size_t first_row, int threads = 1, std::size_t memory = std::size_t{1} << 30);
  ~Worker();
  Worker(Worker&&) noexcept;

  // Throws Error(input) for bytes that are no question of this version of mixseed.
  std::string answer(std::string_view question);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// As their namesakes for rows in memory; the team's threads take the place of options.threads. Restarts take turns.
Fit fit(Team& team, std::size_t components, const Pipeline& pipeline, const FitOptions& options = {});
Fit fit(Team& team, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options = {});
Selection select(Team& team, std::size_t least, std::size_t most, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options = {});
Selection select(Team& team, std::span<const std::size_t> components, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options = {});
Selection select(Team& team, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options = {});

}  // namespace mixseed
