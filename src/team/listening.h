// A team that passes every question and its answer to a listener.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "pass/team.h"

namespace mixseed {

class ListeningTeam : public Team {
 public:
  // Called after every answer, also for the teams that this one makes for samples.
  using Listener = std::function<void(const Request&, const Answer&)>;

  // The team must outlive this object.
  ListeningTeam(Team& asked, Listener listener) : asked_(&asked), listener_(std::move(listener)) {}

  Answer ask(const Request& request) override {
    Answer answer = asked_->ask(request);
    listener_(request, answer);
    return answer;
  }
  Pool& pool() const override { return asked_->pool(); }
  std::unique_ptr<Team> local_team(const DataView& rows) const override {
    return std::unique_ptr<Team>(new ListeningTeam(asked_->local_team(rows), listener_));
  }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }
  void add_passed_rows(std::size_t rows) const override { asked_->add_passed_rows(rows); }

 private:
  ListeningTeam(std::unique_ptr<Team> own, Listener listener)
      : own_(std::move(own)), asked_(own_.get()), listener_(std::move(listener)) {}

  std::unique_ptr<Team> own_;
  Team* asked_;
  Listener listener_;
};

}  // namespace mixseed
