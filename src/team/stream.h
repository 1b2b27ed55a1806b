// A team whose rows are read from a source for every question, in this process.
#pragma once

#include <utility>
#include <vector>

#include "mixseed/error.h"
#include "team/serial_team.h"
#include "team/worker_rows.h"

namespace mixseed {

class StreamTeam : public SerialTeam {
 public:
  // The arguments are those of StreamWorkerRows.
  StreamTeam(Source& source, Pool& pool, std::size_t memory) : SerialTeam(pool), rows_(source, 0, pool, memory) {}

  Answer ask(const Request& request) override {
    std::vector<Subtree> subtrees = rows_.answer(request);
    if (subtrees.empty()) throw Error(ErrorCode::input, "there are no rows");
    return answer_of(std::move(subtrees));
  }

 private:
  StreamWorkerRows rows_;
};

}  // namespace mixseed
