// Workers that are asked by bytes: the letters that go to and fro, and a team that sends them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "mixseed/team.h"
#include "team/share.h"
#include "team/taking_turns.h"

namespace mixseed {

// Answered by this share. Throws Error(input) for bytes that are no question of this version.
Bytes answer_letter(std::string_view question, Share& share);

class RemoteTeam : public TakingTurns {
 public:
  RemoteTeam(Ask ask, Pool& pool) : TakingTurns(pool), ask_(std::move(ask)) {}
  Answer ask(const Request& request) override;

 private:
  Ask ask_;
  std::optional<std::uint64_t> rows_;  // of the first answer
};

}  // namespace mixseed
