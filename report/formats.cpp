#include "report/formats.h"

#include "mixseed/error.h"

namespace mixseed::report {

std::span<const Format> formats() {
  static constexpr Format kFormats[] = {
      {"text", "aligned columns for a terminal", as_text},
      {"csv", "comma separated, exact numbers; the first column says which table", as_csv},
      {"markdown", "tables of GitHub's Markdown", as_markdown},
      {"latex", "one table environment per table", as_latex},
      {"json", "one object, exact numbers", as_json},
  };
  return kFormats;
}

std::string format_names(std::span<const Format> list) {
  std::string names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) names += i + 1 < list.size() ? ", " : " or ";
    names += list[i].name;
  }
  return names;
}

const Format& format_named(std::string_view name, std::span<const Format> list) {
  for (const Format& format : list) {
    if (format.name == name) return format;
  }
  throw Error(ErrorCode::usage, "--format wants " + format_names(list) + ", got '" + std::string(name) + "'");
}

}  // namespace mixseed::report
