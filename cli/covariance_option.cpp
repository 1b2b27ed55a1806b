#include "covariance_option.h"

#include <numeric>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/family.h"

namespace mixseed::cli {

Option covariance_option(std::string& covariance) {
  std::vector<std::string> words;
  for (const FamilyInfo& family : covariance_families()) {
    words.insert(words.end(), family.words.begin(), family.words.end());
  }
  words.emplace_back("all");
  return {.names = "--covariance",
          .value = &covariance,
          .type = "NAME|LIST|all",
          .help = "Covariance family (default full), or several to choose from: VVV,EEE,diag",
          .words = std::move(words)};
}

bool is_choice(std::string_view covariance) {
  return covariance == "all" || covariance.find(',') != std::string_view::npos;
}

void set_covariance(const std::string& covariance, const std::string& method, const std::string& start_option,
                    Pipeline& pipeline) {
  if (covariance.empty()) return;
  const std::vector<std::string> names = covariance_family_names(covariance, 2);
  const std::string_view last = std::string_view(method).substr(method.rfind('/') + 1);
  if (last.find("covariance=") != std::string_view::npos) {
    throw Error(ErrorCode::usage, formatted("--covariance {} and '{}' both say the covariances", covariance, last));
  }
  if (is_choice(covariance) && !start_option.empty()) {
    throw Error(ErrorCode::usage, formatted("--covariance {} is a choice, but {} gives one start: expected one family",
                                            covariance, start_option));
  }
  if (!is_choice(covariance)) pipeline.refiners.back().parameters.set("covariance", names.front());
}

void set_noise(const std::string& method, Pipeline& pipeline) {
  const std::string_view last = std::string_view(method).substr(method.rfind('/') + 1);
  if (last.find("noise=") != std::string_view::npos) {
    throw Error(ErrorCode::usage, formatted("--noise and '{}' both say the noise", last));
  }
  pipeline = pipeline.with(EmOptions{.noise = kNoiseShare});
}

Selection select_covariance(Team& team, std::size_t columns, std::size_t least, std::size_t most,
                            const std::string& covariance, Criterion criterion, const Pipeline& pipeline,
                            const FitOptions& options) {
  std::vector<std::size_t> numbers(most - least + 1);
  std::iota(numbers.begin(), numbers.end(), least);
  return select(team, numbers, covariance_family_names(covariance, columns), criterion, pipeline, options);
}

}  // namespace mixseed::cli
