// Columns are matched by name if both sides have names: swapped columns would silently give wrong results.
#include "io/match.h"

#include <algorithm>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

// Finds the columns of a model in a file.
class Matcher {
 public:
  Matcher(const ExpectedColumns& expected, bool chosen, const ColumnSet& columns, const std::string& where,
          const ColumnChoice& choice)
      : expected_(expected),
        chosen_(chosen),
        columns_(columns),
        where_(where),
        choice_(choice),
        names_(names_of(choice.features, columns)) {}

  std::vector<std::size_t> features() const {
    const bool by_position = names_.empty() || expected_.names.empty();
    if (by_position || chosen_) expect_count();
    if (by_position || names_ == expected_.names) return choice_.features;
    const bool none_known = std::none_of(names_.begin(), names_.end(), [&](const std::string& name) {
      return std::find(expected_.names.begin(), expected_.names.end(), name) != expected_.names.end();
    });
    if (!none_known) return by_name();
    if (chosen_) return choice_.features;
    fail_altogether();
  }

 private:
  void expect_count() const {
    const std::size_t count = choice_.features.size();
    if (count == expected_.count) return;
    const char* const plural = count == 1 ? "" : "s";
    fail(ErrorCode::input, where_,
         chosen_ ? filled("{} column{} {} chosen, but {} has {}", count, plural, count == 1 ? "is" : "are",
                          expected_.source, own_columns())
                 : filled("has {} column{}, but {} has {} (--columns chooses columns)", count, plural, expected_.source,
                          own_columns()));
  }

  std::vector<std::size_t> by_name() const {
    std::vector<std::size_t> found;
    std::vector<std::string> missing;
    for (const std::string& name : expected_.names) {
      const auto at = std::find(names_.begin(), names_.end(), name);
      if (at == names_.end()) {
        missing.push_back(shown(name));
      } else if (std::find(at + 1, names_.end(), name) != names_.end()) {
        fail(ErrorCode::input, where_,
             filled("has two columns {}, of which {} expects one; --columns chooses by number; {}", shown(name),
                    expected_.source, list()));
      } else {
        found.push_back(choice_.features[static_cast<std::size_t>(at - names_.begin())]);
      }
    }
    if (!missing.empty()) fail_missing(missing);
    return found;
  }

  [[noreturn]] void fail_missing(const std::vector<std::string>& missing) const {
    fail(ErrorCode::input, where_,
         filled("there {} {}{}, which {} expects; {}", missing.size() == 1 ? "is no column" : "are no columns",
                join({missing.begin(), missing.end()}, ", "),
                chosen_           ? " among the chosen ones"
                : choice_.weights ? " besides the weights"
                                  : "",
                expected_.source, list()));
  }

  [[noreturn]] void fail_altogether() const {
    fail(ErrorCode::input, where_,
         filled("no column has a name that {} expects: {}; {} has {}; if they only have other names, "
                "list them in that order with --columns",
                expected_.source, list(), expected_.source, own_columns()));
  }

  std::string list() const { return "the columns are " + column_list(columns_.count, columns_.names); }

  std::string own_columns() const {
    if (expected_.names.empty()) return std::to_string(expected_.count);
    return column_list(expected_.count, expected_.names);
  }

  const ExpectedColumns& expected_;
  const bool chosen_;
  const ColumnSet& columns_;
  const std::string& where_;
  const ColumnChoice& choice_;
  const std::vector<std::string> names_;  // of the features, in the order of the choice
};

}  // namespace

void match_columns(const ExpectedColumns& expected, bool chosen, const ColumnSet& columns, const std::string& where,
                   ColumnChoice& choice) {
  choice.features = Matcher(expected, chosen, columns, where, choice).features();
}

}  // namespace mixseed::io
