// Aligned columns for a terminal.
#include <algorithm>

#include "report/formats.h"
#include "report/people.h"

namespace mixseed::report {
namespace {

constexpr std::string_view kGap = "  ";

void widen(std::vector<std::size_t>& widths, const Words& row) {
  for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], display_width(row[j]));
}

std::string grid_text(const Grid& grid, const std::string& indent) {
  std::vector<std::size_t> widths(grid.aligns.size(), 0);
  widen(widths, grid.header);
  for (const Words& row : grid.rows) widen(widths, row);
  std::string text;
  const auto add = [&](const Words& row) {
    std::string line = indent;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string padding(widths[j] - display_width(row[j]), ' ');
      line += kGap;
      line += grid.aligns[j] == Align::left ? row[j] + padding : padding + row[j];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  if (!grid.header.empty()) add(grid.header);
  for (const Words& row : grid.rows) add(row);
  return text;
}

}  // namespace

std::string as_text(const Section& report) {
  std::string text;
  for (const TextBlock& block : blocks_of(report)) {
    const std::string outer(2 * block.depth, ' '), inner(4 * block.depth, ' ');
    if (block.depth == 0 && !text.empty()) text += "\n";
    if (!block.title.empty()) text += outer + block.title + "\n";
    for (const std::string& paragraph : block.paragraphs) text += outer + paragraph + "\n";
    text += grid_text(block.grid, inner);
    for (const std::string& note : block.notes) text += inner + "  " + note + "\n";
  }
  return text;
}

}  // namespace mixseed::report
