// Seconds per fit.
#include <compare>
#include <set>

#include "lab/format.h"
#include "lab/report.h"
#include "lab/resources.h"
#include "lab/text.h"
#include "mixseed/version.h"

namespace mixseed::lab {
namespace {

using report::Align, report::Cell, report::Fact, report::Missing, report::Section, report::Sheet;

// Data sets whose times are comparable: of one size, or one file.
struct Size {
  std::size_t rows = 0, columns = 0;  // of generated data
  std::string file;
  std::size_t components = 0;

  auto operator<=>(const Size&) const = default;
  bool is_of_table_8() const { return rows == 1000 && columns == 10; }
};

Size size_of(const DataSet& set) {
  if (set.generated) return {set.generated->rows, set.generated->dim, "", 0};
  return {0, 0, set.file->name, set.components};
}

std::string title_of(const Size& size, RuleSet rules) {
  const std::string what = size.file.empty() ? formatted("{} rows, D = {}", size.rows, size.columns)
                                             : formatted("{}, K = {}", size.file, size.components);
  return formatted("{} per fit, {}; rules {}", size.is_of_table_8() ? "Table 8: seconds" : "Seconds", what,
                   name_of(rules));
}

Cell published_seconds(const std::string& method) {
  for (const std::string_view line : split_all(*resource("published_times.csv"), '\n')) {
    const auto [label, value] = split_at(line, ",");
    if (label == method) return Cell(number_in(value, "published_times.csv")).as(std::string(value));
  }
  return Missing();
}

Sheet sheet_of(const Results& results, const Size& size, RuleSet rules) {
  Sheet sheet{.key = "methods", .title = title_of(size, rules)};
  sheet.columns = {{"method", "method", report::Audience::all, Align::left},
                   {"seconds", "seconds"},
                   {"published", "published (Intel Core i7-3770)",
                    size.is_of_table_8() ? report::Audience::all : report::Audience::programs},
                   {"fits", "fits"}};
  for (std::size_t m = 0; m < results.methods.size(); ++m) {
    double seconds = 0;
    std::size_t fits = 0;
    for (const DataSetResult& result : results.data_sets) {
      const Entry& entry = result.entries[m];
      if (size_of(result.set) != size || entry.outcomes.empty()) continue;
      seconds += entry.mean_seconds() * static_cast<double>(entry.outcomes.size());
      fits += entry.outcomes.size();
    }
    if (fits == 0) continue;
    const std::string& label = results.methods[m].label;
    sheet.rows.push_back({label, report::fixed(seconds / static_cast<double>(fits), 5),
                          size.is_of_table_8() ? published_seconds(label) : Cell(Missing()), fits});
  }
  return sheet;
}

template <typename Value>
Cell missing_if_empty(const Value& value) {
  return value == Value() ? Cell(Missing()) : Cell(value);
}

Section section_of(const Results& results, const Size& size, RuleSet rules) {
  Section section;
  const auto add_fact = [&](const char* key, Cell cell) {
    section.add(Fact{key, "", std::move(cell), report::Audience::programs});
  };
  add_fact("rules", name_of(rules));
  add_fact("rows", missing_if_empty(size.rows));
  add_fact("columns", missing_if_empty(size.columns));
  add_fact("file", missing_if_empty(size.file));
  add_fact("components", missing_if_empty(size.components));
  section.add(sheet_of(results, size, rules));
  return section;
}

}  // namespace

report::Section times_report(const std::vector<RunsOfRule>& runs) {
  Section report{.key = "program"};
  report.add(Fact{"version", "", kVersion, report::Audience::programs});
  report::List times{.key = "times"};
  for (const auto& [rules, results] : runs) {
    std::set<Size> sizes;
    for (const DataSetResult& result : results.data_sets) sizes.insert(size_of(result.set));
    for (const Size& size : sizes) times.items.push_back(section_of(results, size, rules));
    if (sizes.empty()) report.add(report::Note{formatted("No runs under rules {}.", name_of(rules))});
  }
  report.add(std::move(times));
  return report;
}

}  // namespace mixseed::lab
