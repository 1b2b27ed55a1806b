// Base of teams that only one thread may ask at a time. Samples are processed by the threads of this process.
#pragma once

#include <memory>

#include "team/local.h"

namespace mixseed {

class SerialTeam : public Team {
 public:
  Pool& pool() const override { return pool_; }
  std::unique_ptr<Team> local_team(const DataView& rows) const override {
    return std::make_unique<LocalTeam>(rows, pool_);
  }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }

 protected:
  // The pool must outlive this object.
  explicit SerialTeam(Pool& pool) : pool_(pool) {}

 private:
  Pool& pool_;
};

}  // namespace mixseed
