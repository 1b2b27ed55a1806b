#include "mixseed/pipeline.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "fit/methods.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

constexpr std::string_view kShape =
    "[rehearse[:name=value,...]/][standardise/]seeder[:name=value,...]/refiner[:name=value,...]/...";

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

// Takes a stage that says how the others work.
void take_frame(Pipeline& pipeline, Stage stage, std::string_view whole) {
  const bool rehearses = stage.method->name == "rehearse";
  const bool late = pipeline.seeder || !pipeline.refiners.empty() || pipeline.standardised;
  if (late || (rehearses && pipeline.rehearsal)) {
    refuse(whole, "'" + std::string(stage.method->name) + "' can only stand first");
  }
  if (rehearses) {
    pipeline.rehearsal = std::move(stage);
  } else {
    pipeline.standardised = true;
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
  for (const auto part : split(text, '/')) {
    Stage stage = parse_stage(part, text);
    if (stage.method->kind == MethodInfo::Kind::frame) {
      take_frame(pipeline, std::move(stage), text);
    } else if (stage.method->kind == MethodInfo::Kind::refiner) {
      pipeline.refiners.push_back(std::move(stage));
    } else if (pipeline.seeder || !pipeline.refiners.empty()) {
      refuse(text, "the seeder '" + std::string(stage.method->name) + "' can only stand first");
    } else {
      pipeline.seeder = std::move(stage);
    }
  }
  if (pipeline.rehearsal && !pipeline.seeder) refuse(text, "'rehearse' needs a seeder");
  append_em(pipeline);
  return pipeline;
}

std::string Pipeline::text() const {
  std::string text = rehearsal ? rehearsal->text() : "";
  if (standardised) text.append(text.empty() ? "" : "/").append("standardise");
  if (seeder) text.append(text.empty() ? "" : "/").append(seeder->text());
  for (const Stage& stage : refiners) {
    if (!text.empty()) text += '/';
    text += stage.text();
  }
  return text;
}

Pipeline Pipeline::resolved(std::size_t dim, std::size_t components) const {
  if (!seeder || seeder->method->name != "auto") return *this;
  const int trials = 2 + static_cast<int>(std::log(static_cast<double>(components)));
  const std::size_t rows = std::max<std::size_t>(250, 20 * dim);  // a covariance has about dim^2 / 2 numbers to find
  Pipeline chosen = parse("rehearse:rows=" + std::to_string(rows) + "/kmeans++:trials=" + std::to_string(trials) +
                          "/kmeans:rounds=10");
  if (rehearsal) chosen.rehearsal = rehearsal;
  // Columns in different units would make the widest one decide the start. Spherical components say that the units
  // are comparable as they are.
  const Family& family = *refiner_of(refiners.back()).lifting(refiners.back().parameters).family;
  chosen.standardised = layout_of(family.covariance).shape != Layout::Shape::spherical;
  // Intermediates that were asked for replace the rule's own.
  if (refiners.size() > 1) {
    chosen.refiners.clear();
  } else {
    chosen.refiners.pop_back();
  }
  chosen.refiners.insert(chosen.refiners.end(), refiners.begin(), refiners.end());
  return chosen;
}

Pipeline Pipeline::with(std::string_view name, std::string_view value) const {
  Pipeline changed = *this;
  if (changed.seeder && changed.seeder->parameters.has(name)) changed.seeder->parameters.set(name, value);
  for (Stage& stage : changed.refiners) {
    if (stage.parameters.has(name)) stage.parameters.set(name, value);
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
  return changed;
}

}  // namespace mixseed
