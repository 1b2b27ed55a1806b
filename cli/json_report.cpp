#include "json_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "mixseed/methods.h"
#include "mixseed/version.h"

namespace mixseed::cli {
namespace {

using Json = nlohmann::ordered_json;

// Bytes that are not UTF-8 (a column name, a path in a message) must not stop the report.
std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json repairs_json(const Repairs& repairs) {
  Json json = Json::object();
  for (const auto& [name, count] : counts_of(repairs)) json[std::string(name)] = count;
  json["total"] = repairs.total();
  return json;
}

Json seconds_json(const Seconds& seconds) {
  return {{"seed", seconds.seed}, {"refine", seconds.refine}, {"em", seconds.em}, {"total", seconds.total}};
}

Json likelihood_json(double value) {
  Json json;
  json["log_likelihood"] = value;
  return json;
}

Json restart_json(const Restart& restart) {
  const bool failed = !restart.error.empty();
  const double missing = std::nan("");
  return {{"restart", restart.index},
          {"initial", likelihood_json(failed ? missing : restart.initial_log_likelihood)},
          {"final", likelihood_json(failed ? missing : restart.final_log_likelihood)},
          {"rounds", restart.rounds},
          {"converged", restart.converged},
          {"collapsed", restart.collapsed},
          {"repairs", repairs_json(restart.repairs)},
          {"seconds", seconds_json(restart.seconds)},
          {"error", failed ? Json(restart.error) : Json(nullptr)}};
}

Json selection_json(const FitResult& result) {
  Json candidates = Json::array();
  for (const Fit& fit : result.selection.fits) {
    candidates.push_back({{"components", fit.model.size()},
                          {"log_likelihood", fit.best_restart().final_log_likelihood},
                          {"bic", fit.criteria.bic},
                          {"aic", fit.criteria.aic},
                          {"icl", fit.criteria.icl},
                          {"collapsed", fit.best_restart().collapsed}});
  }
  return {{"criterion", name_of(result.criterion)}, {"candidates", candidates}};
}

Json all_seconds_json(const FitResult& result) {
  const Seconds work = result.work();
  return {{"read", result.read_seconds},
          {"seed", work.seed},
          {"refine", work.refine},
          {"em", work.em},
          {"total", result.total_seconds}};
}

Json parameter_json(const ParameterInfo& parameter) {
  constexpr std::string_view kKinds[] = {"number", "integer", "choice"};
  Json json = {{"name", parameter.name},
               {"summary", parameter.summary},
               {"kind", kKinds[static_cast<std::size_t>(parameter.kind)]}};
  switch (parameter.kind) {
    case ParameterInfo::Kind::number: json["default"] = parameter.fallback; break;
    case ParameterInfo::Kind::integer: json["default"] = static_cast<long long>(parameter.fallback); break;
    case ParameterInfo::Kind::choice:
      json["default"] = parameter.choices[static_cast<std::size_t>(parameter.fallback)];
      json["choices"] = parameter.choices;
      return json;
  }
  json["least"] = parameter.least;
  json["most"] = parameter.most;
  json["above_least"] = parameter.above_least;
  return json;
}

Json method_json(const MethodInfo& method) {
  Json parameters = Json::array();
  for (const ParameterInfo& parameter : method.parameters) parameters.push_back(parameter_json(parameter));
  return {{"kind", kind_of(method)},
          {"name", method.name},
          {"alias", method.alias.empty() ? Json(nullptr) : Json(method.alias)},
          {"summary", method.summary},
          {"reference", method.reference},
          {"deterministic", method.deterministic},
          {"parameters", parameters}};
}

}  // namespace

std::string fit_json(const FitResult& result) {
  const Fit& fit = result.fit();
  const Restart& best = fit.best_restart();
  Json restarts = Json::array();
  for (const Restart& restart : fit.restarts) restarts.push_back(restart_json(restart));
  Json json = {{"version", kVersion},
               {"rows", fit.rows},
               {"columns", fit.columns},
               {"components", fit.model.size()},
               {"method", fit.method},
               {"seed", fit.seed},
               {"initial", likelihood_json(best.initial_log_likelihood)},
               {"final", likelihood_json(best.final_log_likelihood)},
               {"rounds", best.rounds},
               {"converged", best.converged},
               {"collapsed", best.collapsed},
               {"bic", fit.criteria.bic},
               {"aic", fit.criteria.aic},
               {"icl", fit.criteria.icl},
               {"repairs", repairs_json(best.repairs)},
               {"restarts", restarts},
               {"share_at_best", fit.share_at_best},
               {"best_restart", fit.best}};
  if (result.has_range) json["selection"] = selection_json(result);
  json["seconds"] = all_seconds_json(result);
  return text_of(json);
}

std::string score_json(const ScoreResult& result) {
  const Criteria& criteria = result.criteria;
  return text_of({{"version", kVersion},
                  {"rows", result.rows},
                  {"columns", result.columns},
                  {"components", result.components},
                  {"observations", criteria.observations},
                  {"parameters", criteria.parameters},
                  {"log_likelihood", result.mean_log_likelihood()},
                  {"total_log_likelihood", criteria.log_likelihood},
                  {"bic", criteria.bic},
                  {"aic", criteria.aic},
                  {"icl", criteria.icl}});
}

std::string methods_json() {
  Json list = Json::array();
  for (const MethodInfo& method : methods()) list.push_back(method_json(method));
  return text_of({{"version", kVersion}, {"kernels", kernels_in_use()}, {"methods", list}});
}

}  // namespace mixseed::cli
