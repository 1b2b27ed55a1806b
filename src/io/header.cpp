#include "io/header.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "base/text.h"
#include "io/fields.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kSampleRows = 100, kSampleBytes = 60'000;
constexpr std::size_t kEnoughRows = 10;     // a column is judged from at least this many rows
constexpr std::size_t kRowsForNote = 3;     // no note for files with fewer rows
constexpr std::size_t kEnoughColumns = 20;  // wide files with fewer rows are judged over all columns together
constexpr double kFirstYear = 1800, kLastYear = 2100, kLeastYear = 1000, kMostYear = 2999;

bool looks_like_number(std::string_view field) {
  double value = 0;
  const NumberKind kind = parse_number(field, value);
  return kind != NumberKind::rubbish && kind != NumberKind::empty;
}

bool has_names(const Row& first, const Row& second) {
  bool any_text = false, any_number = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool number = looks_like_number(first[i]);
    const bool text = !number && !is_missing_mark(first[i]);
    if (text && i < second.size() && looks_like_number(second[i])) return true;
    any_text = any_text || text;
    any_number = any_number || number;
  }
  // If texts stand in the same columns of the second row, the first one is a row with labels, not a header.
  return any_text && (!any_number || second.empty());
}

// The rows below the first one.
struct Sample {
  std::vector<Row> rows;
  bool first_is_quoted = false;  // every field of the first row is in quotes, and none below
};

// Ends at a row of another width or with wrong quotes; the parser reports those.
Sample sample_of(Fields fields, const Row& first, std::string_view text) {
  Sample sample;
  const char* const bound = text.data() + std::min(text.size(), kSampleBytes);
  const char* start = fields.row_start();
  const auto quotes_since = [&] { return static_cast<std::size_t>(std::count(start, fields.position(), '"')); };
  try {
    fields.row();
    sample.first_is_quoted = quotes_since() == 2 * first.size();
    while (sample.rows.size() < kSampleRows && fields.next_row()) {
      start = fields.row_start();
      Row row = fields.row();
      if (row.size() != first.size()) break;
      if (!sample.rows.empty() && fields.position() > bound) break;
      sample.first_is_quoted = sample.first_is_quoted && quotes_since() == 0;
      sample.rows.push_back(std::move(row));
    }
  } catch (const Error&) {
    return sample;
  }
  return sample;
}

bool is_integer_text(std::string_view field) {
  return !field.empty() && std::all_of(field.begin(), field.end(), is_digit);
}

std::optional<double> number_of(std::string_view field) {
  double value = 0;
  if (parse_number(field, value) != NumberKind::number) return std::nullopt;
  return value;
}

// The numbers of a row from the column `from` on; empty if a field is not a number.
std::optional<std::vector<double>> numbers_of(const Row& row, std::size_t from) {
  std::vector<double> numbers;
  for (std::size_t column = from; column < row.size(); ++column) {
    const auto value = number_of(row[column]);
    if (!value) return std::nullopt;
    numbers.push_back(*value);
  }
  return numbers;
}

bool has_equal_steps(const std::vector<double>& numbers) {
  const double step = numbers.size() > 1 ? numbers[1] - numbers[0] : 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const double error = 1e-9 * std::max(std::fabs(numbers[i]), std::fabs(step));
    if (!(std::fabs(numbers[i] - numbers[i - 1] - step) <= error)) return false;
  }
  return true;
}

bool is_rising(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
}

bool counts_up(const std::vector<double>& numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] != numbers[i - 1] + 1) return false;
  }
  return true;
}

// Properties of a column's numbers below the first row.
struct Column {
  std::size_t numbers = 0, texts = 0, years = 0;
  bool has_plain_integer = false;  // written without point and exponent
  double least = std::numeric_limits<double>::infinity(), most = -least;
};

Column describe(const Sample& sample, std::size_t index) {
  Column column;
  for (const Row& row : sample.rows) {
    const std::string& field = row[index];
    if (is_missing(field)) continue;
    const auto value = number_of(field);
    column.texts += !value;
    if (!value) continue;
    ++column.numbers;
    column.has_plain_integer = column.has_plain_integer || field.find_first_of(".eE") == std::string::npos;
    column.years += *value >= kLeastYear && *value <= kMostYear && *value == std::floor(*value);
    column.least = std::min(column.least, *value);
    column.most = std::max(column.most, *value);
  }
  return column;
}

// True if outside of the column's range by more than half of its width and by more than 2, so that counts stay data.
bool is_outside(double name, const Column& column) {
  if (column.numbers == 0) return false;
  const double distance = std::max(column.least - name, name - column.most);
  return distance > 2 && distance > (column.most - column.least) / 2;
}

// True for an integer above numbers that all have a point or an exponent.
bool is_written_otherwise(const std::string& name, const Column& column) {
  return is_integer_text(name) && column.numbers > 0 && !column.has_plain_integer;
}

HeaderVerdict names_verdict(const std::string& line, const std::string& reason) {
  return {true, filled("{} was taken for names of columns, since {}; --header no takes it for a row of numbers", line,
                       reason)};
}

// Judges a first row of numbers.
class NumbersJudge {
 public:
  NumbersJudge(const Row& first, const Sample& sample) : first_(first), sample_(sample) {
    from_ = first.front().empty() && index_counts() ? 1 : 0;
    if (const auto numbers = numbers_of(first, from_)) numbers_ = *numbers;
    for (std::size_t column = from_; column < first.size(); ++column) columns_.push_back(describe(sample, column));
    if (is_wide()) pool_ranges();
  }

  HeaderVerdict verdict(const std::string& line) const {
    if (numbers_.empty() || sample_.rows.empty()) return {};
    if (sample_.first_is_quoted) return names_verdict(line, "it is in quotes and the rows below are not");
    const bool counts = is_count() && !rows_count();
    if (counts && from_ == 1) return names_verdict(line, "it counts up and follows a column of row numbers");
    if (counts) return verdict_of_count(line);
    if (rises() && outside() == columns_.size())
      return names_verdict(line, "it rises and lies far outside of the columns below");
    return {};
  }

 private:
  // True if the first column counts the rows below the first one, as the index of pandas or R does.
  bool index_counts() const {
    std::optional<double> expected;
    for (const Row& row : sample_.rows) {
      const auto value = number_of(row.front());
      if (!value || (expected ? *value != *expected : *value != 0 && *value != 1)) return false;
      expected = *value + 1;
    }
    return sample_.rows.size() > 1;
  }

  // Few long rows fit into the sample.
  bool is_wide() const { return sample_.rows.size() < kEnoughRows && columns_.size() >= kEnoughColumns; }

  void pool_ranges() {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Column& column : columns_) least = std::min(least, column.least), most = std::max(most, column.most);
    for (Column& column : columns_) column.least = least, column.most = most;
  }

  bool is_judged() const { return is_wide() || sample_.rows.size() >= kEnoughRows; }

  bool is_year() const { return numbers_.front() >= kFirstYear && numbers_.back() <= kLastYear; }

  // 0, 1, 2, ... or 1, 2, 3, ... or consecutive years.
  bool is_count() const {
    const bool starts = numbers_.front() == 0 || numbers_.front() == 1 || (is_year() && numbers_.size() > 1);
    return starts && counts_up(numbers_) &&
           std::all_of(first_.begin() + static_cast<std::ptrdiff_t>(from_), first_.end(), is_integer_text);
  }

  // True if at least half of the rows below count up too, so that the first one is a row like the others.
  bool rows_count() const { return numbers_.size() > 1 && 2 * rows_that(counts_up) >= sample_.rows.size(); }

  // True if the first row rises from left to right and fewer than half of the rows below do.
  bool rises() const {
    if (numbers_.size() < (has_equal_steps(numbers_) ? 3 : 5) || !is_rising(numbers_)) return false;
    return 2 * rows_that(is_rising) < sample_.rows.size();
  }

  std::size_t rows_that(bool (*holds)(const std::vector<double>&)) const {
    return static_cast<std::size_t>(std::count_if(sample_.rows.begin(), sample_.rows.end(), [&](const Row& row) {
      const auto numbers = numbers_of(row, from_);
      return numbers && holds(*numbers);
    }));
  }

  std::size_t outside() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) count += is_judged() && is_outside(numbers_[i], columns_[i]);
    return count;
  }

  bool is_unlike(std::size_t i) const {
    const Column& column = columns_[i];
    if (column.numbers == 0) return column.texts > 0;
    if (column.texts > 0) return false;
    if (is_written_otherwise(first_[from_ + i], column)) return true;
    const bool is_no_year = is_year() && 2 * column.years < column.numbers;
    return is_judged() && (is_no_year || is_outside(numbers_[i], column));
  }

  HeaderVerdict verdict_of_count(const std::string& line) const {
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) unlike += is_unlike(i);
    const bool is_single = columns_.size() == 1;
    const bool is_enough = is_single ? outside() == 1 && is_written_otherwise(first_.front(), columns_.front())
                                     : unlike >= 2 && 4 * unlike >= columns_.size();
    if (is_enough && is_judged()) return names_verdict(line, "it counts up, unlike the rows below");
    if (unlike == 0 || is_single || sample_.rows.size() < kRowsForNote) return {};
    return {false, line + " counts up but was taken for a row of numbers; --header yes takes it for names of columns"};
  }

  const Row& first_;
  const Sample& sample_;
  std::size_t from_ = 0;         // 1 if the first column is an index without a name
  std::vector<double> numbers_;  // of the first row; empty if a field is not a number
  std::vector<Column> columns_;
};

// The number of the line and its first fields.
std::string line_text(std::size_t line, const Row& first) {
  constexpr std::size_t kFields = 4, kCharacters = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(first.size(), kFields); ++i) {
    text += (i > 0 ? "," : "") + printable(first[i], kCharacters);
  }
  return filled("line {} ({}{})", line, text, first.size() > kFields ? ",..." : "");
}

// True if the first row has every expected name.
bool has_expected_names(const Row& first, const ReadOptions& options) {
  if (!options.expected || options.expected->names.empty()) return false;
  const std::set<std::string> found(first.begin(), first.end());
  return std::all_of(options.expected->names.begin(), options.expected->names.end(),
                     [&](const std::string& name) { return found.contains(name); });
}

}  // namespace

HeaderVerdict judge_header(std::string_view text, char delimiter, const std::string& where,
                           const ReadOptions& options) {
  if (options.header) return {*options.header};
  Fields fields(text, delimiter, 1, where);
  if (!fields.next_row()) return {};
  const Fields start = fields;
  const std::size_t line = fields.row_line();
  const Row first = fields.row();
  const Row second = fields.next_row() ? fields.row() : Row{};
  if (has_names(first, second)) return {true};
  if (second.empty()) return {};
  const std::string place = line_text(line, first);
  if (has_expected_names(first, options)) return names_verdict(place, options.expected->source + " has these names");
  const Sample sample = sample_of(start, first, text);
  return NumbersJudge(first, sample).verdict(place);
}

}  // namespace mixseed::io
