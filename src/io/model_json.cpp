// Models from JSON (docs/model-format.md).
#include "io/model_json.h"

#include "base/json.h"
#include "base/text.h"
#include "io/bytes.h"
#include "io/memory.h"
#include "io/message.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "mixseed/io.h"

namespace mixseed {
namespace io {
namespace {

// Reads one model. Every error names the source and the place inside the document.
class ModelReader {
 public:
  ModelReader(const Json& document, const std::string& where) : document_(document), where_(where) {}

  ModelFile read() const {
    if (!document_.is_object()) refuse("", got(document_) + ", expected an object");
    const int version = expect_format();
    ModelFile file;
    Mixture& mixture = file.mixture;
    mixture.covariance = covariance();
    const Json& weights = member("weights", "an array of numbers");
    const std::size_t components = length(weights, "weights", 0);
    mixture.weights = numbers("weights", weights, {components});
    const Json& means = member("means", "an array of arrays of numbers");
    expect_length(means, "means", components);
    mixture.dim = length(means.array()[0], "means[0]", 0);
    mixture.means = numbers("means", means, {components, mixture.dim});
    mixture.covariances = numbers("covariances", member("covariances", "arrays of numbers"),
                                  layout_of(mixture.covariance).extents(components, mixture.dim));
    if (version > 1) read_additions(file);
    if (const Json* found = document_.find("provenance")) file.provenance = provenance(*found);
    return file;
  }

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& what) const {
    fail(ErrorCode::input, where_, place.empty() ? what : place + ": " + what);
  }

  static std::string got(const Json& value) {
    if (value.is_text()) return "got " + shown(value.text());
    if (value.is_array()) return filled("got an array of length {}", value.array().size());
    if (value.is_object()) return "got an object";
    return "got " + value.written();
  }

  static std::string place_of(const char* key, const std::vector<std::size_t>& path) {
    std::string place = key;
    for (const std::size_t index : path) place += filled("[{}]", index);
    return place;
  }

  const Json& member(const char* key, std::string_view expected) const {
    const Json* const found = document_.find(key);
    if (found == nullptr) refuse(key, filled("is missing, expected {}", expected));
    return *found;
  }

  // Checks the format and returns its version.
  int expect_format() const {
    const Json& format = member("format", filled("\"{}\"", kFormat));
    if (!format.is(kFormat)) refuse("format", filled("{}, expected '{}'", got(format), kFormat));
    const Json& version = member("version", std::to_string(kFormatVersion));
    for (int known = 1; known <= kFormatVersion; ++known) {
      if (version.is_number() && version.number() == known) return known;
    }
    refuse("version", filled("{}, expected 1 to {}, which this program knows", got(version), kFormatVersion));
  }

  // The additions of version 2. They change the density, so a reader that does not know them must refuse the model.
  void read_additions(ModelFile& file) const {
    if (const Json* found = document_.find("family")) {
      file.mixture.family = family(*found, file.mixture.covariance);
    }
    if (const Json* found = document_.find("noise")) file.mixture.noise = noise(*found, file.mixture.dim);
    const Json* const columns = document_.find("columns");
    if (columns == nullptr) return;
    expect_length(*columns, "columns", file.mixture.dim);
    for (const Json& name : columns->array()) {
      if (!name.is_text()) refuse(place_of("columns", {file.columns.size()}), got(name) + ", expected a string");
      file.columns.push_back(name.text());
    }
  }

  Noise noise(const Json& value, std::size_t dim) const {
    if (!value.is_object()) refuse("noise", got(value) + ", expected an object");
    const auto part = [&](const char* key) -> const Json& {
      const Json* const found = value.find(key);
      if (found == nullptr) refuse(filled("noise.{}", key), "is missing");
      return *found;
    };
    const auto number = [&](const char* key) {
      const Json& found = part(key);
      if (!found.is_number()) refuse(filled("noise.{}", key), got(found) + ", expected a number");
      return found.number();
    };
    const Json& edges = part("edges");
    const bool turned = edges.is_array() && !edges.array().empty() && edges.array()[0].is_array();
    const std::vector<std::size_t> shape = turned ? std::vector{dim, dim} : std::vector{dim};
    return {number("weight"), number("log_volume"), numbers("noise.corner", part("corner"), {dim}),
            numbers("noise.edges", edges, shape)};
  }

  // The name of a family with this layout; empty for the layout's own family.
  std::string family(const Json& value, Covariance layout) const {
    std::string names;
    for (const FamilyInfo& known : covariance_families()) {
      if (known.covariance != layout) continue;
      for (const std::string_view word : known.words) {
        if (value.is(word)) return known.name == name_of(layout) ? "" : std::string(known.name);
      }
      names.append(names.empty() ? "" : ", ").append(known.name);
    }
    refuse("family", filled("{}, expected one of those that are stored as {}: {}", got(value), name_of(layout), names));
  }

  Covariance covariance() const {
    const std::string expected = alternatives(kNames<Covariance>);
    const Json& value = member("covariance", expected);
    for (const Covariance candidate : kCovariances) {
      if (value.is(name_of(candidate))) return candidate;
    }
    refuse("covariance", filled("{}, expected {}", got(value), expected));
  }

  // The length of a non-empty array, which must be `expected` unless that is 0.
  std::size_t length(const Json& value, const std::string& place, std::size_t expected) const {
    const std::string wanted = expected == 0 ? "at least 1" : std::to_string(expected);
    const std::size_t found = value.is_array() ? value.array().size() : 0;
    if (found > 0 && (expected == 0 || found == expected)) return found;
    refuse(place, filled("{}, expected an array of length {}", got(value), wanted));
  }

  void expect_length(const Json& value, const std::string& place, std::size_t expected) const {
    (void)length(value, place, expected);
  }

  // Appends the numbers of nested arrays. `path` has the indices of `value`, one per level.
  void append(const char* key, const Json& value, const std::vector<std::size_t>& shape, std::vector<std::size_t>& path,
              std::vector<double>& out) const {
    if (path.size() == shape.size()) {
      if (!value.is_number()) refuse(place_of(key, path), got(value) + ", expected a number");
      out.push_back(value.number());
      return;
    }
    const std::size_t expected = shape[path.size()];
    if (!value.is_array() || value.array().size() != expected) expect_length(value, place_of(key, path), expected);
    for (std::size_t i = 0; i < expected; ++i) {
      path.push_back(i);
      append(key, value.array()[i], shape, path, out);
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
    result.rounds = count(value, "rounds");
    if (const Json* found = entry(value, "converged", &Json::is_boolean, "true or false"))
      result.converged = found->boolean();
    if (const Json* found = entry(value, "log_likelihood", &Json::is_number, "a number"))
      result.log_likelihood = found->number();
    if (const Json* found = entry(value, "resolution", &Json::is_array, "an array of steps"))
      result.resolution = numbers("provenance.resolution", *found, {found->array().size()});
    return result;
  }

  // The entry with this name, or null. Refuses an entry for which `is_right` is false.
  const Json* entry(const Json& object, const char* key, bool (Json::*is_right)() const,
                    std::string_view expected) const {
    const Json* const found = object.find(key);
    if (found == nullptr) return nullptr;
    if (!(found->*is_right)()) refuse(filled("provenance.{}", key), got(*found) + filled(", expected {}", expected));
    return found;
  }

  void text(const Json& object, const char* key, std::string& out) const {
    if (const Json* found = entry(object, key, &Json::is_text, "a string")) out = found->text();
  }

  std::uint64_t count(const Json& object, const char* key) const {
    const Json* found = entry(object, key, &Json::is_count, "an integer that is not negative");
    return found == nullptr ? 0 : found->count();
  }

  const Json& document_;
  const std::string& where_;
};

}  // namespace
}  // namespace io

ModelFile from_json(std::string_view text, const std::string& where) {
  const Json document = parse_json(text, where, "a model");
  ModelFile file = io::ModelReader(document, where).read();
  try {
    check(file.mixture);
  } catch (const Error& error) {
    io::fail(ErrorCode::input, where, error.what());
  }
  return file;
}

ModelFile load_model(const std::string& path) {
  constexpr std::size_t kBytesPerByte = 40;  // memory of a document per byte of its text, at most
  return from_json(io::read_bytes(path, io::default_memory_limit() / kBytesPerByte).view, io::source_name(path));
}

}  // namespace mixseed
