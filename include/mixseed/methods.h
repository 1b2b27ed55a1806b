// The registry as data: the methods and their parameters.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mixseed/names.h"

namespace mixseed {

struct ParameterInfo {
  enum class Kind { number, integer, choice };
  std::string_view name;
  std::string_view summary;
  Kind kind = Kind::number;
  double fallback = 0;  // the default; for a choice, its index
  double least = 0;     // limits, both included unless `above_least`
  double most = 0;
  bool above_least = false;                                                  // `least` itself is excluded
  std::vector<std::string_view> choices;                                     // for Kind::choice
  std::vector<std::pair<std::string_view, std::string_view>> synonyms = {};  // other words, and the choice they mean
  bool quiet = false;                                           // the canonical text omits it when it has its default
  std::vector<std::pair<std::string_view, double>> words = {};  // accepted in place of numbers, and their numbers
};

template <>
inline constexpr std::array<std::string_view, 3> kNames<ParameterInfo::Kind>{"number", "integer", "choice"};

struct MethodInfo {
  // A transform chooses the coordinates or the rows of the stages before the last em.
  enum class Kind { seeder, refiner, transform, frame [[deprecated("use transform")]] = transform };
  Kind kind = Kind::seeder;
  std::string_view name;   // canonical
  std::string_view alias;  // the paper's abbreviation; may be empty
  std::string_view summary;
  std::string_view reference;
  std::vector<ParameterInfo> parameters;
  bool deterministic = false;  // with default parameters no random number is drawn, unless rows exceed a limit
  // Of a refiner: the terms of its objective (penalised: with those of a prior's rows), whether it searches for better
  // optima, which takes many times as long as EM to the nearest one, and whether a pipeline may end with it.
  enum class Objective { log_densities, penalised_log_densities, squared_distances };
  Objective objective = Objective::log_densities;
  bool searches = false;
  bool may_end = false;
};

template <>
inline constexpr std::array<std::string_view, 3> kNames<MethodInfo::Kind>{"seeder", "refiner", "transform"};

// Every registered method, in the order of the documentation.
const std::vector<MethodInfo>& methods();

}  // namespace mixseed
