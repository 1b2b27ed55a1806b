// Workers in other processes: the messages in both directions, and a team that sends them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "mixseed/team.h"
#include "team/serial_team.h"
#include "team/worker_rows.h"

namespace mixseed {

// A message: mark, version and digest in front of the content.
Bytes with_header(std::string_view content);

// The answer of these rows to a question. Throws Error(input) if the bytes are not a question of this version, or the
// question does not fit the rows.
Bytes answer_message(std::string_view question, WorkerRows& worker_rows);

class RemoteTeam : public SerialTeam {
 public:
  RemoteTeam(Ask ask, Pool& pool) : SerialTeam(pool), ask_(std::move(ask)) {}
  Answer ask(const Request& request) override;

 private:
  // Adds the subtrees of a message to `all`. Throws Error(failed) unless it answers this question.
  void take(const Request& request, std::uint64_t question, const Bytes& message, std::vector<Subtree>& all);

  Ask ask_;
  std::size_t columns_ = 0;            // from the last Inspection, the first answer of every fit
  std::optional<std::uint64_t> rows_;  // from the first answer
};

}  // namespace mixseed
