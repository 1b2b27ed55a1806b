// The candidates of a selection: numbers of components, covariance families, or both.
#include <algorithm>

#include "lab/format.h"
#include "mixseed/family.h"
#include "report.h"

namespace mixseed::cli {
namespace {

using report::Align, report::Audience, report::Cell, report::Fact, report::fixed, report::fixed_text, report::Row,
    report::Section, report::Sheet;

constexpr std::size_t kNamed = 3;  // of the best

constexpr std::string_view kTitles[] = {"BIC", "AIC", "ICL"};

double value_in(const FitResult& result, std::size_t index) {
  return value_of(result.selection.fits[index].criteria, result.criterion);
}
bool is_sound(const Fit& fit) { return fit.best_restart().collapsed == 0; }

std::string words_of(const Fit& fit) { return formatted("{} with {}", family_name(fit.model), fit.model.size()); }

// One row per candidate, for programs.
Sheet candidates_sheet(const FitResult& result, bool for_people) {
  const Audience audience = for_people ? Audience::all : Audience::programs;
  Sheet sheet{
      .key = "candidates", .title = "Numbers of components (smaller criteria are better)", .audience = audience};
  sheet.columns = {{"components", "components"},
                   {"covariance", "", Audience::programs},
                   {"log_likelihood", "log-likelihood"},
                   {"parameters", "parameters"},
                   {"bic", "BIC"},
                   {"aic", "AIC"},
                   {"icl", "ICL"},
                   {"collapsed", "collapsed"},
                   {"", "", Audience::people, Align::left}};
  for (std::size_t index = 0; index < result.selection.fits.size(); ++index) {
    const Fit& fit = result.selection.fits[index];
    const bool is_chosen = index == result.selection.best;
    sheet.rows.push_back({fit.model.size(), family_name(fit.model),
                          fixed(fit.best_restart().final_log_likelihood, kLikelihoodPlaces), fit.criteria.parameters,
                          fixed(fit.criteria.bic, kCriterionPlaces), fixed(fit.criteria.aic, kCriterionPlaces),
                          fixed(fit.criteria.icl, kCriterionPlaces), fit.best_restart().collapsed,
                          is_chosen ? formatted("<- chosen by {}", name_of(result.criterion)) : ""});
  }
  return sheet;
}

// The best candidates in order, without those that have collapsed components.
std::string best_named(const FitResult& result) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < result.selection.fits.size(); ++i) {
    if (is_sound(result.selection.fits[i]) || i == result.selection.best) order.push_back(i);
  }
  const auto rank = [&](std::size_t index) { return rank_of(result.selection.fits[index], result.criterion); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks_above(rank(a), rank(b)); });
  order.resize(std::min(order.size(), kNamed));
  std::string text;
  for (const std::size_t index : order) {
    text += formatted("{}{} ({})", text.empty() ? "" : ", ", words_of(result.selection.fits[index]),
                      fixed_text(value_in(result, index), kCriterionPlaces));
  }
  return "Best: " + text;
}

// One row per family and one column per number of components. Fits come in the order of the families.
Sheet grid_sheet(const FitResult& result) {
  const auto& fits = result.selection.fits;
  const std::string_view criterion = kTitles[static_cast<std::size_t>(result.criterion)];
  Sheet sheet{.key = "grid",
              .title = formatted("{} by covariance and number of components (smaller is better)", criterion),
              .audience = Audience::people};
  sheet.columns = {{"", "", Audience::people, Align::left}};
  bool any_collapsed = false;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const std::string_view family = family_name(fits[i].model);
    if (i == 0 || family != family_name(fits[i - 1].model)) sheet.rows.push_back({family});
    if (sheet.rows.size() == 1) sheet.columns.push_back({"", std::to_string(fits[i].model.size()), Audience::people});
    const char* mark = i == result.selection.best ? "*" : (is_sound(fits[i]) ? " " : "c");
    any_collapsed |= !is_sound(fits[i]);
    sheet.rows.back().push_back(Cell(value_in(result, i)).as(fixed_text(value_in(result, i), kCriterionPlaces) + mark));
  }
  sheet.notes = {best_named(result), "* chosen"};
  if (any_collapsed) sheet.notes.back() += "; c: collapsed components, chosen only if every fit has some";
  return sheet;
}

}  // namespace

Section selection_section(const FitResult& result) {
  const auto& fits = result.selection.fits;
  const bool has_families = std::any_of(fits.begin(), fits.end(), [&](const Fit& fit) {
    return family_name(fit.model) != family_name(fits.front().model);
  });
  Section section{.key = "selection"};
  section.add(Fact{"criterion", "", name_of(result.criterion), Audience::programs});
  section.add(candidates_sheet(result, !has_families));
  if (has_families) section.add(grid_sheet(result));
  return section;
}

}  // namespace mixseed::cli
