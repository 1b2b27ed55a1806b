// A team that one asker at a time can use. Samples are looked at by the asker's own threads.
#pragma once

#include <memory>

#include "team/local.h"

namespace mixseed {

class TakingTurns : public Team {
 public:
  Pool& pool() const override { return pool_; }
  std::unique_ptr<Team> here(const DataView& rows) const override { return std::make_unique<LocalTeam>(rows, pool_); }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }

 protected:
  // The pool must outlive this object.
  explicit TakingTurns(Pool& pool) : pool_(pool) {}

 private:
  Pool& pool_;
};

}  // namespace mixseed
