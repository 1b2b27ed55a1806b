#include "arguments.h"

#include <fmt/core.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "mixseed/error.h"

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
              fmt::format("-k wants a number of components from 1 on, or a range such as 2..20, got '{}'", text));
}

std::size_t parse_one_count(std::string_view part, std::string_view whole) {
  const std::optional<std::uint64_t> value = to_integer(part);
  if (!value || *value == 0 || *value > std::numeric_limits<std::size_t>::max() / 2) refuse_components(whole);
  return static_cast<std::size_t>(*value);
}

// The parser takes whatever follows an option for its value, even another option.
std::string refuse_missing(const std::string& text) {
  if (text.empty()) return "the value may not be empty";
  const bool is_option =
      text.size() > 1 && text[0] == '-' && (text[1] == '-' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
  return is_option ? "the value is missing before " + text : "";
}

}  // namespace

std::uint64_t parse_integer(std::string_view text, std::string_view option, std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> value = to_integer(text);
  if (value && *value >= least && *value <= most) return *value;
  throw Error(ErrorCode::usage, fmt::format("{} wants an integer from {} to {}, got '{}'", option, least, most, text));
}

double parse_number(std::string_view text, std::string_view option) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
  throw Error(ErrorCode::usage, fmt::format("{} wants a number, got '{}'", option, text));
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

Criterion parse_criterion(std::string_view text) {
  if (text == "bic") return Criterion::bic;
  if (text == "aic") return Criterion::aic;
  if (text == "icl") return Criterion::icl;
  throw Error(ErrorCode::usage, fmt::format("--select wants bic, aic or icl, got '{}'", text));
}

CLI::Option* add_text(CLI::App& command, const std::string& name, std::string& value, const std::string& type,
                      const std::string& description) {
  return command.add_option(name, value, description)->check(CLI::Validator(refuse_missing, ""))->type_name(type);
}

ModelAndData read_model_and_data(const std::string& model, const std::string& data, const ReadOptions& options) {
  ModelAndData both{load_model(model), read_data(data, options)};
  expect_columns(data, both.data.view.columns(), model, both.model.mixture.dim);
  return both;
}

void expect_columns(const std::string& data, std::size_t columns, const std::string& other, std::size_t dim) {
  if (columns == dim) return;
  throw Error(ErrorCode::input, fmt::format("{}: has {} column{}, but {} has {} (--columns chooses columns)", data,
                                            columns, columns == 1 ? "" : "s", other, dim));
}

}  // namespace mixseed::cli
