#include "mixseed/pipeline.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "refine/refiners.h"

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

// From the end of the last start to the pipeline: em, which all starts share.
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

// Takes a stage that says how the others work.
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
      others.push_back({std::move(stage), {}});  // until its seeder comes
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

namespace {

// Columns in different units would make the widest one decide the start. Spherical components say that the units are
// comparable as they are.
bool by_units(const Pipeline& pipeline) {
  const Stage& em = pipeline.refiners.back();
  const Family& family = *refiner_of(em).estimation(em.parameters).family;
  return layout_of(family.covariance).shape != Layout::Shape::spherical;
}

constexpr std::size_t kFewComponents = 4, kTwoStarts = 10;
// With fewer rows for every free parameter the likeliest of many optima owes it to chance: rows that were not fitted
// are no likelier for a longer search (bench/scarce.py).
constexpr double kAmple = 5;

// In terms of row_ratio: below kScarceRows a covariance needs more than one pseudo-row, from kEnoughRows on less, and
// from kPlentyOfRows on none.
constexpr double kScarceRows = 3.5, kEnoughRows = 7, kPlentyOfRows = 30;

// A covariance has about dim^2 / 2 numbers to find.
std::string quick_text(std::size_t dim, const std::string& start) {
  return "rehearse:rows=" + std::to_string(std::max<std::size_t>(250, 20 * dim)) + "/" + start;
}

bool is_ample(const Pipeline& pipeline, std::size_t dim, std::size_t components, double rows) {
  const Stage& em = pipeline.refiners.back();
  const Family& family = *refiner_of(em).estimation(em.parameters).family;
  const double covariances = static_cast<double>(family.parameters(components, dim));
  return rows >= kAmple * (static_cast<double>(components * (dim + 1)) - 1 + covariances);
}

// Few components have few places to swap, so that other starts find more; with many it is the other way round.
std::string search_text(std::size_t dim, std::size_t components, const std::string& start, bool ample) {
  const bool few = components <= kFewComponents;
  const std::string search = ample ? "/search" : "/search:anew=1";
  const auto text = [&](const std::string& tries, const std::string& starts) {
    return "rehearse:" + tries + ",rows=" + std::to_string(rows_of_search(dim, components)) + "/" + starts;
  };
  const std::string adaptive = "/or/adaptive/cem" + search, projections = "/or/projections";
  if (ample && few) return text("tries=3,rounds=2,agree=2,kicks=1", start + search + adaptive + projections);
  if (ample) return text("tries=2,rounds=2,kicks=4", start + search + adaptive);
  const std::string searched = start + "/or/" + start + search;
  if (few) return text("tries=3,rounds=20,margin=0.3", searched + projections);
  return components < kTwoStarts ? text("tries=2,rounds=20,margin=0.3", searched)
                                 : text("tries=3,rounds=20,margin=0.3", searched + adaptive);
}

// Rows per component divided by D + 2, with which a covariance is regular; for other families than full covariances, as
// many rows per parameter of the covariances.
double row_ratio(const Pipeline& pipeline, std::size_t dim, std::size_t components, double rows) {
  const Stage& em = pipeline.refiners.back();
  const Family& family = *refiner_of(em).estimation(em.parameters).family;
  const double D = static_cast<double>(dim);
  return rows / (D + 2) * (D * (D + 1) / 2) / static_cast<double>(family.parameters(components, dim));
}

// One pseudo-row for ordinary data with few rows, fewer and soon none with more rows, and up to D + 2, which make a
// covariance regular, with less. The limits are those that fresh rows and labels asked for (bench/ANSWERS.md).
double prior_by_rule(std::size_t dim, double ratio) {
  if (ratio >= kPlentyOfRows) return 0;
  const double pseudo_rows =
      ratio > kEnoughRows ? std::pow(kEnoughRows / ratio, 2) : std::max(1.0, std::pow(kScarceRows / ratio, 4));
  const double rows = std::min(pseudo_rows, static_cast<double>(dim + 2));
  const double scale = std::max(1.0, std::pow(10.0, 1 - std::floor(std::log10(rows))));
  return std::round(rows * scale) / scale;  // two digits, or a whole number
}

}  // namespace

Pipeline Pipeline::with_prior(std::size_t dim, std::size_t components, double rows, bool by_default) const {
  Pipeline changed = *this;
  Stage& em = changed.refiners.back();
  const EstimationOptions options = refiner_of(em).estimation(em.parameters);
  const double said = em.parameters.number("prior");
  if (!(said == kPriorByRule || (by_default && said == kPriorByMethod)) || options.rules == Rules::paper)
    return changed;
  const double own = prior_by_rule(dim, row_ratio(*this, dim, components, rows));
  em.parameters.set("prior", own == 0 ? kPriorByMethod : own);  // which is not written out
  return changed;
}

Pipeline Pipeline::resolved(std::size_t dim, std::size_t components, double rows) const {
  const bool automatic = seeder && seeder->method->name == "auto", quick = seeder && seeder->method->name == "quick";
  if (!automatic && !quick) return with_prior(dim, components, rows, false);
  const int trials = 2 + static_cast<int>(std::log(static_cast<double>(components)));
  const std::string greedy = "kmeans++:trials=" + std::to_string(trials) + "/kmeans:rounds=10";
  // One component has one optimum. Where a covariance has hardly more rows than columns, the likelihood does not tell
  // good optima from bad ones, and a search finds the bad ones.
  const bool searches = automatic && row_ratio(*this, dim, components, rows) >= kScarceRows;
  Pipeline chosen = parse(components == 1 ? "uniform"
                          : !searches     ? quick_text(dim, greedy)
                                      : search_text(dim, components, greedy, is_ample(*this, dim, components, rows)));
  if (short_runs) chosen.short_runs = short_runs;
  if (scaling != Scaling::plain || by_units(*this)) chosen.scaling = std::max(scaling, Scaling::standardised);
  // Intermediates that were asked for replace the rule's own.
  if (refiners.size() > 1) {
    chosen.refiners.clear();
    chosen.others.clear();
  } else {
    chosen.refiners.pop_back();
  }
  chosen.refiners.insert(chosen.refiners.end(), refiners.begin(), refiners.end());
  return chosen.with_prior(dim, components, rows, true);
}

Pipeline Pipeline::with(std::string_view name, std::string_view value) const {
  Pipeline changed = *this;
  if (changed.seeder && changed.seeder->parameters.has(name)) changed.seeder->parameters.set(name, value);
  const auto set_all = [&](std::vector<Stage>& stages) {
    for (Stage& stage : stages) {
      if (stage.parameters.has(name)) stage.parameters.set(name, value);
    }
  };
  set_all(changed.refiners);
  for (Start& other : changed.others) {
    if (other.seeder.parameters.has(name)) other.seeder.parameters.set(name, value);
    set_all(other.refiners);
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
