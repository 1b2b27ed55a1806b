// Teams that must give equal answers to equal questions.
#pragma once

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/rng.h"
#include "team/local.h"

namespace mixseed::testing {

// A team that can drop all caches of earlier answers.
class ForgettingTeam : public Team {
 public:
  ForgettingTeam(const DataView& view, Pool& pool, std::size_t offset = 0)
      : view_(view), pool_(pool), offset_(offset), team_(std::make_unique<LocalTeam>(view, pool, offset)) {}
  void forget() { team_ = std::make_unique<LocalTeam>(view_, pool_, offset_); }
  Answer ask(const Request& request) override { return team_->ask(request); }
  Pool& pool() const override { return pool_; }
  std::unique_ptr<Team> local_team(const DataView& rows) const override { return team_->local_team(rows); }
  std::unique_ptr<Team> twin(Pool& pool) const override { return team_->twin(pool); }

 private:
  DataView view_;
  Pool& pool_;
  std::size_t offset_;
  std::unique_ptr<LocalTeam> team_;
};

// Drops its caches before half of the questions, at random.
class ForgetfulTeam : public ForgettingTeam {
 public:
  using ForgettingTeam::ForgettingTeam;
  Answer ask(const Request& request) override {
    if (rng_.below(2) == 0) forget();
    return ForgettingTeam::ask(request);
  }

 private:
  Rng rng_{5};
};

// Several workers with a part of the rows each, asked through bytes, in random order, and sometimes twice.
class PartsTeam : public Team {
 public:
  PartsTeam(const DataView& view, Pool& pool, std::size_t windows_of_part) : pool_(pool) {
    const std::size_t most = windows_of_part * kWindow;
    for (std::size_t first = 0; first < view.rows(); first += most) {
      parts_.push_back(
          std::make_unique<ForgetfulTeam>(view.slice(first, std::min(most, view.rows() - first)), pool, first));
    }
  }

  Answer ask(const Request& request) override {
    const Bytes sent = encoded(request);
    std::vector<Bytes> received(parts_.size());
    std::vector<std::size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[rng_.below(left)]);
    if (rng_.below(3) == 0) order.push_back(order.front());
    for (const std::size_t part : order) received[part] = encoded(parts_[part]->ask(decoded<Request>(sent)));
    Pool alone(1);
    return reduce(
        alone, received.size(), [] { return Answer(); },
        [&](std::size_t part, Answer& answer) { answer = decoded<Answer>(received[part]); },
        [](Answer& left, Answer&& right) { merge(left, std::move(right)); });
  }
  Pool& pool() const override { return pool_; }
  std::unique_ptr<Team> local_team(const DataView& rows) const override {
    return std::make_unique<LocalTeam>(rows, pool_);
  }
  std::unique_ptr<Team> twin(Pool&) const override { return nullptr; }

 private:
  Pool& pool_;
  std::vector<std::unique_ptr<ForgetfulTeam>> parts_;
  Rng rng_{6};
};

}  // namespace mixseed::testing
