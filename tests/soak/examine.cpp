// The claims about every case.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "mixseed/error.h"
#include "mixseed/mixseed.h"
#include "soak/case.h"

namespace mixseed::soak {
namespace {

constexpr double kAllowedFall = 1e-9;

// Messages that refuse data beyond the range of a double and give advice.
constexpr std::string_view kRefusals[] = {
    "too large for a double: divide the data by a constant",
    "too small for a double, which ends at 2.3e-308: multiply the data", "weights: expected a sum from 1e-150 to 1e150",
    "weights: their sum is too large", "components: expected at most one per row"};

bool is_refusal(std::string_view message) {
  return std::any_of(std::begin(kRefusals), std::end(kRefusals),
                     [&](std::string_view known) { return message.find(known) != std::string_view::npos; });
}

struct Violation {
  std::string what;
};
void claim(bool holds, const std::string& what) {
  if (!holds) throw Violation{what};
}

double largest_fall(const Trace& trace) {
  double largest = 0;
  int before = -1;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].stage != "em") continue;
    // The start may lie below the floor or have another covariance type, so the first round may lower the likelihood.
    if (before > 0) {
      const double from = trace[static_cast<std::size_t>(before)].objective;
      largest = std::max(largest, (from - trace[i].objective) / (1 + std::abs(from)));
    }
    before = before < 0 ? 0 : static_cast<int>(i);
  }
  return largest;
}

void check_model(const Fit& fit) {
  const double likelihood = fit.best_restart().final_log_likelihood;
  claim(std::isfinite(likelihood), "the likelihood is " + number_text(likelihood));
  const double penalised = fit.best_restart().penalised_log_likelihood;
  claim(std::isfinite(penalised), "the penalised likelihood is " + number_text(penalised));
  claim(std::isfinite(fit.best_restart().initial_log_likelihood), "the initial likelihood is not finite");
  claim(std::isfinite(fit.criteria.bic) && std::isfinite(fit.criteria.icl), "BIC or ICL is not finite");
  const auto& weights = fit.model.weights;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  claim(std::abs(sum - 1) < 1e-9, "the weights sum to " + number_text(sum));
  check(fit.model);
  for (const double number : precisions(fit.model)) claim(std::isfinite(number), "a precision is not finite");
  const bool emptied = std::any_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; });
  claim(!emptied || fit.best_restart().repairs.emptied > 0, "a component without weight is not reported");
  claim(from_json(to_json({fit.model, {}, {}}), "saved").mixture == fit.model, "saved and loaded it is another");
}

// rules=paper has no floor: at variances of 1e-36 densities are pure rounding, and another order of the components
// gives another score.
void check_score(const Fit& fit, const Data& data) {
  const double found = score(fit.model, data.view, 1), told = fit.best_restart().final_log_likelihood;
  claim(std::abs(found - told) <= 1e-6 * (1 + std::abs(told)),
        "the score is " + number_text(found) + ", the fit tells " + number_text(told));
}

void check_answers(const Fit& fit, const Data& data) {
  const std::vector<double> shares = responsibilities(fit.model, data.view, 1);
  const std::size_t K = fit.model.size();
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    const double sum = std::accumulate(&shares[i * K], &shares[i * K] + K, 0.0);
    claim(std::abs(sum - 1) < 1e-9, "responsibilities of row " + std::to_string(i) + " sum to " + number_text(sum));
  }
}

void check_threads(const Case& c, const Data& data, const Fit& one) {
  for (const int threads : {2, 7}) {
    const Fit other = fit(data.view, c.components, Pipeline::parse(c.method), c.options(threads));
    claim(other.model == one.model, std::to_string(threads) + " threads give other bits");
  }
}

void examine_fit(const Case& c, const Data& data, Finding& finding) {
  const Fit result = fit(data.view, c.components, Pipeline::parse(c.method), c.options(1));
  finding.repairs = result.best_restart().repairs.total();
  check_model(result);
  check_answers(result, data);
  if (!c.by_paper) check_score(result, data);
  if (!c.by_paper) finding.largest_fall = largest_fall(result.trace);
  claim(finding.largest_fall <= kAllowedFall, "the likelihood falls by " + number_text(finding.largest_fall));
  check_threads(c, data, result);
}

}  // namespace

Finding examine(const Case& c) {
  Finding finding;
  try {
    examine_fit(c, c.table.data(), finding);
  } catch (const Violation& violation) {
    finding.violation = violation.what;
  } catch (const Error& error) {
    finding.refused = is_refusal(error.what()) || c.by_paper;
    if (!finding.refused) finding.violation = std::string("refused: ") + error.what();
  } catch (const std::exception& error) {
    finding.violation = std::string("another exception: ") + error.what();
  }
  return finding;
}

}  // namespace mixseed::soak
