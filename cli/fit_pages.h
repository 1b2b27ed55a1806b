// The pages that a fit can be looked at with: --report and --replay.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "mixseed/data.h"
#include "mixseed/fit.h"
#include "report.h"

namespace mixseed::cli {

struct PageArguments {
  std::string report, replay, replay_with;
  bool nothing() const { return report.empty() && replay.empty(); }
};

std::vector<Option> page_options(PageArguments& arguments);

// What a replay shows besides the fit's own method: that of --replay-with, parsed. Throws Error(usage) for options that
// do not go together and Error(output) for places that cannot be written.
std::vector<Pipeline> check_pages(const PageArguments& arguments, const Pipeline& method);

// A file to be, and what will be in it.
struct NamedText {
  std::string path, text;
};

// The pages that were asked for.
std::vector<NamedText> pages_of(const PageArguments& arguments, const FitResult& result,
                                const std::vector<Pipeline>& methods, const Data& data, const FitOptions& options);

}  // namespace mixseed::cli
