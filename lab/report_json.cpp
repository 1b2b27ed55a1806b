#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/report.h"
#include "mixseed/version.h"

namespace mixseed::lab {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json method_json(const std::string& label, const Cell& cell) {
  Json json{{"method", label},
            {"mean", cell.rank.mean},
            {"sd", cell.rank.deviation},
            {"degenerate", number(cell.degenerate)},
            {"fresh_mean", cell.fresh_rank ? number(*cell.fresh_rank) : Json(nullptr)},
            {"fresh_loss", number(cell.fresh_loss)}};
  if (cell.published) {
    json["published_mean"] = cell.published->mean;
    json["published_sd"] = cell.published->deviation;
  }
  return json;
}

Json column_json(const Table& table, const Column& column) {
  Json json{{"table", table.number},        {"rows", table.rows},  {"title", table.title},
            {"column", column.name},        {"kind", column.kind}, {"rules", name_of(table.rules)},
            {"data_sets", column.data_sets}};
  json["spearman"] = column.agreement ? number(column.agreement->spearman) : Json(nullptr);
  json["mean_abs_diff"] = column.agreement ? number(column.agreement->mean_abs_diff) : Json(nullptr);
  json["best_two_agree"] = column.agreement ? Json(column.agreement->best_two_agree) : Json(nullptr);
  json["friedman"] = {{"statistic", number(column.friedman.statistic)}, {"p", number(column.friedman.p)}};
  json["critical_difference"] = number(column.critical_difference);
  json["methods"] = Json::array();
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    json["methods"].push_back(method_json(table.methods[m], column.cells[m]));
  }
  json["wins"] = column.wins;
  return json;
}

Json sheet_json(const Sheet& sheet) {
  Json json{{"title", sheet.title}, {"rows", Json::array()}};
  for (const auto& row : sheet.rows) {
    Json object;
    for (std::size_t j = 0; j < row.size(); ++j) object[sheet.header[j]] = row[j];
    json["rows"].push_back(std::move(object));
  }
  return json;
}

}  // namespace

std::string tables_json(const std::vector<Table>& tables, const std::vector<Sheet>& files) {
  Json json{{"version", kVersion}, {"columns", Json::array()}, {"summary", Json::array()}, {"files", Json::array()}};
  for (const Table& table : tables) {
    for (const Column& column : table.columns) json["columns"].push_back(column_json(table, column));
  }
  for (const Rules rules : {Rules::paper, Rules::standard}) {
    const auto initial = median_spearman(tables, rules, "initial"), final = median_spearman(tables, rules, "final");
    if (!initial && !final) continue;
    json["summary"].push_back({{"rules", name_of(rules)},
                               {"median_spearman_initial", initial ? number(*initial) : Json(nullptr)},
                               {"median_spearman_final", final ? number(*final) : Json(nullptr)}});
  }
  for (const Sheet& sheet : files) json["files"].push_back(sheet_json(sheet));
  return json.dump(2) + "\n";
}

}  // namespace mixseed::lab
