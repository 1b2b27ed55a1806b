#include "fit/auto.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "fit/stages.h"
#include "refine/refiners.h"

namespace mixseed {
namespace {

// Up to kFewComponents there are few places to swap, so that other starts find more than perturbations; below
// kTwoSearches a second search gains nothing where rows are few.
constexpr std::size_t kFewComponents = 4, kTwoSearches = 10;

// With fewer rows per free parameter, the best of many optima is best by chance: a longer search does not raise the
// likelihood of new rows (bench/scarce.py).
constexpr double kAmpleRows = 5;
// On the rows that it is fitted to, a model gains about half a nat per free parameter by chance.
constexpr double kMargin = 0.3;

// In terms of row_ratio: below kScarceRows a covariance needs more than one pseudo-row, from kEnoughRows on less, and
// from kPlentyOfRows on none. The limits were chosen by fresh rows and labels (bench/ANSWERS.md).
constexpr double kScarceRows = 3.5, kEnoughRows = 7, kPlentyOfRows = 30;

Stage stage(std::string_view name, std::initializer_list<std::pair<std::string_view, double>> values = {}) {
  const MethodInfo& method = method_named(name);
  Stage made{&method, Parameters(method)};
  for (const auto& [parameter, value] : values) made.parameters.set(parameter, value);
  return made;
}

// Greedy k-means++ and some rounds of k-means.
Start greedy_start(const FitSize& size) {
  const double trials = 2 + std::floor(std::log(static_cast<double>(size.components)));
  return {stage("kmeans++", {{"trials", trials}}), {stage("kmeans", {{"rounds", 10}})}};
}

Start adaptive_start() { return {stage("adaptive"), {stage("cem")}}; }
Start projections_start() { return {stage("projections"), {}}; }

Start with_search(Start start, Stage search) {
  start.refiners.push_back(std::move(search));
  return start;
}

Pipeline tried_in_turn(Stage short_runs, std::vector<Start> starts) {
  Pipeline pipeline;
  pipeline.short_runs = std::move(short_runs);
  pipeline.seeder = std::move(starts.front().seeder);
  pipeline.refiners = std::move(starts.front().refiners);
  starts.erase(starts.begin());
  pipeline.others = std::move(starts);
  return pipeline;
}

double sample_rows(const FitSize& size) { return static_cast<double>(rows_of_search(size.dim, size.components)); }

// With many components perturbations find more than another start does.
Pipeline method_for_ample_rows(const FitSize& size) {
  const Stage search = stage("search", {{"anew", 3}});
  const double rows = sample_rows(size);
  if (size.components > kFewComponents) {
    return tried_in_turn(stage("rehearse", {{"tries", 1}, {"rows", rows}, {"rounds", 2}, {"kicks", 4}}),
                         {with_search(greedy_start(size), search)});
  }
  return tried_in_turn(
      stage("rehearse", {{"tries", 3}, {"rows", rows}, {"rounds", 2}, {"agree", 2}, {"kicks", 1}}),
      {with_search(greedy_start(size), search), with_search(adaptive_start(), search), projections_start()});
}

// The greedy start without a search stays, unless another start is ahead of it by the margin.
Pipeline method_for_few_rows(const FitSize& size) {
  const Stage search = stage("search", {{"anew", 1}});
  std::vector<Start> starts{greedy_start(size), with_search(greedy_start(size), search)};
  if (size.components <= kFewComponents) starts.push_back(projections_start());
  if (size.components >= kTwoSearches) starts.push_back(with_search(adaptive_start(), search));
  const double tries = static_cast<double>(starts.size()), rows = sample_rows(size);
  return tried_in_turn(stage("rehearse", {{"tries", tries}, {"rows", rows}, {"rounds", 20}, {"margin", kMargin}}),
                       std::move(starts));
}

Pipeline method_for_one_component() {
  Pipeline pipeline;
  pipeline.seeder = stage("uniform");
  return pipeline;
}

bool is_spherical(const Family& family) { return layout_of(family.covariance).shape == Layout::Shape::spherical; }

// Two digits, or a whole number.
double rounded(double value) {
  const double scale = std::max(1.0, std::pow(10.0, 1 - std::floor(std::log10(value))));
  return std::round(value * scale) / scale;
}

}  // namespace

double FitSize::rows_per_parameter() const {
  const auto covariances = static_cast<double>(family.parameters(components, dim));
  return rows / (static_cast<double>(components * (dim + 1)) - 1 + covariances);
}

double FitSize::row_ratio() const {
  const auto D = static_cast<double>(dim);
  return rows / (D + 2) * (D * (D + 1) / 2) / static_cast<double>(family.parameters(components, dim));
}

FitSize size_of_fit(const Pipeline& pipeline, std::size_t dim, std::size_t components, double rows) {
  const Stage& em = pipeline.refiners.back();
  return {*refiner_of(em).estimation(em.parameters).family, dim, components, rows};
}

// One component has one optimum. Where a covariance has hardly more rows than columns, the likelihood does not tell
// good optima from bad ones, and a search finds the bad ones.
Pipeline auto_method(const FitSize& size) {
  if (size.components == 1 || size.row_ratio() < kScarceRows) return quick_method(size);
  return size.rows_per_parameter() >= kAmpleRows ? method_for_ample_rows(size) : method_for_few_rows(size);
}

// A covariance has about dim^2 / 2 free parameters.
Pipeline quick_method(const FitSize& size) {
  if (size.components == 1) return method_for_one_component();
  const double rows = std::max(250.0, 20 * static_cast<double>(size.dim));
  return tried_in_turn(stage("rehearse", {{"rows", rows}}), {greedy_start(size)});
}

double prior_by_rule(const FitSize& size) {
  const double ratio = size.row_ratio();
  if (ratio >= kPlentyOfRows) return 0;
  const double pseudo_rows =
      ratio > kEnoughRows ? std::pow(kEnoughRows / ratio, 2) : std::max(1.0, std::pow(kScarceRows / ratio, 4));
  return rounded(std::min(pseudo_rows, static_cast<double>(size.dim + 2)));
}

Pipeline with_prior(Pipeline pipeline, std::size_t dim, std::size_t components, double rows, bool by_default) {
  Stage& em = pipeline.refiners.back();
  const EstimationOptions options = refiner_of(em).estimation(em.parameters);
  const double said = em.parameters.number("prior");
  if (!(said == kPriorByRule || (by_default && said == kPriorByMethod)) || options.rules == Rules::paper)
    return pipeline;
  const double own = prior_by_rule(size_of_fit(pipeline, dim, components, rows));
  em.parameters.set("prior", own == 0 ? kPriorByMethod : own);  // which texts of the pipeline omit
  return pipeline;
}

Pipeline Pipeline::resolved(std::size_t dim, std::size_t components, double rows) const {
  const bool automatic = seeder && seeder->method->name == "auto", quick = seeder && seeder->method->name == "quick";
  if (!automatic && !quick) return with_prior(*this, dim, components, rows, false);
  const FitSize size = size_of_fit(*this, dim, components, rows);
  Pipeline chosen = automatic ? auto_method(size) : quick_method(size);
  if (short_runs) chosen.short_runs = short_runs;
  // In different units the widest column would decide the start. Spherical components imply comparable units.
  if (scaling != Scaling::plain || !is_spherical(size.family)) {
    chosen.scaling = std::max(scaling, Scaling::standardised);
  }
  // Requested intermediate stages replace those of the rule.
  if (refiners.size() > 1) {
    chosen.refiners.clear();
    chosen.others.clear();
  }
  chosen.refiners.insert(chosen.refiners.end(), refiners.begin(), refiners.end());
  return with_prior(std::move(chosen), dim, components, rows, true);
}

}  // namespace mixseed
