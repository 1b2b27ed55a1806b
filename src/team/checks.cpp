#include "team/checks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "mixseed/error.h"
#include "rows/rows.h"

namespace mixseed {
namespace {

// More rows than a file system holds; the sum of two row numbers stays below 2^64.
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 60;
// More than any method asks for: a bound on the memory that a question makes a worker allocate.
constexpr std::uint64_t kMostDraws = 1 << 20, kMostComponents = 1 << 20;

using Doubles = std::vector<double>;

bool are_finite(const Doubles& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}
bool is_count(double number) { return std::isfinite(number) && number >= 0; }
bool are_counts(const Doubles& numbers) { return std::all_of(numbers.begin(), numbers.end(), is_count); }
bool has_nan(const Doubles& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](double number) { return std::isnan(number); });
}

// Throws an Error that names the first thing that is wrong.
class Checker {
 public:
  Checker(ErrorCode code, const char* message) : code_(code), message_(message) {}

  void expect(bool holds, const char* what) const {
    if (!holds) throw Error(code_, filled("{}: {}", message_, what));
  }
  void expect_length(const Doubles& numbers, std::size_t length, const char* what) const {
    if (numbers.size() == length) return;
    throw Error(code_, filled("{}: {}: expected {} numbers, got {}", message_, what, length, numbers.size()));
  }
  void expect_vector(const Doubles& numbers, std::size_t length, const char* what) const {
    expect_length(numbers, length, what);
    expect(are_finite(numbers), "a number is not finite");
  }

 private:
  ErrorCode code_;
  const char* message_;
};

class RequestChecker : private Checker {
 public:
  RequestChecker(std::size_t columns, std::size_t windows)
      : Checker(ErrorCode::input, "a question of another fit"), columns_(columns), windows_(windows) {}

  void check(const AffineMap& units) const {
    if (!units.factors.empty()) expect_vector(units.factors, columns_, "factors of the columns");
    if (!units.mixes()) return;
    expect_vector(units.axes, columns_ * columns_, "axes");
    expect_vector(units.back, columns_ * columns_, "inverse of the axes");
    expect_vector(units.from, columns_, "origin");
    expect_vector(units.to, columns_, "origin in new units");
  }

  void operator()(const Inspect&) const {}
  void operator()(const CountObservations&) const {}
  void operator()(const SampleDistinct&) const {}
  void operator()(const Total& question) const {
    expect_vector(question.pivot, columns_, "pivot");
    check(question.second);
  }
  void operator()(const Expect& question) const {
    expect(question.rules == Rules::standard || question.rules == Rules::paper, "unknown rules");
    check_mixture(question.model);
    if (question.sorted_by) check_model(*question.sorted_by);
    check(question.second);
  }
  void operator()(const Classify& question) const {
    expect(question.model != nullptr, "no model");
    check_model(*question.model);
    if (question.sorted_by) check_model(*question.sorted_by);
    check(question.second);
  }
  void operator()(const Draw& question) const {
    if (question.from) check_model(*question.from);
    expect(question.count >= 1 && question.count <= kMostDraws, "number of rows to draw out of range");
  }
  void operator()(const Farthest& question) const {
    if (question.from) check_model(*question.from);
  }
  void operator()(const SumDistances& question) const {
    expect(question.from && std::holds_alternative<Centers>(*question.from), "expected centres");
    check_model(*question.from);
    check(question.candidates);
  }
  void operator()(const Grow& question) const {
    check(Centers{columns_, question.means});
    expect_vector(question.pivots, question.means.size(), "pivots");
    if (question.sorted_by) check_model(*question.sorted_by);
    expect(question.most <= kMostComponents, "number of components out of range");
  }
  void operator()(const Pick& question) const {
    expect(question.counts.size() >= windows_, "fewer sample sizes than windows of rows");
    expect(are_counts(question.counts), "a sample size is not a finite number of at least 0");
  }
  void operator()(const ComputePosteriors& question) const { check_mixture(question.model); }
  void operator()(const MeasureExtents& question) const {
    expect_vector(question.center, columns_, "centre");
    expect(question.directions.size() % columns_ == 0, "the directions have another number of columns");
    expect(are_finite(question.directions), "a direction is not finite");
  }

 private:
  void check(Moments::Second second) const {
    expect(second == Moments::Second::none || second == Moments::Second::diagonal || second == Moments::Second::full,
           "unknown kind of moments");
  }
  void check(const Centers& centers) const {
    expect(centers.dim == columns_, "the centres have another number of columns");
    expect(!centers.points.empty() && centers.points.size() % columns_ == 0, "the last centre is not complete");
    expect(are_finite(centers.points), "a centre is not finite");
    expect(centers.size() <= kMostComponents, "number of centres out of range");
  }
  void check(const Mixture& mixture) const {
    expect(mixture.dim == columns_, "the model has another number of columns");
    expect(std::find(std::begin(kCovariances), std::end(kCovariances), mixture.covariance) != std::end(kCovariances),
           "unknown covariances");
    // The weights of a growing mixture need not sum to 1. Density refuses a covariance that is not positive definite.
    expect(mixture.size() >= 1 && mixture.size() <= kMostComponents, "number of components out of range");
    expect(are_counts(mixture.weights), "a weight is not a finite number of at least 0");
    expect_vector(mixture.means, mixture.size() * columns_, "means");
    expect_vector(mixture.covariances, covariance_length(mixture.covariance, mixture.size(), columns_), "covariances");
    if (mixture.noise) {
      expect(is_count(mixture.noise->weight) && std::isfinite(mixture.noise->log_volume),
             "the noise has no finite weight and volume");
    }
  }
  void check_model(const State& model) const {
    std::visit([&](const auto& one) { check(one); }, model);
  }
  void check_mixture(const ModelPtr& model) const {
    expect(model && std::holds_alternative<Mixture>(*model), "expected a mixture");
    check_model(*model);
  }

  std::size_t columns_, windows_;
};

std::size_t components_of(const State& model) {
  return std::visit([](const auto& one) { return one.size(); }, model);
}

class AnswerChecker : private Checker {
 public:
  AnswerChecker(std::uint64_t first_row, std::uint64_t rows, std::size_t columns)
      : Checker(ErrorCode::failed, "an answer does not fit its question"),
        first_row_(first_row),
        rows_(rows),
        columns_(columns) {}

  void check_columns(const Question& question) const {
    expect(columns_ > 0 || std::holds_alternative<Inspect>(question),
           "it came before the first question about the rows");
  }

  void operator()(const Inspect&, const Inspection& answer) const {
    expect(answer.rows == rows_, "another number of rows");
    expect_length(answer.high, answer.low.size(), "largest values");
    if (!answer.first.empty()) expect_length(answer.first, answer.low.size(), "first row");
    expect(answer.counting <= answer.rows, "more rows with weight than rows");
    expect(answer.first.empty() || is_own(answer.first_number), "a row number outside of the worker's rows");
    const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < ' ' || byte == '\x7f'; };
    const std::string& text = answer.complaint;
    expect(std::none_of(text.begin(), text.end(), is_control) && is_utf8(text),
           "a message with control characters or invalid UTF-8");
    if (!text.empty()) return expect(is_own(answer.complaint_row), "a row number outside of the worker's rows");
    expect(is_count(answer.observations), "a sum of weights is not a finite number of at least 0");
    expect(are_finite(answer.first), "a number is not finite");
  }
  void operator()(const Total& question, const Moments& answer) const {
    check(answer, 1, question.second, question.pivot);
  }
  void operator()(const Expect& question, const EStepResult& answer) const {
    const auto& mixture = std::get<Mixture>(*question.model);
    check(answer, mixture.size(), question.second, mixture.means);
    expect(answer.partition_hashes.empty(), "partition hashes that were not asked for");
  }
  void operator()(const Classify& question, const EStepResult& answer) const {
    const std::size_t components = components_of(*question.model);
    const auto* mixture = std::get_if<Mixture>(question.model.get());
    check(answer, components, question.second, mixture ? mixture->means : std::get<Centers>(*question.model).points);
    expect(answer.partition_hashes.size() == components, "partition hashes of another number of components");
  }
  void operator()(const Draw& question, const Drawn& answer) const {
    expect(answer.rows.empty() || answer.rows.size() == question.count, "another number of rows than asked for");
    expect(answer.key == question.key, "random numbers of another question");
    expect(answer.total >= 0, "a sum is negative or NaN");
    expect(answer.first_block == first_row_ / kernel::kBlock, "the first block is outside of the worker's rows");
    for (const ChosenRow& row : answer.rows) check(row);
  }
  void operator()(const Farthest&, const Extreme& answer) const {
    if (answer.any) check(answer.row);
  }
  void operator()(const SumDistances& question, const DistanceSums& answer) const {
    expect_length(answer.sums, question.candidates.size(), "sums");
    expect(!has_nan(answer.sums), "a sum is NaN");
  }
  void operator()(const Grow& question, const Moments& answer) const {
    check(answer, question.means.size() / columns_, Moments::Second::diagonal, question.pivots);
  }
  void operator()(const CountObservations&, const ObservationCounts& answer) const {
    expect_length(answer.observations, (rows_ + kWindow - 1) / kWindow, "observations of windows");
    expect(are_counts(answer.observations), "a number of observations is not a finite number of at least 0");
  }
  void operator()(const Pick&, const Picked& answer) const {
    expect(answer.weights.size() <= rows_, "more rows than there are");
    expect_vector(answer.values, answer.weights.size() * columns_, "sampled rows");
    expect(are_counts(answer.weights), "a weight is not a finite number of at least 0");
  }
  void operator()(const ComputePosteriors& question, const Posteriors& answer) const {
    const auto& mixture = std::get<Mixture>(*question.model);
    expect_length(answer.log_densities, rows_, "densities");
    expect_length(answer.responsibilities, rows_ * mixture.size(), "responsibilities");
    expect_length(answer.noise, mixture.noise ? rows_ : 0, "responsibilities of the noise");
    expect(!has_nan(answer.log_densities), "a density is NaN");
    expect(are_counts(answer.responsibilities) && are_counts(answer.noise),
           "a responsibility is not a finite number of at least 0");
  }
  void operator()(const MeasureExtents& question, const Extents& answer) const {
    expect_length(answer.low, question.directions.size() / columns_, "smallest values");
    expect_length(answer.high, question.directions.size() / columns_, "largest values");
    expect(!has_nan(answer.low) && !has_nan(answer.high), "a value is NaN");
  }
  void operator()(const SampleDistinct&, const DistinctSample& answer) const {
    expect(answer.columns.size() == columns_, "values of another number of columns");
    for (const DistinctValues& column : answer.columns) {
      expect_vector(column.masses, column.values.size(), "masses of values");
      expect(column.values.size() <= DistinctValues::kMostValues, "more values than asked for");
      expect(are_finite(column.values) && are_counts(column.masses), "a value is not finite");
      const auto by_hash = [](double a, double b) { return hash_of_value(a) < hash_of_value(b); };
      expect(std::is_sorted(column.values.begin(), column.values.end(), by_hash), "values in another order");
    }
  }
  template <typename Asked, typename Other>
  void operator()(const Asked&, const Other&) const {
    expect(false, "it answers another kind of question");
  }

 private:
  bool is_own(std::uint64_t row) const { return row >= first_row_ && row - first_row_ < rows_; }
  void check(const ChosenRow& row) const {
    expect_vector(row.values, columns_, "a row");
    expect(is_own(row.number), "a row number outside of the worker's rows");
    expect(row.mass >= 0, "the distance of a row is negative or NaN");
  }
  void check(const Moments& moments, std::size_t components, Moments::Second second, const Doubles& pivots) const {
    expect(moments.fits(components, columns_, second, pivots), "moments of other components or columns");
  }
  void check(const EStepResult& e_step, std::size_t components, Moments::Second second, const Doubles& pivots) const {
    check(e_step.moments, components, second, pivots);
    expect(!std::isnan(e_step.certainty), "a sum is NaN");
    expect(e_step.moved <= rows_, "more rows moved than there are");
    expect(e_step.shared <= rows_ * components, "more responsibilities than there are");
  }

  std::uint64_t first_row_, rows_;
  std::size_t columns_;
};

}  // namespace

void check_request(const Request& request, std::size_t columns, std::size_t windows) {
  const RequestChecker checker(columns, windows);
  if (request.units) checker.check(*request.units);
  std::visit(checker, request.question);
}

void check_answer(const Question& question, const Answer& answer, std::uint64_t first_row, std::uint64_t rows,
                  std::size_t columns) {
  const AnswerChecker checker(first_row, rows, columns);
  checker.check_columns(question);
  std::visit(checker, question, answer);
}

void check_answer(const Question& question, const Subtree& subtree, std::size_t columns) {
  const std::uint64_t first = subtree.first, windows = subtree.windows, rows = subtree.rows;
  const bool is_power = windows > 0 && (windows & (windows - 1)) == 0;
  const bool is_node =
      is_power && windows <= kMostRows / kWindow && first <= kMostRows / kWindow && first % windows == 0;
  if (!is_node || rows <= (windows - 1) * kWindow || rows > windows * kWindow) {
    throw Error(ErrorCode::failed, "an answer does not fit its question: its windows are not a subtree of the rows");
  }
  check_answer(question, subtree.answer, first * kWindow, rows, columns);
}

}  // namespace mixseed
