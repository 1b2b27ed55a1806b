// A method as text: "[rehearse[:...]/][standardise/|whiten/]seeder[:name=value,...]/refiner[:...]/...[/or/seeder/...]".
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/methods.h"

namespace mixseed {

// Values for the parameters of one method, checked against their descriptions.
class Parameters {
 public:
  // `method` must outlive the parameters, as those of methods() do.
  explicit Parameters(const MethodInfo& method);
  explicit Parameters(MethodInfo&&) = delete;

  // Throws Error(usage) for an unknown name (listing the candidates) or a value outside its limits.
  void set(std::string_view name, std::string_view value);
  void set(std::string_view name, double value);
  bool has(std::string_view name) const;
  double number(std::string_view name) const;
  int integer(std::string_view name) const { return static_cast<int>(number(name)); }
  std::string_view choice(std::string_view name) const;
  std::string text() const;  // canonical, "name=value,name=value"

 private:
  const ParameterInfo& info(std::string_view name) const;
  const MethodInfo* method_;
  std::vector<double> values_;
};

struct Stage {
  const MethodInfo* method;
  Parameters parameters;
  std::string text() const;
};

// Initial weight of a noise component.
inline constexpr double kNoiseShare = 0.05;

// Special values of em's prior: chosen by the rows per free parameter of the covariances; or chosen so for the methods
// auto and quick, and 0 for other methods.
inline constexpr double kPriorByRule = -1, kPriorByMethod = -2;

// New values for em's parameters; parameters without a value here stay unchanged. docs/methods/em.md explains them.
struct EmOptions {
  std::optional<int> rounds = std::nullopt;
  std::optional<double> tol = std::nullopt;
  std::optional<std::string_view> covariance = std::nullopt;  // the name of a family: full, tied, diagonal, spherical
  std::optional<std::string_view> rules = std::nullopt;       // default, or paper
  std::optional<double> floor = std::nullopt;
  std::optional<double> prior = std::nullopt;
  std::optional<std::string_view> acceleration = std::nullopt;  // plain, squarem, or early
  std::optional<double> noise = std::nullopt;                   // initial weight of a noise component; 0: none
};

// A seeder and the refiners before the last em.
struct Start {
  Stage seeder;
  std::vector<Stage> refiners;
};

// The coordinates of the stages before the last em: the columns unchanged, each divided by its standard deviation, or
// transformed linearly so that their covariance is the identity.
enum class Scaling { plain, standardised, whitened };
using Lens [[deprecated("use Scaling")]] = Scaling;

// A seeder (absent when the start is given) followed by refiners; the last one is always `em`.
struct Pipeline {
  // Short runs of the stages before the last em on a sample of the rows; the best one goes on (emEM, Biernacki et al.
  // 2003).
  std::optional<Stage> short_runs;
  Scaling scaling = Scaling::plain;
  std::optional<Stage> seeder;
  std::vector<Stage> refiners;
  std::vector<Start> others;  // short runs try these starts and the first one in turn

  // "auto" stays unresolved here, because it depends on the data. Throws Error(usage).
  static Pipeline parse(std::string_view text);

  // The identity of the method everywhere: long names, parameters in their documented order.
  std::string text() const;

  // The pipeline that `auto` and `quick` stand for with this number of columns, components and observations; other
  // pipelines are returned unchanged.
  Pipeline resolved(std::size_t dim, std::size_t components,
                    double rows = std::numeric_limits<double>::infinity()) const;

  // The same pipeline with `name=value` set on every stage that has such a parameter (for example rules=paper).
  Pipeline with(std::string_view name, std::string_view value) const;
  // The same pipeline with these settings of its last stage. Throws Error(usage) for one outside its limits.
  Pipeline with(const EmOptions& em) const;
};

}  // namespace mixseed
