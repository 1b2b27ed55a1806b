#include "mixseed/summary.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "mixseed/error.h"
#include "mixseed/repairs.h"
#include "model/data_summary.h"
#include "model/family.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "pass/questions.h"
#include "team/checks.h"
#include "team/local.h"

namespace mixseed {
namespace {

struct Summary {
  Mixture model;
  Inspection inspection;
  EStepResult e_step;
  Moments total;  // about the model's mean

  void merge(Summary&& right) {
    inspection.merge(std::move(right.inspection));
    e_step.merge(std::move(right.e_step));
    total.merge(right.total);
  }
};

std::vector<double> mean_of(const Mixture& model) {
  std::vector<double> mean(model.dim);
  double weight = 0;
  for (std::size_t k = 0; k < model.size(); ++k) {
    weight += model.weights[k];
    for (std::size_t j = 0; j < model.dim; ++j) mean[j] += model.weights[k] * model.means[k * model.dim + j];
  }
  for (double& number : mean) number /= weight;
  return mean;
}

std::vector<Question> questions_under(const Mixture& model) {
  const auto asked = std::make_shared<const State>(model);
  return {Inspect{}, Expect{asked, nullptr, family_of(model).second}, Total{mean_of(model), Moments::Second::full}};
}

void check_parts(const Summary& summary) {
  const Mixture& model = summary.model;
  check(model);
  const std::vector<Question> questions = questions_under(model);
  const std::uint64_t rows = summary.inspection.rows;
  check_answer(questions[0], summary.inspection, 0, rows, model.dim);
  check_answer(questions[1], summary.e_step, 0, rows, model.dim);
  check_answer(questions[2], summary.total, 0, rows, model.dim);
  if (summary.inspection.low.size() != model.dim) throw Error(ErrorCode::input, "rows of another number of columns");
}

Summary summary_in(std::string_view bytes) {
  try {
    auto summary = decoded<Summary>(bytes);
    check_parts(summary);
    return summary;
  } catch (const std::runtime_error& error) {
    throw Error(ErrorCode::input, "a summary: " + std::string(error.what()));
  }
}

}  // namespace

std::string summarize(const Mixture& model, const DataView& rows, int threads) {
  check(model);
  Pool pool(threads);
  LocalTeam team(rows, pool);
  const Dataset X(team);
  if (X.dim() != model.dim) {
    throw Error(ErrorCode::input, "expected rows with " + std::to_string(model.dim) +
                                      " columns, as the model has, got " + std::to_string(X.dim()));
  }
  const std::vector<Question> questions = questions_under(model);
  return encoded(
      Summary{model, X.inspection(), X.ask(std::get<Expect>(questions[1])), X.ask(std::get<Total>(questions[2]))});
}

std::string merge_summaries(std::span<const std::string> summaries) {
  if (summaries.empty()) throw Error(ErrorCode::usage, "merge: expected at least one summary");
  Summary all = summary_in(summaries.front());
  for (const std::string& bytes : summaries.subspan(1)) {
    Summary next = summary_in(bytes);
    if (next.model != all.model)
      throw Error(ErrorCode::usage, "merge: expected summaries under one model, got several");
    all.merge(std::move(next));
  }
  return encoded(all);
}

Update update(std::string_view summary, double floor) {
  const Summary all = summary_in(summary);
  std::vector<double> covariance = all.total.full_scatter(0);
  for (double& number : covariance) number /= all.total.mass(0);
  const Floor least(summary_of(all.total.mean(0), std::move(covariance)), floor);
  Repairs unreported;
  return {maximise(all.e_step.moments, family_of(all.model), all.model, &least, unreported),
          all.e_step.moments.objective, all.inspection.observations};
}

}  // namespace mixseed
