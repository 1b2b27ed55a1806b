// The report of `lab compare --folds`.
#include <algorithm>

#include "lab/format.h"
#include "lab/report.h"

namespace mixseed::lab {
namespace {

using report::Audience, report::Fact, report::Note, report::Section, report::Sheet;

Sheet methods_sheet(const FoldComparison& comparison) {
  Sheet sheet = report::sheet_of(comparison.summaries);
  sheet.key = "methods";
  sheet.title = formatted("{}, K = {}, {} folds, {}; log-likelihood per row that was not fitted", comparison.data,
                          comparison.components, comparison.folds, report::counted(comparison.seeds, "seed"));
  sheet.columns.front().align = report::Align::left;
  sheet.show("method", "method");
  for (const char* name : {"test", "behind"}) sheet.show(name, name, 4);
  sheet.show("train", "fitted rows", 4);
  sheet.show("degenerate", "collapsed", 2);
  sheet.show("seconds", "seconds", 4);
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const FoldSummary& summary = comparison.summaries[i];
    const auto with_error = [&](const char* name, double error) {
      sheet.rows[i][sheet.index_of(name)].shown += "\u00b1" + report::fixed_text(error, 4);
    };
    with_error("test", summary.test_error);
    with_error("behind", summary.behind_error);
    if (summary.failed > 0) {
      sheet.notes.push_back(formatted("{}: {} failed", summary.label, report::counted(summary.failed, "run")));
    }
  }
  return sheet;
}

}  // namespace

report::Section folds_report(const FoldComparison& comparison) {
  Section report{.key = "compare"};
  const std::vector<FoldSummary>& summaries = comparison.summaries;
  report.add(Fact{"data", "", comparison.data, Audience::programs});
  report.add(Fact{"components", "", comparison.components, Audience::programs});
  report.add(Fact{"folds", "", comparison.folds, Audience::programs});
  report.add(Fact{"recommended", "", summaries.front().label, Audience::programs});
  report.add(methods_sheet(comparison));
  report.add(Note{formatted("{} is the best on rows that were not fitted.",
                            named(summaries.front().label, summaries.front().pipeline))});
  std::vector<std::string> as_good;
  for (const FoldSummary& s : summaries) {
    if (&s != &summaries.front() && s.behind <= 2 * s.behind_error) as_good.push_back(s.label);
  }
  if (!as_good.empty()) {
    report.add(Note{formatted("As good, within two standard errors: {}.", joined(as_good, ", "))});
  }
  return report;
}

}  // namespace mixseed::lab
