// The registry as a report.
#include <cmath>

#include "lab/format.h"
#include "mixseed/methods.h"
#include "mixseed/version.h"
#include "report.h"

namespace mixseed::cli {
namespace {

using report::Align, report::Audience, report::Cell, report::Fact, report::Missing, report::Section, report::Sheet;

constexpr double kNoLimit = 1e300;

std::string number_or(double value, std::string_view otherwise) {
  return std::fabs(value) < kNoLimit ? report::exact_text(value) : std::string(otherwise);
}

std::string limits_text(const ParameterInfo& parameter) {
  return formatted("{}{}, {}{}", parameter.above_least ? "(" : "[", number_or(parameter.least, "-inf"),
                   number_or(parameter.most, "inf"), parameter.most < kNoLimit ? "]" : ")");
}

report::Row parameter_row(const ParameterInfo& parameter) {
  const std::string_view kind = name_of(parameter.kind);
  const std::string name(parameter.name);
  if (parameter.kind == ParameterInfo::Kind::choice) {
    const std::string_view fallback = parameter.choices[static_cast<std::size_t>(parameter.fallback)];
    const Cell choices(Cell::List(parameter.choices.begin(), parameter.choices.end()));
    return {formatted("{}={}", name, fallback), choices, name, parameter.summary, kind, fallback, choices, {}, {}, {}};
  }
  const bool is_whole = parameter.kind == ParameterInfo::Kind::integer;
  const Cell fallback = is_whole ? Cell(static_cast<long long>(parameter.fallback)) : Cell(parameter.fallback);
  return {name + "=" + number_or(parameter.fallback, "inf"),
          limits_text(parameter),
          name,
          parameter.summary,
          kind,
          fallback,
          {},
          parameter.least,
          parameter.most,
          parameter.above_least};
}

Section method_section(const MethodInfo& method) {
  Section section{.title = std::string(method.name)};
  if (!method.alias.empty()) section.title += formatted(" ({})", method.alias);
  section.add(Fact{"kind", "", name_of(method.kind), Audience::programs});
  section.add(Fact{"name", "", method.name, Audience::programs});
  section.add(Fact{"alias", "", method.alias.empty() ? Cell(Missing()) : Cell(method.alias), Audience::programs});
  section.add(Fact{"summary", "", method.summary});
  section.add(Fact{"reference", "", method.reference, Audience::programs});
  section.add(Fact{"deterministic", "", method.deterministic, Audience::programs});
  Sheet sheet{.key = "parameters"};
  sheet.columns = {{"", "", Audience::people, Align::left},
                   {"", "", Audience::people, Align::left},
                   {"name", "", Audience::programs},
                   {"summary", "", Audience::all, Align::left}};
  for (const char* key : {"kind", "default", "choices", "least", "most", "above_least"}) {
    sheet.columns.push_back({key, "", Audience::programs});
  }
  for (const ParameterInfo& parameter : method.parameters) sheet.rows.push_back(parameter_row(parameter));
  section.add(std::move(sheet));
  return section;
}

report::List methods_where(const auto& wanted) {
  report::List list{.key = "methods"};
  for (const MethodInfo& method : methods()) {
    if (wanted(method)) list.items.push_back(method_section(method));
  }
  return list;
}

}  // namespace

report::Section methods_report() {
  constexpr std::pair<MethodInfo::Kind, std::string_view> kGroups[] = {
      {MethodInfo::Kind::transform, "Transforms (optional, before the seeder)"},
      {MethodInfo::Kind::seeder, "Seeders"},
      {MethodInfo::Kind::refiner, "Refiners"}};
  Section report{.key = "program"};
  report.add(Fact{"version", "", kVersion, Audience::programs});
  report.add(Fact{"kernels", "", kernels_in_use(), Audience::programs});
  report.add(report::Note{
      "A method is a seeder and refiners, [transform/]seeder[:name=value,...]/refiner[:...]/..., or auto."});
  for (const auto& [kind, title] : kGroups) {
    report::List group = methods_where([wanted = kind](const MethodInfo& method) { return method.kind == wanted; });
    group.title = title;
    group.audience = Audience::people;
    report.add(std::move(group));
  }
  report::List all = methods_where([](const MethodInfo&) { return true; });
  all.audience = Audience::programs;
  report.add(std::move(all));
  return report;
}

}  // namespace mixseed::cli
