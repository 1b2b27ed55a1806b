// The threads of this process, for rows in its memory.
#pragma once

#include <memory>

#include "mixseed/data.h"
#include "pass/part.h"
#include "pass/team.h"

namespace mixseed {

class LocalTeam : public Team {
 public:
  // The view's memory and the pool must outlive this object. `offset`: the number of the first row in the whole data.
  // `prepared_models`: see Part.
  LocalTeam(const DataView& view, Pool& pool, std::size_t offset = 0, PreparedModels* prepared_models = nullptr);

  Answer ask(const Request& request) override;
  Pool& pool() const override { return pool_; }
  std::unique_ptr<Team> local_team(const DataView& rows) const override {
    return std::make_unique<LocalTeam>(rows, pool_);
  }
  std::unique_ptr<Team> twin(Pool& pool) const override { return std::make_unique<LocalTeam>(view_, pool, offset_); }

 private:
  std::unique_ptr<ViewRows> rows_in(const AffineMap& units);
  Part& part_in(const std::shared_ptr<const AffineMap>& units);

  DataView view_;
  Pool& pool_;
  std::size_t offset_;
  PreparedModels* prepared_models_;
  // Rows and caches are kept for the units of the last question: a fit changes units once or twice.
  std::shared_ptr<const AffineMap> units_;
  std::vector<double> converted_;  // the rows in these units if they fit into 8 MB, else empty
  std::unique_ptr<ViewRows> rows_;
  std::unique_ptr<Part> part_;
};

}  // namespace mixseed
