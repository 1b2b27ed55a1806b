#include "io/source_rows.h"

#include <algorithm>

#include "base/text.h"
#include "io/fields.h"
#include "io/utf8.h"

namespace mixseed::io {
namespace {

std::vector<std::string> default_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t column = 1; column <= count; ++column) names.push_back(filled("x{}", column));
  return names;
}

// Empty values stay empty. A name is quoted if it is empty, so that the line is not blank.
std::string line_of(const std::vector<std::string>& fields, const std::vector<bool>& wanted, bool are_names) {
  std::string line;
  bool is_first = true;
  for (std::size_t column = 0; column < fields.size(); ++column) {
    if (!wanted[column]) continue;
    if (!is_first) line += ',';
    if (are_names || !fields[column].empty()) line += csv_field(fields[column]);
    is_first = false;
  }
  return line;
}

}  // namespace

SourceRows source_of(const TableLayout& layout, const std::vector<std::size_t>& dropped, const ReadOptions& options,
                     const std::string& where) {
  const bool has_names = !layout.columns.names.empty();
  const std::vector<std::string> names = has_names ? layout.columns.names : default_names(layout.columns.count);
  std::vector<bool> wanted;
  for (const std::string& name : names) {
    const auto& unwanted = options.source_without;
    wanted.push_back(!has_names || std::find(unwanted.begin(), unwanted.end(), name) == unwanted.end());
  }
  SourceRows source{line_of(names, wanted, true), {}};
  Fields fields(layout.body, layout.delimiter, layout.first_line, where);
  auto next = dropped.begin();
  for (std::size_t row = 0; fields.next_row(); ++row) {
    std::vector<std::string> texts = fields.row();
    if (next != dropped.end() && *next == row) {
      ++next;
      continue;
    }
    for (std::string& text : texts) text = to_utf8(std::move(text));
    source.rows.push_back(line_of(texts, wanted, false));
  }
  return source;
}

SourceRows source_of(const DataView& view) {
  const std::vector<bool> wanted(view.columns(), true);
  SourceRows source{line_of(default_names(view.columns()), wanted, true), {}};
  write_csv(view, {}, [&](std::string_view part) {
    for (std::size_t end = part.find('\n'); end != std::string_view::npos; end = part.find('\n')) {
      source.rows.emplace_back(part.substr(0, end));
      part.remove_prefix(end + 1);
    }
  });
  return source;
}

}  // namespace mixseed::io
