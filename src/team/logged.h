// A team whose answers are written down, so that a fit that was cut short goes on where it was: everything else that a
// fit does follows from the answers, to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mixseed/checkpoint.h"
#include "pass/team.h"

namespace mixseed {

class LoggedTeam : public Team {
 public:
  // Both must outlive this object.
  LoggedTeam(Team& asked, AnswerLog& log) : asked_(asked), log_(log) {}

  // From the log as long as it has answers. Throws Error(input) when they are those of another fit or other rows.
  Answer ask(const Request& request) override;
  Pool& pool() const override { return asked_.pool(); }
  // Samples are cheap to ask again.
  std::unique_ptr<Team> here(const DataView& rows) const override { return asked_.here(rows); }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }
  void looked_at(std::size_t rows) const override { asked_.looked_at(rows); }

 private:
  void check(const Request& request, const Answer& written);

  Team& asked_;
  AnswerLog& log_;
  std::optional<std::string> following_;  // the answer in the log that comes next
  bool began_ = false;
  std::size_t columns_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace mixseed
