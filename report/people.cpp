#include "report/people.h"

#include <algorithm>

#include "base/text.h"

namespace mixseed::report {
namespace {

// Names of files, columns and methods stand in titles, notes and tables.
void make_printable(Words& words) {
  for (std::string& word : words) word = mixseed::printable(word);
}

bool begins_character(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }

// The facts: next to their titles, or side by side below them. Facts without titles become notes.
void show_facts(TextBlock& block, const Section& section) {
  Words titles, values;
  for (const Part& part : section.parts) {
    const Fact* fact = std::get_if<Fact>(&part);
    if (!fact || !concerns(fact->audience, Audience::people) || fact->cell.is_omitted()) continue;
    if (fact->title.empty()) {
      block.notes.push_back(fact->cell.shown);
      continue;
    }
    titles.push_back(fact->title);
    values.push_back(fact->cell.shown);
  }
  if (section.side_by_side) {
    block.grid = {titles, std::vector<Align>(titles.size(), Align::right), {values}};
    return;
  }
  block.grid.aligns.assign(2, Align::left);
  for (std::size_t i = 0; i < values.size(); ++i) block.grid.rows.push_back({titles[i], values[i]});
}

Grid grid_of(const Sheet& sheet) {
  Grid grid;
  std::vector<std::size_t> shown;
  bool has_titles = false;
  for (std::size_t j = 0; j < sheet.columns.size(); ++j) {
    const Column& column = sheet.columns[j];
    if (!concerns(column.audience, Audience::people)) continue;
    shown.push_back(j);
    grid.header.push_back(column.title);
    grid.aligns.push_back(column.align);
    has_titles |= !column.title.empty();
  }
  if (!has_titles) grid.header.clear();
  for (std::size_t i = 0; i < std::min(sheet.rows.size(), sheet.shown_rows); ++i) {
    Words& row = grid.rows.emplace_back();
    for (const std::size_t j : shown) row.push_back(sheet.rows[i][j].shown);
  }
  return grid;
}

class Blocks {
 public:
  explicit Blocks(const Section& report) { add(report, 0); }
  std::vector<TextBlock> take() { return std::move(blocks_); }

 private:
  void add(const Section& section, std::size_t depth) {
    if (!concerns(section.audience, Audience::people)) return;
    TextBlock head{depth, section.title, {}, {}, section.notes};
    show_facts(head, section);
    if (!head.title.empty() || !head.grid.rows.empty() || !head.notes.empty()) blocks_.push_back(std::move(head));
    for (const Part& part : section.parts) {
      std::visit([&](const auto& one) { add(one, depth); }, part);
    }
  }
  void add(const Fact&, std::size_t) {}
  void add(const Note& note, std::size_t depth) {
    const bool goes_on = !blocks_.empty() && !blocks_.back().paragraphs.empty() && blocks_.back().notes.empty();
    if (!goes_on) blocks_.push_back({depth});
    blocks_.back().paragraphs.push_back(note.text);
  }
  void add(const Sheet& sheet, std::size_t depth) {
    if (!concerns(sheet.audience, Audience::people) || (sheet.rows.empty() && sheet.notes.empty())) return;
    blocks_.push_back({depth, sheet.title, {}, sheet.rows.empty() ? Grid{} : grid_of(sheet), sheet.notes});
  }
  void add(const List& list, std::size_t depth) {
    if (!concerns(list.audience, Audience::people) || list.items.empty()) return;
    if (!list.title.empty()) blocks_.push_back({depth, list.title});
    for (const Section& item : list.items) add(item, depth + (list.title.empty() ? 0 : 1));
  }

  std::vector<TextBlock> blocks_;
};

}  // namespace

std::string printable(std::string_view text) { return mixseed::printable(text); }

std::vector<TextBlock> blocks_of(const Section& report) {
  std::vector<TextBlock> blocks = Blocks(report).take();
  for (TextBlock& block : blocks) {
    block.title = printable(block.title);
    for (Words* words : {&block.paragraphs, &block.grid.header, &block.notes}) make_printable(*words);
    for (Words& row : block.grid.rows) make_printable(row);
  }
  return blocks;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::size_t offset_of_character(std::string_view text, std::size_t index) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (begins_character(text[at]) && seen++ == index) return at;
  }
  return text.size();
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace mixseed::report
