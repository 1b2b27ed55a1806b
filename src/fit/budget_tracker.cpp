#include "fit/budget_tracker.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/portable.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

struct Unit {
  std::string_view name;
  double seconds;  // 0: passes
};
constexpr Unit kUnits[] = {{"passes", 0}, {"pass", 0}, {"p", 0}, {"s", 1}, {"min", 60}, {"h", 3600}};

}  // namespace

Budget Budget::parse(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = read_double(text.data(), end, number);
  std::string_view word(rest, static_cast<std::size_t>(end - rest));
  if (word.starts_with(' ')) word.remove_prefix(1);
  const auto* unit = std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.name == word; });
  if (error != std::errc() || !(number > 0) || !std::isfinite(number) || unit == std::end(kUnits)) {
    throw Error(ErrorCode::usage,
                "budget: expected a number above 0 and its unit, as in '10s', '2min', '1h' or '500 passes', got '" +
                    std::string(text) + "'");
  }
  Budget budget;
  (unit->seconds > 0 ? budget.seconds : budget.passes) = unit->seconds > 0 ? number * unit->seconds : number;
  return budget;
}

BudgetTracker::BudgetTracker(const Budget& budget, std::size_t rows, std::function<bool()> enough)
    : budget_(budget), rows_(rows), enough_(std::move(enough)) {}

bool BudgetTracker::is_over() {
  if (!reason_.empty() || counted_ == looked_at_) return !reason_.empty();
  looked_at_ = counted_;
  over_at_ = passes();
  if (passes() >= budget_.passes) {
    reason_ = "passes";
  } else if (seconds() >= budget_.seconds) {
    reason_ = "seconds";
  } else if (enough_ && enough_()) {
    reason_ = "asked";
  }
  return !reason_.empty();
}

double BudgetTracker::share() const {
  return std::min(1.0, std::max(passes() / budget_.passes, seconds() / budget_.seconds));
}

double BudgetTracker::seconds_left() const {
  const double by_passes = seconds() * (budget_.passes / passes() - 1);
  return std::max(
      0.0, std::isnan(by_passes) ? budget_.seconds - seconds() : std::min(by_passes, budget_.seconds - seconds()));
}

}  // namespace mixseed
