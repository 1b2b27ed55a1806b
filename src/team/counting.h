// A team that reports the number of rows that every question reads.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "pass/team.h"

namespace mixseed {

class CountingTeam : public Team {
 public:
  // Called after every answer with the number of rows, also for the teams that this one makes for samples.
  using Count = std::function<void(std::size_t rows)>;

  // The team must outlive this object.
  CountingTeam(Team& asked, std::size_t rows, Count count) : asked_(&asked), rows_(rows), count_(std::move(count)) {}

  Answer ask(const Request& request) override {
    Answer answer = asked_->ask(request);
    count_(rows_);
    return answer;
  }
  Pool& pool() const override { return asked_->pool(); }
  std::unique_ptr<Team> local_team(const DataView& rows) const override {
    return std::unique_ptr<Team>(new CountingTeam(asked_->local_team(rows), rows.rows(), count_));
  }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }
  void add_passed_rows(std::size_t rows) const override { count_(rows); }

 private:
  CountingTeam(std::unique_ptr<Team> own, std::size_t rows, Count count)
      : own_(std::move(own)), asked_(own_.get()), rows_(rows), count_(std::move(count)) {}

  std::unique_ptr<Team> own_;
  Team* asked_;
  std::size_t rows_;
  Count count_;
};

}  // namespace mixseed
