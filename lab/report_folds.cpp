// What rows that were not fitted say of methods.
#include <algorithm>

#include "lab/format.h"
#include "lab/report.h"

namespace mixseed::lab {
namespace {

using report::Fact, report::For, report::Note, report::Section, report::Sheet;

Sheet methods_sheet(const FoldComparison& comparison) {
  Sheet sheet = report::sheet_of(comparison.standings);
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
    const FoldStanding& standing = comparison.standings[i];
    const auto with_error = [&](const char* name, double error) {
      sheet.rows[i][sheet.index_of(name)].shown += "\u00b1" + report::fixed_text(error, 4);
    };
    with_error("test", standing.test_error);
    with_error("behind", standing.behind_error);
    if (standing.failed > 0) {
      sheet.notes.push_back(formatted("{}: {} failed", standing.label, report::counted(standing.failed, "run")));
    }
  }
  return sheet;
}

}  // namespace

report::Section folds_report(const FoldComparison& comparison) {
  Section report{.key = "compare"};
  const std::vector<FoldStanding>& standings = comparison.standings;
  report.add(Fact{"data", "", comparison.data, For::programs});
  report.add(Fact{"components", "", comparison.components, For::programs});
  report.add(Fact{"folds", "", comparison.folds, For::programs});
  report.add(Fact{"recommended", "", standings.front().label, For::programs});
  report.add(methods_sheet(comparison));
  report.add(Note{formatted("{} is the best on rows that were not fitted.",
                            named(standings.front().label, standings.front().pipeline))});
  std::vector<std::string> as_good;
  for (const FoldStanding& s : standings) {
    if (&s != &standings.front() && s.behind <= 2 * s.behind_error) as_good.push_back(s.label);
  }
  if (!as_good.empty()) {
    report.add(Note{formatted("Not told apart from it, within two standard errors: {}.", joined(as_good, ", "))});
  }
  return report;
}

}  // namespace mixseed::lab
