// Tables of GitHub's Markdown.
#include "report/formats.h"
#include "report/people.h"

namespace mixseed::report {
namespace {

std::string markdown_line(const Words& row) {
  std::string line = "|";
  for (const std::string& word : row) line += " " + replaced(word, "|", "\\|") + " |";
  return line + "\n";
}

std::string grid_text(const Grid& grid) {
  if (grid.rows.empty()) return "";
  std::string text = markdown_line(grid.header.empty() ? Words(grid.aligns.size()) : grid.header) + "|";
  for (const Align align : grid.aligns) text += align == Align::left ? "---|" : "---:|";
  text += "\n";
  for (const Words& row : grid.rows) text += markdown_line(row);
  return text;
}

}  // namespace

std::string as_markdown(const Section& report) {
  std::string text;
  for (const TextBlock& block : blocks_of(report)) {
    if (!text.empty()) text += "\n";
    const std::string grid = grid_text(block.grid);
    if (!block.title.empty()) text += "**" + block.title + "**\n" + (grid.empty() ? "" : "\n");
    for (const std::string& paragraph : block.paragraphs) text += paragraph + "\n";
    text += grid;
    for (const std::string& note : block.notes) text += "\n" + note + "\n";
  }
  return text;
}

}  // namespace mixseed::report
