// A team that logs its answers, so that an interrupted fit can resume: repeated with the logged answers, a fit reaches
// the same state to the last bit.
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

  // Answers from the log as long as it has answers. Throws Error(input) when they belong to another fit or other rows.
  Answer ask(const Request& request) override;
  Pool& pool() const override { return asked_.pool(); }
  // Questions to samples are not logged: they are cheap to ask again.
  std::unique_ptr<Team> local_team(const DataView& rows) const override { return asked_.local_team(rows); }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }
  void add_passed_rows(std::size_t rows) const override { asked_.add_passed_rows(rows); }

 private:
  void check(const Request& request, const Answer& written);

  Team& asked_;
  AnswerLog& log_;
  std::optional<std::string> next_answer_;  // in the log
  bool has_begun_ = false;
  std::size_t columns_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace mixseed
