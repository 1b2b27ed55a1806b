// Workers that are asked by bytes: the letters that go to and fro, and a team that sends them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "mixseed/team.h"
#include "team/taking_turns.h"
#include "team/worker_rows.h"

namespace mixseed {

// A letter: mark, version and digest in front of the content.
Bytes sealed(std::string_view content);

// Answered by this share. Throws Error(input) for bytes that are no question of this version, or one that does not fit
// the rows.
Bytes answer_letter(std::string_view question, WorkerRows& worker_rows);

class RemoteTeam : public TakingTurns {
 public:
  RemoteTeam(Ask ask, Pool& pool) : TakingTurns(pool), ask_(std::move(ask)) {}
  Answer ask(const Request& request) override;

 private:
  // Adds the subtrees of a letter that answers this question.
  void take(const Request& request, std::uint64_t question, const Bytes& letter, std::vector<Subtree>& all);

  Ask ask_;
  std::size_t columns_ = 0;            // of the last inventory, the first question of every fit
  std::optional<std::uint64_t> rows_;  // of the first answer
};

}  // namespace mixseed
