// One table environment per table.
#include "report/formats.h"
#include "report/people.h"

namespace mixseed::report {
namespace {

std::string latex_word(const std::string& word) {
  std::string text;
  for (const char letter : word) {
    switch (letter) {
      case '\\': text += "\\textbackslash{}"; break;
      case '~': text += "\\textasciitilde{}"; break;
      case '^': text += "\\textasciicircum{}"; break;
      case '|': text += "\\textbar{}"; break;
      case '<': text += "\\textless{}"; break;
      case '>': text += "\\textgreater{}"; break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}': text += '\\'; [[fallthrough]];
      default: text += letter;
    }
  }
  return replaced(replaced(text, "\u00b1", "$\\pm$"), "\u2026", "\\ldots{}");
}

std::string latex_line(const Words& row) {
  std::string line;
  for (const std::string& word : row) line += (&word == row.data() ? "    " : " & ") + latex_word(word);
  return line + " \\\\\n";
}

std::string table_text(const TextBlock& block) {
  std::string text = "\\begin{table}[htb]\n  \\centering\n";
  if (!block.title.empty()) text += "  \\caption{" + latex_word(block.title) + "}\n";
  text += "  \\begin{tabular}{";
  for (const Align align : block.grid.aligns) text += align == Align::left ? 'l' : 'r';
  text += "}\n";
  if (!block.grid.header.empty()) text += latex_line(block.grid.header) + "    \\hline\n";
  for (const Words& row : block.grid.rows) text += latex_line(row);
  text += "  \\end{tabular}\n";
  for (const std::string& note : block.notes) text += "  \\par\\footnotesize " + latex_word(note) + "\n";
  return text + "\\end{table}\n";
}

}  // namespace

std::string as_latex(const Section& report) {
  std::string text;
  for (const TextBlock& block : blocks_of(report)) {
    if (!text.empty()) text += "\n";
    if (!block.grid.rows.empty()) {
      text += table_text(block);
      continue;
    }
    if (!block.title.empty()) text += "\\paragraph{" + latex_word(block.title) + "}\n";
    for (const Words& words : {block.paragraphs, block.notes}) {
      for (const std::string& word : words) text += latex_word(word) + "\n";
    }
  }
  return text;
}

}  // namespace mixseed::report
