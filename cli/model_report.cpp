// The model in the report of a fit: a table of components for people, all numbers for programs.
#include <algorithm>
#include <cmath>
#include <span>

#include "lab/format.h"
#include "report.h"
#include "report/people.h"

namespace mixseed::cli {
namespace {

using report::Audience, report::Cell, report::counted, report::Fact, report::fixed, report::fixed_text, report::Row,
    report::Section, report::Sheet;

constexpr std::size_t kShownComponents = 30;
constexpr std::size_t kShownColumns = 5;
constexpr std::size_t kNameHead = 8, kNameTail = 8;  // of a name that is too long for its column

// As many decimals as show three digits of the deviation, where plain decimals stay short.
std::string spread_text(double mean, double deviation) {
  const bool is_plain = deviation >= 1e-4 && deviation < 1e6 && std::fabs(mean) < 1e12;
  if (!is_plain) return report::brief_text(mean, 5) + " ± " + report::brief_text(deviation, 3);
  const int places = std::max(0, 2 - static_cast<int>(std::floor(std::log10(deviation))));
  return fixed_text(mean, places) + " ± " + fixed_text(deviation, places);
}

std::string column_name(const std::vector<std::string>& names, std::size_t column) {
  if (column >= names.size() || names[column].empty()) return formatted("column {}", column + 1);
  return names[column];
}

// Cut in the middle, because long names often differ at their ends.
std::string shortened(const std::string& column) {
  const std::string name = report::printable(column);
  const std::size_t width = report::display_width(name);
  if (width <= kNameHead + 1 + kNameTail) return name;
  const std::size_t head = report::offset_of_character(name, kNameHead);
  return name.substr(0, head) + "…" + name.substr(report::offset_of_character(name, width - kNameTail));
}

// Numbers as nested lists, `extents` the lengths, outermost first.
Cell nested(const double*& numbers, std::span<const std::size_t> extents) {
  if (extents.empty()) return *numbers++;
  Cell::List list;
  for (std::size_t i = 0; i < extents.front(); ++i) list.push_back(nested(numbers, extents.subspan(1)));
  return list;
}

}  // namespace

Sheet components_sheet(const FitResult& result) {
  const Mixture& model = result.fit().model;
  Sheet sheet{.key = "components", .title = "Components (mean ± standard deviation)", .left_out_of_json = true};
  sheet.columns = {{"component", "component"}, {"weight", "weight"}, {"rows", "rows"}};
  for (std::size_t column = 0; column < model.dim; ++column) {
    const std::string name = column_name(result.names, column);
    if (column < kShownColumns) sheet.columns.push_back({"", shortened(name), Audience::people});
    sheet.columns.push_back({name + ".mean", "", Audience::programs});
    sheet.columns.push_back({name + ".sd", "", Audience::programs});
  }
  const double observations = result.fit().criteria.observations;
  for (std::size_t k = 0; k < model.size(); ++k) {
    const std::vector<double> covariance = model.covariance_of(k);
    Row& row = sheet.rows.emplace_back(Row{k, fixed(model.weights[k], 4), fixed(model.weights[k] * observations, 1)});
    for (std::size_t column = 0; column < model.dim; ++column) {
      const double mean = model.mean(k)[column], deviation = std::sqrt(covariance[column * model.dim + column]);
      if (column < kShownColumns) row.emplace_back(spread_text(mean, deviation));
      row.emplace_back(mean);
      row.emplace_back(deviation);
    }
  }
  sheet.shown_rows = kShownComponents;
  const auto tell_more = [&](std::size_t all, std::size_t shown, std::string_view noun) {
    if (all > shown) sheet.notes.push_back(formatted("and {} in the model (-o)", counted(all - shown, noun)));
  };
  tell_more(model.dim, kShownColumns, "more column");
  tell_more(model.size(), kShownComponents, "more component");
  return sheet;
}

Section model_section(const FitResult& result) {
  const Mixture& model = result.fit().model;
  const std::size_t K = model.size(), D = model.dim;
  Section section{.key = "model", .audience = Audience::programs};
  const auto add = [&](const char* name, const std::vector<double>& numbers, std::vector<std::size_t> extents) {
    const double* at = numbers.data();
    section.add(Fact{name, "", nested(at, extents), Audience::programs});
  };
  section.add(Fact{"covariance", "", name_of(model.covariance), Audience::programs});
  if (!result.names.empty()) {
    section.add(Fact{"columns", "", Cell::List(result.names.begin(), result.names.end()), Audience::programs});
  }
  add("weights", model.weights, {K});
  add("means", model.means, {K, D});
  add("covariances", model.covariances, layout_of(model.covariance).extents(K, D));
  if (model.noise) {
    const bool turned = model.noise->edges.size() != D;
    section.add(Fact{"noise.weight", "", model.noise->weight, Audience::programs});
    section.add(Fact{"noise.log_volume", "", model.noise->log_volume, Audience::programs});
    add("noise.corner", model.noise->corner, {D});
    add("noise.edges", model.noise->edges, turned ? std::vector{D, D} : std::vector{D});
  }
  return section;
}

}  // namespace mixseed::cli
