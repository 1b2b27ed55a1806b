#include "mixseed/pipeline.h"

#include "base/text.h"
#include "fit/stages.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

constexpr std::string_view kShape =
    "[rehearse[:name=value,...]/][standardise/|whiten/]seeder[:name=value,...]/refiner[:name=value,...]/...[/or/seeder/"
    "...]";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw Error(ErrorCode::usage, "method '" + std::string(text) + "': " + why);
}

Stage parse_stage(std::string_view text, std::string_view whole) {
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  if (name.empty()) refuse(whole, "a stage has no name, expected " + std::string(kShape));
  const MethodInfo& method = method_named(name);
  Stage stage{&method, Parameters(method)};
  if (colon == std::string_view::npos) return stage;
  std::vector<std::string_view> seen;
  for (const auto assignment : split(text.substr(colon + 1), ',')) {
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos) {
      refuse(whole, "expected name=value after '" + std::string(name) + ":', got '" + std::string(assignment) + "'");
    }
    const auto parameter = assignment.substr(0, equals);
    for (const auto before : seen) {
      if (before == parameter) refuse(whole, "'" + std::string(parameter) + "' is given twice");
    }
    seen.push_back(parameter);
    stage.parameters.set(parameter, assignment.substr(equals + 1));
  }
  return stage;
}

void append_em(Pipeline& pipeline) {
  if (!pipeline.refiners.empty() && pipeline.refiners.back().method->may_end) return;
  const MethodInfo& em = method_named("em");
  pipeline.refiners.push_back({&em, Parameters(em)});
}

// Adds the starts. Moves em, which all starts share, from the end of the last start to the pipeline.
void take_others(Pipeline& pipeline, std::vector<Start> starts, std::string_view whole) {
  for (Start& start : starts) {
    if (start.seeder.method->kind == MethodInfo::Kind::transform) refuse(whole, "'or' needs a seeder on both sides");
  }
  Start& last = starts.back();
  if (!last.refiners.empty() && last.refiners.back().method->may_end) {
    pipeline.refiners.push_back(std::move(last.refiners.back()));
    last.refiners.pop_back();
  }
  pipeline.others = std::move(starts);
}

constexpr std::string_view kStandardise = "standardise", kWhiten = "whiten";

// Takes a stage that applies to all others: short runs or a scaling.
void take_frame(Pipeline& pipeline, Stage stage, std::string_view whole) {
  const bool has_short_runs = stage.method->name == "rehearse";
  const bool late = pipeline.seeder || !pipeline.refiners.empty() || pipeline.scaling != Scaling::plain;
  if (late || (has_short_runs && pipeline.short_runs)) {
    refuse(whole, "'" + std::string(stage.method->name) + "' can only stand first");
  }
  if (has_short_runs) {
    pipeline.short_runs = std::move(stage);
  } else {
    pipeline.scaling = stage.method->name == kWhiten ? Scaling::whitened : Scaling::standardised;
  }
}

}  // namespace

std::string Stage::text() const {
  std::string text(method->name);
  const std::string values = parameters.text();
  if (!values.empty()) text.append(":").append(values);
  return text;
}

Pipeline Pipeline::parse(std::string_view text) {
  if (text.empty()) refuse(text, "it is empty, expected " + std::string(kShape));
  Pipeline pipeline;
  std::vector<Start> others;
  for (const auto part : split(text, '/')) {
    Stage stage = parse_stage(part, text);
    auto& refiners = others.empty() ? pipeline.refiners : others.back().refiners;
    if (stage.method->name == "or") {
      if (!pipeline.short_runs || !pipeline.seeder) refuse(text, "'or' needs 'rehearse' and a seeder before it");
      others.push_back({std::move(stage), {}});  // replaced by the seeder that follows
    } else if (stage.method->kind == MethodInfo::Kind::transform) {
      take_frame(pipeline, std::move(stage), text);
    } else if (!others.empty() && others.back().seeder.method->name == "or") {
      if (stage.method->kind != MethodInfo::Kind::seeder) refuse(text, "expected a seeder after 'or'");
      others.back().seeder = std::move(stage);
    } else if (stage.method->kind == MethodInfo::Kind::refiner) {
      refiners.push_back(std::move(stage));
    } else if (pipeline.seeder || !pipeline.refiners.empty()) {
      refuse(text, "the seeder '" + std::string(stage.method->name) + "' can only stand first");
    } else {
      pipeline.seeder = std::move(stage);
    }
  }
  if (pipeline.short_runs && !pipeline.seeder) refuse(text, "'rehearse' needs a seeder");
  if (!others.empty()) take_others(pipeline, std::move(others), text);
  append_em(pipeline);
  return pipeline;
}

std::string Pipeline::text() const {
  std::vector<std::string> parts;
  if (short_runs) parts.push_back(short_runs->text());
  if (scaling != Scaling::plain) parts.emplace_back(scaling == Scaling::whitened ? kWhiten : kStandardise);
  if (seeder) parts.push_back(seeder->text());
  for (std::size_t i = 0; i + 1 < refiners.size(); ++i) parts.push_back(refiners[i].text());
  for (const Start& other : others) {
    parts.push_back("or");
    parts.push_back(other.seeder.text());
    for (const Stage& stage : other.refiners) parts.push_back(stage.text());
  }
  if (!refiners.empty()) parts.push_back(refiners.back().text());
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : "/").append(part);
  return text;
}

Pipeline Pipeline::with(std::string_view name, std::string_view value) const {
  Pipeline changed = *this;
  const auto set = [&](Stage& stage) {
    if (stage.parameters.has(name)) stage.parameters.set(name, value);
  };
  if (changed.seeder) set(*changed.seeder);
  for (Stage& stage : changed.refiners) set(stage);
  for (Start& other : changed.others) {
    set(other.seeder);
    for (Stage& stage : other.refiners) set(stage);
  }
  return changed;
}

Pipeline Pipeline::with(const EmOptions& em) const {
  Pipeline changed = *this;
  Parameters& parameters = changed.refiners.back().parameters;
  const auto set = [&](std::string_view name, const auto& value) {
    if (value) parameters.set(name, *value);
  };
  set("rounds", em.rounds);
  set("tol", em.tol);
  set("covariance", em.covariance);
  set("rules", em.rules);
  set("floor", em.floor);
  set("prior", em.prior);
  set("acceleration", em.acceleration);
  set("noise", em.noise);
  return changed;
}

}  // namespace mixseed
