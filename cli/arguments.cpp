#include "arguments.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "lab/format.h"
#include "lab/text.h"
#include "mixseed/error.h"
#include "output.h"

namespace mixseed::cli {
namespace {

std::optional<std::uint64_t> to_integer(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void refuse_components(std::string_view text) {
  throw Error(ErrorCode::usage,
              formatted("-k wants a number of components from 1 on, or a range such as 2..20, got '{}'", text));
}

std::size_t parse_one_count(std::string_view part, std::string_view whole) {
  const std::optional<std::uint64_t> value = to_integer(part);
  if (!value || *value == 0 || *value > std::numeric_limits<std::size_t>::max() / 2) refuse_components(whole);
  return static_cast<std::size_t>(*value);
}

// Characters of numbers, names and quoted fields cannot be delimiters.
char parse_delimiter(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text == "space") return ' ';
  const char c = text.front();
  const bool separates =
      std::isalnum(static_cast<unsigned char>(c)) == 0 && std::string_view("\"+-._").find(c) == std::string_view::npos;
  if (text.size() == 1 && separates) return c;
  throw Error(ErrorCode::usage, formatted("--delimiter wants tab, space or one character such as ';', got '{}'", text));
}

}  // namespace

std::uint64_t parse_integer(std::string_view text, std::string_view option, std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> value = to_integer(text);
  if (value && *value >= least && *value <= most) return *value;
  throw Error(ErrorCode::usage, formatted("{} wants an integer from {} to {}, got '{}'", option, least, most, text));
}

std::size_t parse_memory(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";  // powers of 1024
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  const unsigned shift = unit == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(unit) + 1);
  const std::optional<std::uint64_t> value = to_integer(text.substr(0, text.size() - (shift > 0)));
  const std::uint64_t most = std::numeric_limits<std::size_t>::max() >> shift;
  if (value && *value > 0 && *value <= most) return static_cast<std::size_t>(*value << shift);
  throw Error(ErrorCode::usage,
              formatted("--memory wants bytes, or a number with K, M, G or T such as 4G, got '{}'", text));
}

double parse_number(std::string_view text, std::string_view option) {
  const std::optional<double> value = lab::to_number(text);
  if (value && std::isfinite(*value)) return *value;
  throw Error(ErrorCode::usage, formatted("{} wants a number, got '{}'", option, text));
}

Range parse_components(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const std::size_t count = parse_one_count(text, text);
    return {count, count, false};
  }
  const Range range{parse_one_count(text.substr(0, dots), text), parse_one_count(text.substr(dots + 2), text), true};
  if (range.least > range.most) refuse_components(text);
  return range;
}

ReadOptions reading(const DataArguments& arguments, const std::string& weights) {
  ReadOptions options{arguments.columns, weights};
  options.exclude = arguments.exclude;
  options.drop_missing = arguments.missing == "drop";
  options.keep_missing = arguments.takes_marginal && arguments.handling() == MissingValues::marginal;
  if (!arguments.missing.empty() && !options.drop_missing && !options.keep_missing) {
    throw Error(ErrorCode::usage, formatted("--missing wants {}, got '{}'",
                                            arguments.takes_marginal ? "drop or marginal" : "drop", arguments.missing));
  }
  if (!arguments.delimiter.empty()) options.delimiter = parse_delimiter(arguments.delimiter);
  if (!arguments.memory.empty()) options.memory = parse_memory(arguments.memory);
  if (arguments.header.empty()) return options;
  options.header = arguments.header == "yes";
  if (!*options.header && arguments.header != "no") {
    throw Error(ErrorCode::usage, formatted("--header wants yes or no, got '{}'", arguments.header));
  }
  return options;
}

ModelAndData read_model_and_data(const std::string& model, const std::string& data, ReadOptions options) {
  ModelFile file = load_model(model);
  options.expected = ExpectedColumns{file.columns, file.mixture.dim, model};
  Data rows = read_rows(data, options);
  return {std::move(file), std::move(rows)};
}

Data read_rows(const std::string& path, const ReadOptions& options, bool quiet) {
  Data data = read_data(path, options);
  for (const std::string& note : data.notes) {
    if (!quiet) complain(note);
  }
  return data;
}

}  // namespace mixseed::cli
