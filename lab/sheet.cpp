#include "lab/sheet.h"

#include <fmt/format.h>

#include <algorithm>

namespace mixseed::lab {
namespace {

using Words = std::vector<std::string>;

// Terminal cells: one per UTF-8 character.
std::size_t width_of(const std::string& word) {
  return static_cast<std::size_t>(
      std::count_if(word.begin(), word.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string as_text(const Sheet& sheet) {
  std::vector<std::size_t> widths(sheet.header.size(), 0);
  const auto widen = [&](const Words& row) {
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width_of(row[j]));
  };
  widen(sheet.header);
  for (const Words& row : sheet.rows) widen(row);
  std::string text = sheet.title + "\n";
  const auto add = [&](const Words& row) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string padding(widths[j] - width_of(row[j]), ' ');
      line += j == 0 ? "  " + row[j] + padding : "  " + padding + row[j];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add(sheet.header);
  for (const Words& row : sheet.rows) add(row);
  for (const std::string& note : sheet.notes) text += "  " + note + "\n";
  return text;
}

std::string as_markdown(const Sheet& sheet) {
  std::string text = fmt::format("**{}**\n\n", sheet.title);
  const auto add = [&](const Words& row) {
    text += "|";
    for (const std::string& word : row) text += fmt::format(" {} |", replaced(word, "|", "\\|"));
    text += "\n";
  };
  add(sheet.header);
  text += "|---|";
  for (std::size_t j = 1; j < sheet.header.size(); ++j) text += "---:|";
  text += "\n";
  for (const Words& row : sheet.rows) add(row);
  for (const std::string& note : sheet.notes) text += fmt::format("\n{}\n", note);
  return text;
}

std::string csv_line(const Words& row) {
  std::string line;
  for (const std::string& word : row) {
    const bool needs_quotes = word.find_first_of(",\"\n") != std::string::npos;
    line += (line.empty() ? "" : ",") + (needs_quotes ? "\"" + replaced(word, "\"", "\"\"") + "\"" : word);
  }
  return line + "\n";
}

// The title is the first column, so that several tables can stand in one file.
std::string as_csv(const Sheet& sheet) {
  const auto titled = [&](const std::string& first, Words row) {
    row.insert(row.begin(), first);
    return csv_line(row);
  };
  std::string text = titled("table", sheet.header);
  for (const Words& row : sheet.rows) text += titled(sheet.title, row);
  return text;
}

std::string latex_word(const std::string& word) {
  std::string text;
  for (const char letter : word) {
    if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos) text += '\\';
    text += letter;
  }
  return replaced(replaced(text, "\u00b1", "$\\pm$"), "|", "\\textbar{}");
}

std::string as_latex(const Sheet& sheet) {
  std::string text =
      fmt::format("\\begin{{table}}[htb]\n  \\centering\n  \\caption{{{}}}\n  \\begin{{tabular}}{{l{}}}\n",
                  latex_word(sheet.title), std::string(sheet.header.size() - 1, 'r'));
  const auto add = [&](const Words& row) {
    Words words;
    for (const std::string& word : row) words.push_back(latex_word(word));
    text += fmt::format("    {} \\\\\n", fmt::join(words, " & "));
  };
  add(sheet.header);
  text += "    \\hline\n";
  for (const Words& row : sheet.rows) add(row);
  return text + "  \\end{tabular}\n\\end{table}\n";
}

}  // namespace

std::string written(const std::vector<Sheet>& sheets, Format format) {
  constexpr std::string (*kWriters[])(const Sheet&) = {as_text, as_csv, as_markdown, as_latex};
  std::string text;
  for (const Sheet& sheet : sheets) {
    text += (text.empty() ? "" : "\n") + kWriters[static_cast<std::size_t>(format)](sheet);
  }
  return text;
}

}  // namespace mixseed::lab
