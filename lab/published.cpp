#include "lab/published.h"

#include <map>
#include <tuple>

#include "lab/resources.h"
#include "lab/text.h"

namespace mixseed::lab {
namespace {

using Key = std::tuple<int, std::string, std::string, std::string>;

std::map<Key, Published> read_published() {
  std::map<Key, Published> all;
  bool is_header = true;
  for (const std::string_view line : split_all(*resource("published.csv"), '\n')) {
    const bool skip = std::exchange(is_header, false) || line.empty();
    if (skip) continue;
    const auto field = split_all(line, ',');
    all[{static_cast<int>(whole_in(field[0], "table")), std::string(field[1]), std::string(field[2]),
         std::string(field[3])}] = {number_in(field[4], "mean"), number_in(field[5], "sd"), field[6] == "1"};
  }
  return all;
}

}  // namespace

std::optional<Published> published(int table, const std::string& column, const std::string& kind,
                                   const std::string& method) {
  static const std::map<Key, Published> kAll = read_published();
  const auto found = kAll.find({table, column, kind, method});
  return found == kAll.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace mixseed::lab
