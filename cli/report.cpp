#include "report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/format.h"
#include "mixseed/advice.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "mixseed/version.h"
#include "report/people.h"
#include "report/rows.h"

namespace mixseed::cli {
namespace {

using report::Align, report::Audience, report::Cell, report::counted, report::Fact, report::fixed, report::fixed_text,
    report::Missing, report::Row, report::Section, report::Sheet;

constexpr std::size_t kShownAttempts = 20;

std::string likelihood_text(double value) { return fixed_text(value, kLikelihoodPlaces); }
std::string criterion_text(double value) { return fixed_text(value, kCriterionPlaces); }
std::string seconds_text(double value) { return fixed_text(value, kSecondsPlaces); }

std::string repairs_text(const Repairs& repairs) {
  std::string text;
  for_each_field<Repairs>([&](const auto& field) {
    const std::size_t count = repairs.*(field.member);
    if (count > 0) text += formatted("{}{} {}", text.empty() ? "" : ", ", count, field.name);
  });
  return text;
}

std::string share_text(const Fit& fit) {
  const auto failed = static_cast<std::size_t>(
      std::count_if(fit.restarts.begin(), fit.restarts.end(), [](const Restart& one) { return !one.error.empty(); }));
  const std::size_t ended = fit.restarts.size() - failed;
  const auto at_best = static_cast<std::size_t>(std::lround(fit.share_at_best * static_cast<double>(ended)));
  std::string text = formatted("{} of {} reached the best optimum", at_best, counted(ended, "restart"));
  if (failed > 0) text += formatted(", {} failed", failed);
  const bool is_sound = at_best > 0 && fit.best_restart().collapsed == 0;  // otherwise restarts do not help
  if (is_sound && at_best == 1 && ended > 1) text += ": it was found only once, so more restarts may find a better one";
  return text;
}

Sheet restarts_sheet(const Fit& fit) {
  Sheet sheet = report::sheet_of(fit.restarts);
  sheet.key = "restarts";
  sheet.title = fit.spent ? "Starts and kicks (mean log-likelihood per row)" : "Restarts (mean log-likelihood per row)";
  if (!fit.spent) sheet.notes = {share_text(fit)};
  if (fit.spent) sheet.shown_rows = kShownAttempts;
  if (fit.spent && fit.restarts.size() > kShownAttempts) {
    sheet.notes = {formatted("and {} in --json", counted(fit.restarts.size() - kShownAttempts, "more attempt"))};
  }
  sheet.audience = fit.restarts.size() > 1 ? Audience::all : Audience::programs;
  sheet.show("restart", "restart");
  sheet.show("initial.log_likelihood", "start", kLikelihoodPlaces);
  sheet.show("final.log_likelihood", "end", kLikelihoodPlaces);
  for (const char* name : {"rounds", "converged", "collapsed"}) sheet.show(name, name);
  if (fit.spent) sheet.show("kicked", "kicked");
  sheet.show("repairs.total", "repairs");
  sheet.show("seconds.total", "seconds", kSecondsPlaces);
  const std::size_t number = sheet.index_of("restart"), error_text = sheet.index_of("error");
  std::vector<Cell> remarks;
  for (std::size_t i = 0; i < fit.restarts.size(); ++i) {
    const std::string& error = fit.restarts[i].error;
    Row& row = sheet.rows[i];
    if (error.empty()) {
      row[error_text] = Missing();
      remarks.emplace_back(i == fit.best ? "best" : "");
      continue;
    }
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (j != number) row[j].shown = "-";
    }
    for (const char* key : {"initial.log_likelihood", "final.log_likelihood", "final.penalised"}) {
      row[sheet.index_of(key)] = Missing();
    }
    remarks.emplace_back("failed: " + error);
  }
  sheet.add_column({"", "", Audience::people, Align::left}, std::move(remarks));
  return sheet;
}

void add_numbers(Section& report, const Fit& fit, const std::vector<std::string>& names) {
  const Restart& best = fit.best_restart();
  for (Fact fact :
       {Fact{"version", "", kVersion}, Fact{"rows", "", fit.rows}, Fact{"columns", "", fit.columns},
        Fact{"components", "", fit.model.size()}, Fact{"covariance", "", family_name(fit.model)},
        Fact{"method", "", fit.method}, Fact{"seed", "", fit.seed},
        Fact{"initial.log_likelihood", "", best.initial_log_likelihood},
        Fact{"final.log_likelihood", "", best.final_log_likelihood},
        Fact{"final.penalised", "", best.penalised_log_likelihood}, Fact{"rounds", "", best.rounds},
        Fact{"converged", "", best.converged}, Fact{"collapsed", "", best.collapsed}, Fact{"bic", "", fit.criteria.bic},
        Fact{"aic", "", fit.criteria.aic}, Fact{"icl", "", fit.criteria.icl}}) {
    fact.audience = Audience::programs;
    report.add(std::move(fact));
  }
  Cell::List steps, told;
  for (const double step : fit.resolution) steps.emplace_back(step);
  for (std::string& one : data_advice(fit, names)) told.emplace_back(std::move(one));
  report.add(Fact{"resolution", "", std::move(steps), Audience::programs});
  report.add(Fact{"advice", "", std::move(told), Audience::programs});
  report.add(
      Fact{"effective_rows", "", report::effective_rows(fit.model, fit.criteria.observations), Audience::programs});
  if (fit.model.noise) report.add(Fact{"noise.weight", "", fit.model.noise->weight, Audience::programs});
  add_facts(report, best.repairs, "repairs.");
  if (fit.spent) add_facts(report, *fit.spent, "budget.");
}

// The use of a budget, and the reason for its end.
std::string spent_text(const BudgetUse& spent) {
  const std::string made =
      formatted("{} passes in {} s: {}, {}", report::brief_text(spent.passes, 5), seconds_text(spent.seconds),
                counted(spent.starts, "start"), counted(spent.kicks, "kick"));
  if (spent.ended == "found") return made + "; over early, because the best was found often enough";
  if (spent.ended == "asked") return made + "; stopped by Ctrl-C";
  return made + formatted("; over by its {}", spent.ended);
}
std::string found_text(const BudgetUse& spent) {
  if (spent.optima == 0) return "no start came to its end";
  return formatted("{} ended at the best; starts ended at {}", counted(spent.found, "start"),
                   spent.optima == 1 ? "one optimum" : formatted("{} optima", spent.optima));
}

bool is_automatic(std::string_view method) {
  const std::string_view seeder = method.substr(0, method.find('/'));
  return seeder == "auto" || seeder == "quick";
}

// The given method and its resolved text: one line for each start, or two if it is long.
std::vector<std::string> method_lines(const FitResult& result) {
  const std::string& method = result.fit().method;
  const std::string all = is_automatic(result.asked) ? formatted("{} ({})", result.asked, method) : method;
  constexpr std::string_view kNextStart = "/or/";
  constexpr std::size_t kLongest = 90;
  std::vector<std::string> lines;
  for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
    to = std::min(all.find(kNextStart, from + 1), all.size());
    const std::size_t stage = all.rfind('/', from + kLongest);
    if (to - from > kLongest && stage > from) to = stage;
    lines.push_back(all.substr(from, to - from));
  }
  return lines;
}

// Each step with its number of columns: "1 (3 columns), 0.1 (1 column)".
std::string steps_text(const Fit& fit) {
  std::vector<std::pair<double, std::size_t>> steps;
  for (const double step : fit.resolution) {
    if (step == 0) continue;
    const auto known = std::find_if(steps.begin(), steps.end(), [&](const auto& one) { return one.first == step; });
    if (known == steps.end()) {
      steps.emplace_back(step, 1);
    } else {
      ++known->second;
    }
  }
  constexpr std::size_t kMostSteps = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(steps.size(), kMostSteps); ++i) {
    text += formatted("{}{} ({})", i == 0 ? "" : ", ", report::brief_text(steps[i].first, 6),
                      counted(steps[i].second, "column"));
  }
  return steps.size() > kMostSteps ? text + ", ..." : text;
}

void add_words(Section& report, const FitResult& result) {
  const Fit& fit = result.fit();
  const Restart& best = fit.best_restart();
  const Seconds work = result.work();
  const auto say = [&](std::string title, std::string words) {
    report.add(Fact{"", std::move(title), std::move(words), Audience::people});
  };
  say("data", formatted("{}, {}", counted(fit.rows, "row"), counted(fit.columns, "column")));
  std::string title = "method";
  for (std::string& line : method_lines(result)) say(std::exchange(title, " "), std::move(line));
  say("seed", formatted("{}", fit.seed));
  say("components", formatted("{} ({} covariance)", fit.model.size(), family_name(fit.model)));
  const std::string steps = steps_text(fit);
  if (!steps.empty()) say("resolution", steps);
  if (fit.model.noise) say("noise", formatted("{} of the rows", report::brief_text(fit.model.noise->weight, 4)));
  say("log-likelihood", formatted("{} -> {} (mean per row)", likelihood_text(best.initial_log_likelihood),
                                  likelihood_text(best.final_log_likelihood)));
  if (best.penalised_log_likelihood != best.final_log_likelihood) {
    say("with its prior", formatted("{} (mean per row)", likelihood_text(best.penalised_log_likelihood)));
  }
  say("em", formatted("{}, {}", counted(static_cast<std::size_t>(best.rounds), "round"),
                      best.converged ? "converged" : "not converged"));
  say("criteria", formatted("BIC {}  AIC {}  ICL {} (smaller is better)", criterion_text(fit.criteria.bic),
                            criterion_text(fit.criteria.aic), criterion_text(fit.criteria.icl)));
  if (fit.spent) say("budget", spent_text(*fit.spent));
  if (fit.spent) say("found", found_text(*fit.spent));
  if (best.repairs.total() > 0) say("repairs", repairs_text(best.repairs));
  for (const std::string& told : collapse_advice(fit)) say("collapsed", told);
  for (const std::string& told : data_advice(fit, result.names)) say("note", told);
  say("seconds", formatted("{} elapsed (read {}, seed {}, refine {}, em {})", seconds_text(result.total_seconds),
                           seconds_text(result.read_seconds), seconds_text(work.seed), seconds_text(work.refine),
                           seconds_text(work.em)));
  if (!result.output.empty()) say("model", result.output);
}

}  // namespace

Seconds FitResult::work() const {
  Seconds sum;
  for (const Fit& one : selection.fits) {
    for (const Restart& restart : one.restarts) sum += restart.seconds;
  }
  return sum;
}

report::Section fit_report(const FitResult& result) {
  const Fit& fit = result.fit();
  Section report{.key = "fit", .title = result.source};
  add_numbers(report, fit, result.names);
  add_words(report, result);
  if (result.has_candidates) report.add(selection_section(result));
  report.add(restarts_sheet(fit));
  report.add(Fact{"share_at_best", "", fit.share_at_best, Audience::programs});
  report.add(Fact{"best_restart", "", fit.best, Audience::programs});
  Seconds seconds = result.work();
  seconds.total = result.total_seconds;
  report.add(Fact{"seconds.read", "", result.read_seconds, Audience::programs});
  add_facts(report, seconds, "seconds.");
  report.add(Fact{"team.kind", "", result.team, Audience::programs});
  if (result.ranks > 1) report.add(Fact{"team.ranks", "", result.ranks, Audience::programs});
  report.add(components_sheet(result));
  if (result.has_model) report.add(model_section(result));
  return report;
}

report::Section score_report(const ScoreResult& result) {
  const Criteria& criteria = result.criteria;
  Section report{.key = "score", .side_by_side = true};
  report.add(Fact{"version", "", kVersion, Audience::programs});
  report.add(Fact{"rows", "", result.rows, Audience::programs});
  report.add(Fact{"columns", "", result.columns, Audience::programs});
  report.add(Fact{"components", "", result.components, Audience::programs});
  report.add(Fact{"log_likelihood", "log-likelihood",
                  fixed(criteria.log_likelihood / criteria.observations, kLikelihoodPlaces)});
  report.add(Fact{"total_log_likelihood", "total", fixed(criteria.log_likelihood, kLikelihoodPlaces)});
  report.add(Fact{"observations", "n", criteria.observations});
  report.add(Fact{"parameters", "parameters", criteria.parameters});
  report.add(Fact{"bic", "BIC", fixed(criteria.bic, kCriterionPlaces)});
  report.add(Fact{"aic", "AIC", fixed(criteria.aic, kCriterionPlaces)});
  report.add(Fact{"icl", "ICL", fixed(criteria.icl, kCriterionPlaces)});
  report.notes = {"(log-likelihood is the mean per row; smaller BIC, AIC and ICL are better)"};
  return report;
}

report::Sheet trace_sheet(const Trace& trace) {
  Sheet sheet = report::sheet_of(trace);
  const std::string_view prefix = "repairs.";
  sheet.drop("repairs.total");
  for (report::Column& column : sheet.columns) {
    if (column.key.starts_with(prefix)) column.key.erase(0, prefix.size());
  }
  return sheet;
}

const report::Format& chosen_format(bool json, const std::string& format) {
  if (json && !format.empty() && format != "json") {
    throw Error(ErrorCode::usage, formatted("--json and --format {} exclude each other", format));
  }
  return report::format_named(json ? "json" : format.empty() ? "text" : format);
}

}  // namespace mixseed::cli
