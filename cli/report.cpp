#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "table.h"

namespace mixseed::cli {
namespace {

constexpr std::size_t kShownComponents = 30;
constexpr std::size_t kShownColumns = 5;
constexpr std::size_t kNameHead = 8, kNameTail = 8;  // of a name that is too long for its column

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string likelihood_text(double value) {
  return std::fabs(value) < 1e7 ? fmt::format("{:.6f}", value) : fmt::format("{:.9g}", value);
}

std::string criterion_text(double value) {
  return std::fabs(value) < 1e12 ? fmt::format("{:.2f}", value) : fmt::format("{:.9g}", value);
}

std::string repairs_text(const Repairs& repairs) {
  std::string text;
  for (const auto& [name, count] : counts_of(repairs)) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text.empty() ? "none" : text;
}

// As many decimals as show three digits of the deviation, where plain decimals stay short.
std::string cell_text(double mean, double deviation) {
  const bool is_plain = deviation >= 1e-4 && deviation < 1e6 && std::fabs(mean) < 1e12;
  if (!is_plain) return fmt::format("{:.5g} ± {:.3g}", mean, deviation);
  const int places = std::max(0, 2 - static_cast<int>(std::floor(std::log10(deviation))));
  return fmt::format("{:.{}f} ± {:.{}f}", mean, places, deviation, places);
}

// Cut in the middle, because long names often differ at their ends.
std::string shortened(const std::string& name) {
  const std::size_t width = display_width(name);
  if (width <= kNameHead + 1 + kNameTail) return name;
  const std::size_t head = offset_of_character(name, kNameHead), tail = offset_of_character(name, width - kNameTail);
  return name.substr(0, head) + "…" + name.substr(tail);
}

std::string column_name(const std::vector<std::string>& names, std::size_t column) {
  if (column >= names.size() || names[column].empty()) return fmt::format("column {}", column + 1);
  std::string name = names[column];
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return static_cast<unsigned char>(letter) < 0x20; }, ' ');
  return shortened(name);
}

std::vector<std::string> component_row(const Mixture& model, std::size_t k, std::size_t shown) {
  const std::vector<double> covariance = model.covariance_of(k);
  std::vector<std::string> row{fmt::format("{}", k), fmt::format("{:.4f}", model.weights[k])};
  for (std::size_t column = 0; column < shown; ++column) {
    row.push_back(cell_text(model.mean(k)[column], std::sqrt(covariance[column * model.dim + column])));
  }
  return row;
}

std::string components_text(const FitResult& result) {
  const Mixture& model = result.fit().model;
  const std::size_t shown = std::min(model.dim, kShownColumns);
  std::vector<std::string> header{"component", "weight"};
  for (std::size_t column = 0; column < shown; ++column) header.push_back(column_name(result.names, column));
  TextTable table(header);
  for (std::size_t k = 0; k < std::min(model.size(), kShownComponents); ++k) table.add(component_row(model, k, shown));
  std::string text = "Components (mean ± standard deviation)\n" + table.text();
  if (model.dim > shown) text += fmt::format("  and {} in the model (-o)\n", counted(model.dim - shown, "more column"));
  if (model.size() > kShownComponents) {
    text += fmt::format("  and {} in the model (-o)\n", counted(model.size() - kShownComponents, "more component"));
  }
  return text;
}

std::vector<std::string> restart_row(const Restart& restart, bool is_best) {
  if (!restart.error.empty()) {
    return {fmt::format("{}", restart.index), "-", "-", "-", "-", "-", "-", "-", "failed: " + restart.error};
  }
  return {fmt::format("{}", restart.index),
          likelihood_text(restart.initial_log_likelihood),
          likelihood_text(restart.final_log_likelihood),
          fmt::format("{}", restart.rounds),
          restart.converged ? "yes" : "no",
          fmt::format("{}", restart.collapsed),
          fmt::format("{}", restart.repairs.total()),
          fmt::format("{:.3f}", restart.seconds.total),
          is_best ? "best" : ""};
}

std::string share_text(const Fit& fit) {
  const auto failed = static_cast<std::size_t>(
      std::count_if(fit.restarts.begin(), fit.restarts.end(), [](const Restart& one) { return !one.error.empty(); }));
  const std::size_t ended = fit.restarts.size() - failed;
  const auto at_best = static_cast<std::size_t>(std::lround(fit.share_at_best * static_cast<double>(ended)));
  std::string text = fmt::format("  {} of {} reached the best optimum", at_best, counted(ended, "restart"));
  if (failed > 0) text += fmt::format(", {} failed", failed);
  if (at_best == 1 && ended > 1) text += ": it was found only once, so more restarts may find a better one";
  return text + "\n";
}

std::string restarts_text(const Fit& fit) {
  TextTable table({"restart", "start", "end", "rounds", "converged", "collapsed", "repairs", "seconds", ""});
  table.align_left(8);
  for (std::size_t index = 0; index < fit.restarts.size(); ++index) {
    table.add(restart_row(fit.restarts[index], index == fit.best));
  }
  return "Restarts (mean log-likelihood per row)\n" + table.text() + share_text(fit);
}

std::string selection_text(const FitResult& result) {
  TextTable table({"components", "log-likelihood", "BIC", "AIC", "ICL", "collapsed", ""});
  table.align_left(6);
  for (std::size_t index = 0; index < result.selection.fits.size(); ++index) {
    const Fit& fit = result.selection.fits[index];
    const bool is_chosen = index == result.selection.best;
    table.add({fmt::format("{}", fit.model.size()), likelihood_text(fit.best_restart().final_log_likelihood),
               criterion_text(fit.criteria.bic), criterion_text(fit.criteria.aic), criterion_text(fit.criteria.icl),
               fmt::format("{}", fit.best_restart().collapsed),
               is_chosen ? fmt::format("<- chosen by {}", name_of(result.criterion)) : ""});
  }
  return "Numbers of components (smaller criteria are better)\n" + table.text();
}

std::string summary_text(const FitResult& result) {
  const Fit& fit = result.fit();
  const Restart& best = fit.best_restart();
  const Seconds work = result.work();
  std::string text = fmt::format("{}\n", result.source);
  const auto line = [&text](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", label, value);
  };
  line("data", fmt::format("{}, {}", counted(fit.rows, "row"), counted(fit.columns, "column")));
  line("method", fit.method);
  line("seed", fmt::format("{}", fit.seed));
  line("components", fmt::format("{} ({} covariance)", fit.model.size(), mixseed::name_of(fit.model.covariance)));
  line("log-likelihood", fmt::format("{} -> {} (mean per row)", likelihood_text(best.initial_log_likelihood),
                                     likelihood_text(best.final_log_likelihood)));
  line("em", fmt::format("{}, {}", counted(static_cast<std::size_t>(best.rounds), "round"),
                         best.converged ? "converged" : "not converged"));
  line("criteria", fmt::format("BIC {}  AIC {}  ICL {} (smaller is better)", criterion_text(fit.criteria.bic),
                               criterion_text(fit.criteria.aic), criterion_text(fit.criteria.icl)));
  if (best.repairs.total() > 0) line("repairs", repairs_text(best.repairs));
  if (best.collapsed > 0) {
    line("collapsed", counted(best.collapsed, "component") + " held up by the floor alone: fewer components may do");
  }
  line("seconds", fmt::format("{:.3f} elapsed (read {:.3f}, seed {:.3f}, refine {:.3f}, em {:.3f})",
                              result.total_seconds, result.read_seconds, work.seed, work.refine, work.em));
  if (!result.output.empty()) line("model", result.output);
  return text;
}

constexpr double kNoLimit = 1e300;

std::string number_or(double value, std::string_view otherwise) {
  return std::fabs(value) < kNoLimit ? fmt::format("{}", value) : std::string(otherwise);
}

std::string limits_text(const ParameterInfo& parameter) {
  if (parameter.kind == ParameterInfo::Kind::choice) return fmt::format("{}", fmt::join(parameter.choices, " | "));
  return fmt::format("{}{}, {}{}", parameter.above_least ? "(" : "[", number_or(parameter.least, "-inf"),
                     number_or(parameter.most, "inf"), parameter.most < kNoLimit ? "]" : ")");
}

std::string default_text(const ParameterInfo& parameter) {
  if (parameter.kind != ParameterInfo::Kind::choice) return number_or(parameter.fallback, "inf");
  return std::string(parameter.choices[static_cast<std::size_t>(parameter.fallback)]);
}

std::string method_text(const MethodInfo& method) {
  std::string text = fmt::format("  {}", method.name);
  if (!method.alias.empty()) text += fmt::format(" ({})", method.alias);
  text += fmt::format("\n      {}\n", method.summary);
  TextTable table({"", "", "", ""});
  for (std::size_t column = 0; column < 4; ++column) table.align_left(column);
  for (const ParameterInfo& parameter : method.parameters) {
    table.add({"    " + std::string(parameter.name) + "=" + default_text(parameter), limits_text(parameter),
               std::string(parameter.summary), ""});
  }
  return text + table.text().substr(1);
}

}  // namespace

std::string fit_text(const FitResult& result) {
  std::string text = summary_text(result);
  if (result.has_range) text += "\n" + selection_text(result);
  if (result.fit().restarts.size() > 1) text += "\n" + restarts_text(result.fit());
  return text + "\n" + components_text(result);
}

std::string score_text(const ScoreResult& result) {
  const Criteria& criteria = result.criteria;
  TextTable table({"log-likelihood", "total", "n", "parameters", "BIC", "AIC", "ICL"});
  table.add({likelihood_text(result.mean_log_likelihood()), likelihood_text(criteria.log_likelihood),
             fmt::format("{}", criteria.observations), fmt::format("{}", criteria.parameters),
             criterion_text(criteria.bic), criterion_text(criteria.aic), criterion_text(criteria.icl)});
  return table.text() + "  (log-likelihood is the mean per row; smaller BIC, AIC and ICL are better)\n";
}

std::string methods_text() {
  constexpr std::pair<MethodInfo::Kind, std::string_view> kSections[] = {
      {MethodInfo::Kind::frame, "Frames (optional, before the seeder)"},
      {MethodInfo::Kind::seeder, "Seeders"},
      {MethodInfo::Kind::refiner, "Refiners"}};
  std::string text = "A method is a seeder and refiners, [frame/]seeder[:name=value,...]/refiner[:...]/..., or auto.\n";
  for (const auto& [kind, title] : kSections) {
    text += fmt::format("\n{}\n", title);
    for (const MethodInfo& method : methods()) {
      if (method.kind == kind) text += method_text(method);
    }
  }
  return text;
}

std::string trace_csv(const Trace& trace) {
  std::string text = "stage,round,objective";
  for (const auto& [name, count] : counts_of({})) text += fmt::format(",{}", name);
  text += ",seconds\n";
  for (const Round& round : trace) {
    text += fmt::format("{},{},{}", round.stage, round.round, round.objective);
    for (const auto& [name, count] : counts_of(round.repairs)) text += fmt::format(",{}", count);
    text += fmt::format(",{}\n", round.seconds);
  }
  return text;
}

}  // namespace mixseed::cli
