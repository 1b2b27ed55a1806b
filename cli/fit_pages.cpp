#include "fit_pages.h"

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/replay.h"
#include "report/fit_page.h"
#include "report/page.h"
#include "report/replay_page.h"
#include "report/rows.h"

namespace mixseed::cli {

std::vector<Option> page_options(PageArguments& arguments) {
  return {
      {.names = "--report",
       .value = &arguments.report,
       .type = "FILE",
       .help = "Where to write a page with the pictures of the fit (HTML, opens without a network)",
       .file = FileUse::written},
      {.names = "--replay",
       .value = &arguments.replay,
       .type = "FILE",
       .help = "Where to write a page that replays the first start step by step (HTML); for auto, each kind of start",
       .file = FileUse::written},
      {.names = "--replay-with",
       .value = &arguments.replay_with,
       .type = "TEXT",
       .help = "A second method for the replay, for comparison",
       .completion = Completion::methods}};
}

std::vector<Pipeline> check_pages(const PageArguments& arguments, const Pipeline& method) {
  if (!arguments.replay_with.empty() && arguments.replay.empty())
    throw Error(ErrorCode::usage, "--replay-with needs --replay");
  for (const std::string* path : {&arguments.report, &arguments.replay}) {
    if (*path == "-") throw Error(ErrorCode::usage, "--report and --replay want a file name, got '-'");
  }
  std::vector<Pipeline> methods{method};
  if (!arguments.replay_with.empty()) methods.push_back(Pipeline::parse(arguments.replay_with));
  for (const Pipeline& one : methods) {
    if (!arguments.replay.empty() && !one.seeder)
      throw Error(ErrorCode::usage, formatted("--replay shows how a seeder works, and '{}' has none", one.text()));
  }
  return methods;
}

std::vector<NamedText> pages_of(const PageArguments& arguments, const FitResult& result,
                                const std::vector<Pipeline>& methods, const Data& data, const FitOptions& options) {
  std::vector<NamedText> pages;
  if (!arguments.report.empty()) {
    const std::vector<Fit>* candidates = result.has_candidates ? &result.selection.fits : nullptr;
    pages.push_back({arguments.report, report::page(report::fit_payload(
                                           {report::file_name(result.source), data.names, result.fit(), data.view,
                                            candidates, name_of(result.criterion), options.threads}))});
  }
  if (arguments.replay.empty()) return pages;
  std::vector<Replay> replays;
  for (const Pipeline& method : methods) {
    const std::size_t components = result.fit().model.size();
    for (Replay& one : replay_each_start(data.view, components, method, options.seed, options.threads)) {
      replays.push_back(std::move(one));
    }
  }
  pages.push_back({arguments.replay, report::page(report::replay_payload(report::file_name(result.source), data.names,
                                                                         data.view, replays))});
  return pages;
}

}  // namespace mixseed::cli
