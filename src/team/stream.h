// A team whose rows are read for every question, all of them here.
#pragma once

#include <utility>
#include <vector>

#include "mixseed/error.h"
#include "team/taking_turns.h"
#include "team/worker_rows.h"

namespace mixseed {

class StreamTeam : public TakingTurns {
 public:
  // See StreamWorkerRows.
  StreamTeam(Source& source, Pool& pool, std::size_t memory) : TakingTurns(pool), share_(source, 0, pool, memory) {}

  Answer ask(const Request& request) override {
    std::vector<Subtree> subtrees = share_.answer(request);
    if (subtrees.empty()) throw Error(ErrorCode::input, "there are no rows");
    return whole(std::move(subtrees));
  }

 private:
  StreamWorkerRows share_;
};

}  // namespace mixseed
