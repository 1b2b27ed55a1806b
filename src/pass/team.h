// Who is asked, and the rows as a method sees them.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/pool.h"
#include "mixseed/data.h"
#include "model/data_summary.h"
#include "pass/questions.h"
#include "rows/view_rows.h"

namespace mixseed {

// What is sent: the question, and in which units of the columns the rows are to be seen.
struct Request {
  std::shared_ptr<const AffineMap> units;  // null: as they are
  Question question;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.units, self.question);
  }
};

// Somebody who has rows: the threads of this process, or others behind a transport. The answer depends on the request
// and the rows alone.
class Team {
 public:
  virtual ~Team() = default;
  virtual Answer ask(const Request& request) = 0;
  // The asker's own threads.
  virtual Pool& pool() const = 0;
  // A team of the asker's own threads, for rows that the asker holds.
  virtual std::unique_ptr<Team> here(const DataView& rows) const = 0;
  // Another way to the same rows, on threads of its own, for somebody who asks at the same time; null when askers have
  // to take turns.
  virtual std::unique_ptr<Team> twin(Pool& pool) const = 0;
  // The asker passed over this many rows of its own memory without a question (FloatRows).
  virtual void add_passed_rows(std::size_t) const {}
};

// The rows in certain units, seen through a team: all that a method knows of the data. Copies are cheap and share what
// was found out.
class Dataset {
 public:
  // Asks what rows there are. Throws Error(input) when they cannot be used. The team must outlive this object.
  explicit Dataset(Team& team);
  // The same rows, asked of another team.
  Dataset through(Team& team) const;
  // The same rows, seen in units of these.
  Dataset in(const AffineMap& units) const;
  // The same rows, recorded in these steps, one per column as they are seen here; 0 means continuous.
  Dataset recorded_in(const std::vector<double>& steps) const;
  // Some of the rows of another frame, as it sees them: recorded in its steps.
  Dataset recorded_as(const Dataset& all) const;

  std::size_t size() const { return inspection_->rows; }
  std::size_t dim() const { return inspection_->low.size(); }
  double observations() const { return inspection_->observations; }
  bool weighted() const { return inspection_->weighted; }
  const Inspection& inspection() const { return *inspection_; }  // in the rows' own units
  // Found out on first use, by two questions.
  const DataSummary& summary() const;
  // Throws Error(input) if rows that could be used before cannot be used now, as when a mapped file has changed.
  void check_again() const;
  Team& team() const { return *team_; }

  template <typename Kind>
  typename Kind::Answer ask(Kind question) const {
    return std::get<typename Kind::Answer>(team_->ask({units_, std::move(question)}));
  }

 private:
  struct LazySummary;
  Team* team_;
  std::shared_ptr<const AffineMap> units_;
  std::shared_ptr<const Inspection> inspection_;
  std::shared_ptr<const std::vector<double>> rounding_root_;  // see DataSummary; null for continuous columns
  std::shared_ptr<LazySummary> lazy_;
};

}  // namespace mixseed
