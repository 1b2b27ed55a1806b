// The report of `lab compare`.
#include <algorithm>
#include <cmath>

#include "lab/format.h"
#include "lab/report.h"
#include "mixseed/advice.h"

namespace mixseed::lab {
namespace {

using report::Audience, report::Fact, report::Note, report::Section, report::Sheet;

// With fewer seeds, shares of runs and standard errors are too rough for advice.
constexpr std::size_t kFewSeeds = 5;

std::string percent(double share) { return report::fixed_text(100 * share, 0) + " %"; }

Sheet methods_sheet(const Comparison& comparison) {
  Sheet sheet = report::sheet_of(comparison.summaries);
  sheet.key = "methods";
  sheet.title = formatted("{}, K = {}, {}; final log-likelihood per row", comparison.data, comparison.components,
                          report::counted(comparison.seeds, "seed"));
  sheet.columns.front().align = report::Align::left;
  sheet.show("method", "method");
  for (const char* name : {"mean", "sd", "best", "behind"}) sheet.show(name, name, 4);
  sheet.show("share_at_best", "at best");
  sheet.show("degenerate", "collapsed", 2);
  sheet.show("seconds", "seconds", 4);
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const MethodSummary& summary = comparison.summaries[i];
    sheet.rows[i][sheet.index_of("behind")].shown += "\u00b1" + report::fixed_text(summary.behind_error, 4);
    sheet.rows[i][sheet.index_of("share_at_best")].shown = percent(summary.share_at_best);
    if (summary.failed > 0) {
      sheet.notes.push_back(formatted("{}: {} failed", summary.label, report::counted(summary.failed, "run")));
    }
  }
  const auto has_collapsed = [](const MethodSummary& summary) { return summary.share_degenerate > 0; };
  if (std::any_of(comparison.summaries.begin(), comparison.summaries.end(), has_collapsed)) {
    sheet.notes.push_back(
        "runs with collapsed components do not count for the order and for 'behind'; methods that mostly have them "
        "come last");
  }
  return sheet;
}

// Names the method whose runs reach the best optimum most often, if it is not the recommended one.
void add_advice_for_restarts(Section& report, const std::vector<MethodSummary>& summaries, const MethodSummary& use) {
  const auto most = std::max_element(summaries.begin(), summaries.end(),
                                     [](const auto& a, const auto& b) { return a.share_at_best < b.share_at_best; });
  if (most->share_at_best <= use.share_at_best) return;
  if (most->share_at_best == 1) {
    return report.add(Note{formatted("{} reaches it in every run.", named(most->label, most->pipeline))});
  }
  const double restarts = std::max(1.0, std::ceil(std::log(0.05) / std::log(1 - most->share_at_best)));
  report.add(Note{
      formatted("With restarts, {} reaches it most often: {} of its runs, so {} {} it with 95 % probability.",
                named(most->label, most->pipeline), percent(most->share_at_best),
                report::counted(static_cast<std::size_t>(restarts), "restart"), restarts == 1 ? "finds" : "find")});
}

void add_advice(Section& report, const Comparison& comparison) {
  const std::vector<MethodSummary>& summaries = comparison.summaries;
  const MethodSummary& use = summaries.front();
  if (comparison.seeds < kFewSeeds) {
    return report.add(Note{formatted("{} did best, but {} of each method {} too few for advice: try --seeds 30.",
                                     named(use.label, use.pipeline), report::counted(comparison.seeds, "run"),
                                     comparison.seeds == 1 ? "is" : "are")});
  }
  const std::string recommended = named(use.label, use.pipeline);
  report.add(Note{
      use.share_at_best > 0
          ? formatted("Use {}: {} of its runs reach the best optimum found.", recommended, percent(use.share_at_best))
          : formatted("Use {}: its mean is the highest, but none of its runs reaches the best optimum "
                      "found.",
                      recommended)});
  // Restarts give the same collapsed components.
  if (use.share_degenerate > 0.5) {
    return report.add(
        Note{formatted("Every method ends with collapsed components in most runs. {}", collapse_remedies())});
  }
  add_advice_for_restarts(report, summaries, use);
  std::vector<std::string> as_good;
  for (const MethodSummary& s : summaries) {
    const double margin = std::max(2 * s.behind_error, kSameOptimum);
    const bool is_close = s.behind <= margin && s.share_degenerate <= 0.5;
    if (&s != &use && is_close) as_good.push_back(s.label);
  }
  if (!as_good.empty()) {
    report.add(Note{formatted("As good, within two standard errors: {}.", joined(as_good, ", "))});
  }
}

}  // namespace

std::string named(const std::string& label, const std::string& pipeline) {
  return formatted("{} (--method {})", label, pipeline);
}

report::Section compare_report(const Comparison& comparison) {
  Section report{.key = "compare"};
  const std::vector<MethodSummary>& summaries = comparison.summaries;
  report.add(Fact{"data", "", comparison.data, Audience::programs});
  report.add(Fact{"components", "", comparison.components, Audience::programs});
  report.add(Fact{"recommended", "", summaries.front().label, Audience::programs});
  report.add(methods_sheet(comparison));
  add_advice(report, comparison);
  return report;
}

}  // namespace mixseed::lab
