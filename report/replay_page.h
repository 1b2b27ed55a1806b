// The page of one replay, or of two side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mixseed/replay.h"
#include "report/report.h"

namespace mixseed::report {

// All replays use these rows.
Section replay_payload(const std::string& source, const std::vector<std::string>& names, const DataView& rows,
                       std::span<const Replay> replays);

}  // namespace mixseed::report
