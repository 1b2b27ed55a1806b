#include "soak/case.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "mixseed/methods.h"
#include "mixseed/pipeline.h"

namespace mixseed::soak {
namespace {

const MethodInfo& named(std::string_view name) {
  const auto& all = methods();
  return *std::find_if(all.begin(), all.end(), [&](const MethodInfo& method) { return method.name == name; });
}

std::vector<std::string_view> names_of(MethodInfo::Kind kind) {
  std::vector<std::string_view> names;
  for (const MethodInfo& method : methods()) {
    if (method.kind == kind) names.push_back(method.name);
  }
  return names;
}

std::string_view any(const std::vector<std::string_view>& of, Rng& rng) { return of[rng.below(of.size())]; }

// Every method of the lists, in any order that a pipeline allows.
std::string any_method(Rng& rng, bool by_paper) {
  if (rng.below(10) == 0 && !by_paper) return "auto";
  std::string text;
  for (const std::string_view dataset : names_of(MethodInfo::Kind::transform)) {
    if (dataset == "or" || dataset == "whiten" || rng.below(4) != 0) continue;
    const bool whitens = dataset == "standardise" && rng.split(0).below(2) == 0;  // one of them can stand there
    text += std::string(whitens ? "whiten" : dataset) + "/";
  }
  const std::string_view seeder = any(names_of(MethodInfo::Kind::seeder), rng);
  text += seeder == "auto" ? "uniform" : seeder;
  for (std::size_t i = rng.below(3); i > 0; --i) {
    const std::string_view refiner = any(names_of(MethodInfo::Kind::refiner), rng);
    if (refiner != "em") text += "/" + std::string(refiner);
  }
  const auto& parameters = named("em").parameters;
  const auto covariance = std::find_if(parameters.begin(), parameters.end(),
                                       [](const ParameterInfo& parameter) { return parameter.name == "covariance"; });
  text += "/em:covariance=" + std::string(any(covariance->choices, rng));
  if (rng.below(4) == 0) text += ",tol=0,rounds=60";
  if (rng.below(4) == 0) text += ",acceleration=plain";
  if (rng.below(3) == 0 && !by_paper) text += ",prior=" + std::string(any({"0.01", "1", "20"}, rng));
  const Pipeline pipeline = Pipeline::parse(text);
  return by_paper ? pipeline.with("rules", "paper").text() : text;
}

}  // namespace

Case make_case(std::uint64_t number) {
  const Rng root = Rng(20261116).split(number);
  Rng rng = root.split(0);
  const auto& classes = hostile_classes();
  const HostileClass& kind = classes[number % classes.size()];
  Case c{.number = number, .kind = kind.name, .table = hostile_table(kind, root.split(1))};
  const std::size_t most = std::min<std::size_t>(c.table.rows, 12);
  c.components = rng.below(12) == 0 ? most : 1 + rng.below(most);
  if (c.table.rows <= 30 && rng.below(12) == 0) c.components = c.table.rows;
  c.by_paper = rng.below(4) == 0;
  c.method = any_method(rng, c.by_paper);
  c.seed = rng.below(1000);
  if (rng.below(4) == 0) c.passes = static_cast<double>(1 + rng.below(300));
  return c;
}

FitOptions Case::options(int threads) const {
  FitOptions options{.seed = seed, .threads = threads};
  if (passes > 0) options.budget = Budget{.passes = passes};
  return options;
}

std::string Case::text() const {
  return "case " + std::to_string(number) + " (" + std::string(kind) + ", " + std::to_string(table.rows) + " x " +
         std::to_string(table.columns) + ", K = " + std::to_string(components) + ", " + method + ", seed " +
         std::to_string(seed) + (passes > 0 ? ", " + number_text(passes) + " passes" : "") + ")";
}

std::string Case::command(const std::string& file) const {
  return "mixseed fit " + file + " -k " + std::to_string(components) + " --method '" + method + "' --seed " +
         std::to_string(seed) + (passes > 0 ? " --budget " + number_text(passes) + "p" : "") +
         (table.weights.empty() ? "" : " --weights w") + " --threads 1";
}

}  // namespace mixseed::soak
