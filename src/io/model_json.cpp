// Models as JSON (docs/model-format.md). The only file that includes the JSON library.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/bytes.h"
#include "io/message.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace io {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormat = "mixseed.mixture";
constexpr int kFormatVersion = 1;
constexpr Covariance kCovariances[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};

// The array lengths of "covariances", outermost first.
std::vector<std::size_t> shape_of(Covariance covariance, std::size_t components, std::size_t dim) {
  switch (covariance) {
    case Covariance::full: return {components, dim, dim};
    case Covariance::tied: return {dim, dim};
    case Covariance::diagonal: return {components, dim};
    case Covariance::spherical: return {components};
  }
  return {};
}

// Shortest digits that read back to the same bits. JSON readers take "-0" for the integer 0, hence "-0.0".
void append_number(std::string& out, double number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  out.append(text, end);
  if (number == 0 && std::signbit(number)) out += ".0";
}

// The innermost arrays stand on one line each, the outer ones are indented by two more blanks per level.
void append_array(std::string& out, const double*& number, const std::vector<std::size_t>& shape, std::size_t level,
                  std::size_t indent) {
  const bool inner = level + 1 == shape.size();
  out += '[';
  for (std::size_t i = 0; i < shape[level]; ++i) {
    if (i > 0) out += inner ? ", " : ",";
    if (inner) {
      append_number(out, *number++);
    } else {
      out += '\n' + std::string(indent + 2, ' ');
      append_array(out, number, shape, level + 1, indent + 2);
    }
  }
  if (!inner) out += '\n' + std::string(indent, ' ');
  out += ']';
}

void append_entry(std::string& out, std::string_view key, const std::vector<double>& numbers,
                  const std::vector<std::size_t>& shape) {
  out += fmt::format(",\n  \"{}\": ", key);
  const double* number = numbers.data();
  append_array(out, number, shape, 0, 2);
}

std::string quoted(const std::string& text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

void expect_writable(const Mixture& mixture) {
  if (mixture.size() == 0 || mixture.dim == 0 || mixture.means.size() != mixture.size() * mixture.dim ||
      mixture.covariances.size() != covariance_length(mixture.covariance, mixture.size(), mixture.dim)) {
    throw Error(ErrorCode::output,
                fmt::format("a mixture of {} components in {} dimensions cannot be written: it has "
                            "{} means and {} covariances",
                            mixture.size(), mixture.dim, mixture.means.size(), mixture.covariances.size()));
  }
  for (const auto* numbers : {&mixture.weights, &mixture.means, &mixture.covariances}) {
    for (const double number : *numbers) {
      if (!std::isfinite(number)) {
        throw Error(ErrorCode::output, fmt::format("a mixture with the number {} cannot be written as JSON", number));
      }
    }
  }
}

// Reads one model; every failure names the source and the place inside the document.
class ModelReader {
 public:
  ModelReader(const Json& document, const std::string& where) : document_(document), where_(where) {}

  ModelFile read() const {
    if (!document_.is_object()) refuse("", got(document_) + ", expected an object");
    expect_format();
    ModelFile file;
    Mixture& mixture = file.mixture;
    mixture.covariance = covariance();
    const Json& weights = member("weights", "an array of numbers");
    const std::size_t components = length(weights, "weights", 0);
    mixture.weights = numbers("weights", weights, {components});
    const Json& means = member("means", "an array of arrays of numbers");
    expect_length(means, "means", components);
    mixture.dim = length(means[0], "means[0]", 0);
    mixture.means = numbers("means", means, {components, mixture.dim});
    mixture.covariances = numbers("covariances", member("covariances", "arrays of numbers"),
                                  shape_of(mixture.covariance, components, mixture.dim));
    if (document_.contains("provenance")) file.provenance = provenance(document_["provenance"]);
    return file;
  }

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& what) const {
    fail(ErrorCode::input, where_, place.empty() ? what : place + ": " + what);
  }

  static std::string got(const Json& value) {
    if (value.is_string()) return "got " + shown(value.get_ref<const std::string&>());
    if (value.is_array()) return fmt::format("got an array of length {}", value.size());
    if (value.is_object()) return "got an object";
    return "got " + value.dump();
  }

  static std::string place_of(const char* key, const std::vector<std::size_t>& path) {
    std::string place = key;
    for (const std::size_t index : path) place += fmt::format("[{}]", index);
    return place;
  }

  const Json& member(const char* key, std::string_view expected) const {
    const auto found = document_.find(key);
    if (found == document_.end()) refuse(key, fmt::format("is missing, expected {}", expected));
    return *found;
  }

  void expect_format() const {
    const Json& format = member("format", fmt::format("\"{}\"", kFormat));
    if (format != Json(kFormat)) refuse("format", fmt::format("{}, expected '{}'", got(format), kFormat));
    const Json& version = member("version", std::to_string(kFormatVersion));
    if (version != Json(kFormatVersion)) {
      refuse("version",
             fmt::format("{}, expected {}, the only one that this program knows", got(version), kFormatVersion));
    }
  }

  Covariance covariance() const {
    constexpr std::string_view kExpected = "full, tied, diagonal or spherical";
    const Json& value = member("covariance", kExpected);
    for (const Covariance candidate : kCovariances) {
      if (value == Json(name_of(candidate))) return candidate;
    }
    refuse("covariance", fmt::format("{}, expected {}", got(value), kExpected));
  }

  // The length of an array that may have any length but zero; `expected` only matters for the message.
  std::size_t length(const Json& value, const std::string& place, std::size_t expected) const {
    const std::string wanted = expected == 0 ? "at least 1" : std::to_string(expected);
    if (value.is_array() && !value.empty() && (expected == 0 || value.size() == expected)) return value.size();
    refuse(place, fmt::format("{}, expected an array of length {}", got(value), wanted));
  }

  void expect_length(const Json& value, const std::string& place, std::size_t expected) const {
    (void)length(value, place, expected);
  }

  // Appends the numbers of nested arrays; `path` has the indices that led to `value`, one per level.
  void append(const char* key, const Json& value, const std::vector<std::size_t>& shape, std::vector<std::size_t>& path,
              std::vector<double>& out) const {
    if (path.size() == shape.size()) {
      if (!value.is_number()) refuse(place_of(key, path), got(value) + ", expected a number");
      out.push_back(value.get<double>());
      return;
    }
    const std::size_t expected = shape[path.size()];
    if (!value.is_array() || value.size() != expected) expect_length(value, place_of(key, path), expected);
    for (std::size_t i = 0; i < expected; ++i) {
      path.push_back(i);
      append(key, value[i], shape, path, out);
      path.pop_back();
    }
  }

  std::vector<double> numbers(const char* key, const Json& value, const std::vector<std::size_t>& shape) const {
    std::vector<double> result;
    std::vector<std::size_t> path;
    append(key, value, shape, path, result);
    return result;
  }

  Provenance provenance(const Json& value) const {
    if (!value.is_object()) refuse("provenance", got(value) + ", expected an object");
    Provenance result;
    text(value, "method", result.method);
    text(value, "version", result.version);
    result.seed = count(value, "seed");
    result.rows = count(value, "rows");
    result.columns = count(value, "columns");
    return result;
  }

  void text(const Json& object, const char* key, std::string& out) const {
    const auto found = object.find(key);
    if (found == object.end()) return;
    if (!found->is_string()) refuse(std::string("provenance.") + key, got(*found) + ", expected a string");
    out = found->get<std::string>();
  }

  std::uint64_t count(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return 0;
    if (found->is_number_unsigned()) return found->get<std::uint64_t>();
    refuse(std::string("provenance.") + key, got(*found) + ", expected an integer that is not negative");
  }

  const Json& document_;
  const std::string& where_;
};

// nlohmann's messages carry internal names, so only the place is taken from them.
[[noreturn]] void fail_syntax(std::string_view text, std::size_t byte, const std::string& where) {
  const std::size_t at = byte == 0 ? 0 : std::min(byte - 1, text.size());
  const std::string_view before = text.substr(0, at);
  const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string what = at >= text.size() ? "the text ends too early" : "unexpected " + shown(text.substr(at, 1));
  fail(ErrorCode::input, where, fmt::format("line {}, column {}: not JSON: {}", line, at - start + 1, what));
}

Json parse(std::string_view text, const std::string& where) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail(ErrorCode::input, where, "is empty, expected a model in JSON");
  }
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const Json::parse_error& error) {
    fail_syntax(text, error.byte, where);
  } catch (const Json::exception&) {
    fail(ErrorCode::input, where, "has a number that is too large for a double");
  }
}

}  // namespace
}  // namespace io

std::string to_json(const Mixture& mixture, const std::optional<Provenance>& provenance) {
  const std::vector<std::size_t> shape = io::shape_of(mixture.covariance, mixture.size(), mixture.dim);
  io::expect_writable(mixture);
  std::string out = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"covariance\": \"{}\"", io::kFormat,
                                io::kFormatVersion, name_of(mixture.covariance));
  io::append_entry(out, "weights", mixture.weights, {mixture.size()});
  io::append_entry(out, "means", mixture.means, {mixture.size(), mixture.dim});
  io::append_entry(out, "covariances", mixture.covariances, shape);
  if (provenance) {
    out += fmt::format(
        ",\n  \"provenance\": {{\n    \"method\": {},\n    \"seed\": {},\n    \"version\": {},\n    \"rows\": {},\n"
        "    \"columns\": {}\n  }}",
        io::quoted(provenance->method), provenance->seed, io::quoted(provenance->version), provenance->rows,
        provenance->columns);
  }
  return out + "\n}\n";
}

ModelFile from_json(std::string_view text, const std::string& where) {
  const io::Json document = io::parse(text, where);
  ModelFile file = io::ModelReader(document, where).read();
  try {
    check(file.mixture);
  } catch (const Error& error) {
    io::fail(ErrorCode::input, where, error.what());
  }
  return file;
}

ModelFile load_model(const std::string& path) { return from_json(io::read_bytes(path).view, io::source_name(path)); }

void save_model(const std::string& path, const Mixture& mixture, const std::optional<Provenance>& provenance) {
  AtomicFile file(path);
  file.commit(to_json(mixture, provenance));
}

}  // namespace mixseed
