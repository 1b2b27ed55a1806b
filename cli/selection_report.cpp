// The fits of a range of numbers of components.
#include <algorithm>
#include <limits>

#include "lab/format.h"
#include "report.h"

namespace mixseed::cli {
namespace {

using report::Align, report::Cell, report::Fact, report::fixed, report::For, report::Section, report::Sheet;

std::string_view name_of(Criterion criterion) {
  constexpr std::string_view kNames[] = {"bic", "aic", "icl"};
  return kNames[static_cast<std::size_t>(criterion)];
}

// Ends that are no further apart, in nats per row, are the same optimum: em stops before its end.
constexpr double kSameOptimum = 1e-4;

// Numbers of components with a lower likelihood than a smaller number has. More components can only describe the rows
// better, so em ended in a poorer optimum there.
std::vector<std::size_t> poorer_than_fewer(const Selection& selection) {
  std::vector<std::size_t> found;
  double highest = -std::numeric_limits<double>::infinity();
  for (const Fit& fit : selection.fits) {
    const double reached = fit.best_restart().final_log_likelihood;
    if (reached < highest - kSameOptimum) found.push_back(fit.model.size());
    highest = std::max(highest, reached);
  }
  return found;
}

std::string poorer_text(const std::vector<std::size_t>& found) {
  std::vector<std::string> numbers;
  for (const std::size_t components : found) numbers.push_back(formatted("{}", components));
  return formatted(
      "The likelihood with {} components is lower than with fewer: a better fit exists, try more restarts.",
      joined(numbers, ", "));
}

}  // namespace

report::Section selection_report(const FitResult& result) {
  Sheet sheet{.key = "candidates", .title = "Numbers of components (smaller criteria are better)"};
  sheet.columns = {{"components", "components"},
                   {"log_likelihood", "log-likelihood"},
                   {"bic", "BIC"},
                   {"aic", "AIC"},
                   {"icl", "ICL"},
                   {"collapsed", "collapsed"},
                   {"", "", For::people, Align::left}};
  for (std::size_t index = 0; index < result.selection.fits.size(); ++index) {
    const Fit& fit = result.selection.fits[index];
    const bool is_chosen = index == result.selection.best;
    sheet.rows.push_back({fit.model.size(), fixed(fit.best_restart().final_log_likelihood, kLikelihoodPlaces),
                          fixed(fit.criteria.bic, kCriterionPlaces), fixed(fit.criteria.aic, kCriterionPlaces),
                          fixed(fit.criteria.icl, kCriterionPlaces), fit.best_restart().collapsed,
                          is_chosen ? formatted("<- chosen by {}", name_of(result.criterion)) : ""});
  }
  const std::vector<std::size_t> poorer = poorer_than_fewer(result.selection);
  if (!poorer.empty()) sheet.notes.push_back(poorer_text(poorer));
  Section section{.key = "selection"};
  section.add(Fact{"poorer_than_fewer", "", Cell::List(poorer.begin(), poorer.end()), For::programs});
  section.add(Fact{"criterion", "", name_of(result.criterion), For::programs});
  section.add(std::move(sheet));
  return section;
}

}  // namespace mixseed::cli
