// Teams answer questions about rows; a Dataset gives methods access to rows through a team.
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

// A question, and the affine map of the columns to apply to the rows first.
struct Request {
  std::shared_ptr<const AffineMap> units;  // null: none
  Question question;
};

// Holders of rows: the threads of this process, or workers behind a transport. The answer depends only on the request
// and the rows.
class Team {
 public:
  virtual ~Team() = default;
  virtual Answer ask(const Request& request) = 0;
  // The threads of the asking process.
  virtual Pool& pool() const = 0;
  // A team of these threads, for rows in the memory of the process.
  virtual std::unique_ptr<Team> local_team(const DataView& rows) const = 0;
  // A second team for the same rows with its own threads, for concurrent questions; null if only one may ask at a time.
  virtual std::unique_ptr<Team> twin(Pool& pool) const = 0;
  // Counts rows that the asking process passed over without a question (FloatRows).
  virtual void add_passed_rows(std::size_t) const {}
};

// The rows of a team under an affine map of the columns. Methods access the data only through this class. Copies are
// cheap and share cached results.
class Dataset {
 public:
  // Inspects the rows. Throws Error(input) if they are not usable. The team must outlive this object.
  explicit Dataset(Team& team);
  // The same rows through another team.
  Dataset with_team(Team& team) const;
  // The same rows under a further map.
  Dataset mapped(const AffineMap& units) const;
  // The same rows with these recording steps, one per column of this dataset; 0 means continuous.
  Dataset recorded_in(const std::vector<double>& steps) const;
  // For a subset of the rows of another dataset, in the same units: takes over its recording steps.
  Dataset recorded_as(const Dataset& all) const;

  std::size_t size() const { return inspection_->rows; }
  std::size_t dim() const { return inspection_->low.size(); }
  double observations() const { return inspection_->observations; }
  bool weighted() const { return inspection_->weighted; }
  const Inspection& inspection() const { return *inspection_; }  // before the map
  // Computed on first use, by two questions.
  const DataSummary& summary() const;
  // Throws Error(input) if the rows are no longer usable, as when a mapped file has changed.
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
