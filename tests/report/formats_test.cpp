#include "report/formats.h"

#include <gtest/gtest.h>

#include "mixseed/error.h"

namespace mixseed::report {
namespace {

// A report with parts of every kind.
Section example() {
  Section report{.key = "run", .title = "rows.csv"};
  report.add(Fact{"version", "", "1.0", Audience::programs});
  report.add(Fact{"seed", "seed", 7});
  report.add(Fact{"", "em", "3 rounds", Audience::people});
  report.add(Fact{"end.value", "", -0.125, Audience::programs});
  report.add(Fact{"end.error", "", Missing(), Audience::programs});
  Sheet sheet{.key = "methods", .title = "Methods", .notes = {"2 of 2"}};
  sheet.columns = {
      {"method", "method", Audience::all, Align::left}, {"mean", "mean"}, {"exact", "", Audience::programs}};
  sheet.rows = {{"a_b", fixed(1.0 / 3, 2), 100000.0}, {"naïve, or \"not\"", Missing(), Cell()}};
  report.add(std::move(sheet));
  report.add(Note{"Use a_b."});
  return report;
}

TEST(Text, ColumnsAreAlignedByCharactersNotBytes) {
  EXPECT_EQ(as_text(example()),
            "rows.csv\n"
            "  seed  7\n"
            "  em    3 rounds\n"
            "\n"
            "Methods\n"
            "  method           mean\n"
            "  a_b              0.33\n"
            "  naïve, or \"not\"     -\n"
            "  2 of 2\n"
            "\n"
            "Use a_b.\n");
}

TEST(Json, KeysWithDotsAreObjectsAndRealNumbersKeepTheirPoint) {
  EXPECT_EQ(as_json(example()),
            R"({
  "version": "1.0",
  "seed": 7,
  "end": {
    "value": -0.125,
    "error": null
  },
  "methods": [
    {
      "method": "a_b",
      "mean": 0.3333333333333333,
      "exact": 100000.0
    },
    {
      "method": "naïve, or \"not\"",
      "mean": null
    }
  ]
}
)");
}

TEST(Json, ListsAreArraysEvenWhenEmpty) {
  Section report;
  report.add(List{.key = "none"});
  report.add(Fact{"wins", "", Cell::List{Cell::List{0.5, 1.0}, Cell::List{}}});
  EXPECT_EQ(as_json(report), R"({
  "none": [],
  "wins": [
    [
      0.5,
      1.0
    ],
    []
  ]
}
)");
}

TEST(Json, WhatIsNotUtf8OrWouldEndTheTextIsReplacedOrEscaped) {
  Section report;
  report.add(Fact{"a", "", std::string("\xff\xc3(\x01\t\"\\\xe2\x82\xac")});
  EXPECT_EQ(as_json(report), "{\n  \"a\": \"\ufffd\ufffd(\\u0001\\t\\\"\\\\\u20ac\"\n}\n");
}

TEST(Csv, EveryTableHasItsNameInFrontAndExactNumbers) {
  EXPECT_EQ(as_csv(example()),
            "table,version,seed,end.value,end.error\n"
            "run,1.0,7,-0.125,\n"
            "\n"
            "table,method,mean,exact\n"
            "methods,a_b,0.3333333333333333,100000\n"
            "methods,\"naïve, or \"\"not\"\"\",,\n");
}

TEST(Csv, AListIsOneTableWithTheFactsOfItsItemsInFront) {
  List list{.key = "columns"};
  for (const char* name : {"first", "second"}) {
    Section& item = list.items.emplace_back();
    item.add(Fact{"name", "", name});
    Sheet sheet{.key = "rows"};
    sheet.columns = {{"name", ""}, {"value", ""}};
    if (item.parts.size() == 1 && list.items.size() == 1) sheet.rows = {{"x", 1}, {"y", 2}};
    item.add(std::move(sheet));
  }
  Section report;
  report.add(std::move(list));
  EXPECT_EQ(as_csv(report),
            "table,name,rows.name,rows.value\n"
            "columns,first,x,1\n"
            "columns,first,y,2\n"
            "columns,second,,\n");
}

TEST(Markdown, BarsAreEscapedAndAlignmentIsKept) {
  Section report;
  Sheet sheet{.title = "t", .notes = {"n"}};
  sheet.columns = {{"a", "a", Audience::all, Align::left}, {"b", "b"}};
  sheet.rows = {{"x", "1 | 2"}};
  report.add(sheet);
  EXPECT_EQ(as_markdown(report), "**t**\n\n| a | b |\n|---|---:|\n| x | 1 \\| 2 |\n\nn\n");
}

TEST(Latex, SpecialLettersAreEscaped) {
  Section report;
  Sheet sheet{.title = "100 %"};
  sheet.columns = {{"a", "a_b", Audience::all, Align::left}, {"b", "b"}};
  sheet.rows = {{"x^2 & \\y", "1 \u00b1 2"}};
  report.add(sheet);
  EXPECT_EQ(as_latex(report),
            "\\begin{table}[htb]\n"
            "  \\centering\n"
            "  \\caption{100 \\%}\n"
            "  \\begin{tabular}{lr}\n"
            "    a\\_b & b \\\\\n"
            "    \\hline\n"
            "    x\\textasciicircum{}2 \\& \\textbackslash{}y & 1 $\\pm$ 2 \\\\\n"
            "  \\end{tabular}\n"
            "\\end{table}\n");
}

TEST(Formats, ListsIndentTheirItemsUnderATitle) {
  Section item{.title = "uniform (u)"};
  item.add(Fact{"summary", "", "rows at random"});
  Section report;
  report.add(List{.key = "methods", .title = "Seeders", .items = {item}});
  EXPECT_EQ(as_text(report), "Seeders\n  uniform (u)\n      rows at random\n");
  EXPECT_EQ(as_markdown(report), "**Seeders**\n\n**uniform (u)**\n\nrows at random\n");
}

TEST(Formats, EmptySheetsAreNotShownToPeople) {
  Section report;
  Sheet sheet{.key = "rows", .title = "Nothing"};
  sheet.columns = {{"a", "a"}};
  report.add(sheet);
  for (const char* name : {"text", "markdown", "latex"}) EXPECT_EQ(format_named(name).write(report), "") << name;
  EXPECT_EQ(as_json(report), "{\n  \"rows\": []\n}\n");
}

TEST(Formats, AreFoundByNameAndAnUnknownNameListsThem) {
  for (const Format& format : formats()) EXPECT_EQ(&format_named(format.name), &format);
  try {
    format_named("xml");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(), "--format wants text, csv, markdown, latex or json, got 'xml'");
  }
}

// A format that only this test knows.
std::string as_keys(const Section& report) {
  std::string text;
  for (const Part& part : report.parts) {
    if (const Fact* fact = std::get_if<Fact>(&part)) text += fact->key + ";";
  }
  return text;
}

TEST(Formats, ANewOneIsAFunctionAndALineOfTheList) {
  std::vector<Format> list(formats().begin(), formats().end());
  list.push_back({"keys", "the keys of the facts", as_keys});
  EXPECT_EQ(format_named("keys", list).write(example()), "version;seed;;end.value;end.error;");
  EXPECT_EQ(format_names(list), "text, csv, markdown, latex, json or keys");
}

}  // namespace
}  // namespace mixseed::report
