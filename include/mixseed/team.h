// Rows that are not one array in memory: larger than memory, in several files, or held by other processes.
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

// The holders of the rows. A fit through a team gives the bits of a fit of the same rows in memory.
class Team;

// Rows in memory. threads = 0: one per hardware thread.
std::shared_ptr<Team> team_of(const DataView& rows, int threads = 0);
// Rows that are read for every pass, a few megabytes ahead. Up to `memory` bytes cache per-row results between passes;
// less memory costs time, not precision. The source must outlive the team.
std::shared_ptr<Team> team_of(Source& rows, int threads = 0, std::size_t memory = std::size_t{1} << 30);

// Sends a question to all workers, and returns their answers in any order. It may repeat a question, or send it to
// another worker with the same rows: an answer depends on the question and the rows alone.
using Ask = std::function<std::vector<std::string>(const std::string& question)>;
// `threads` are used in this process, for samples of the rows.
std::shared_ptr<Team> team_of(Ask ask, int threads = 0);

// The number of columns of the team's rows. Cost: one pass over the rows. Throws Error(input) for rows that cannot be
// used, as a fit does.
std::size_t columns_of(Team& team);

// The rows of workers are cut at multiples of this number.
inline constexpr std::size_t kRowsOfWindow = 16384;

// Holds consecutive rows of the whole data. The number of the first row (from 0) is a multiple of kRowsOfWindow, and so
// is the number of its rows, except at the end of the data.
class Worker {
 public:
  Worker(const DataView& rows, std::size_t first_row, int threads = 1);
  Worker(Source& rows, std::size_t first_row, int threads = 1, std::size_t memory = std::size_t{1} << 30);
  ~Worker();
  Worker(Worker&&) noexcept;

  // Throws Error(input) for bytes that are not a question of this version of mixseed.
  std::string answer(std::string_view question);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// As the functions of the same names for rows in memory, with the team's threads instead of options.threads and one
// restart at a time. Throws Error(usage) for FitOptions::missing = marginal.
Fit fit(Team& team, std::size_t components, const Pipeline& pipeline, const FitOptions& options = {});
Fit fit(Team& team, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options = {});
Selection select(Team& team, std::size_t least, std::size_t most, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options = {});
Selection select(Team& team, std::span<const std::size_t> components, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options = {});
Selection select(Team& team, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options = {});

}  // namespace mixseed
