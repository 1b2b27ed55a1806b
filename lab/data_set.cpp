#include "lab/data_set.h"

#include <charconv>
#include <utility>

#include "lab/format.h"
#include "lab/text.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

constexpr std::string_view kFilePrefix = "file:";

}  // namespace

std::string shape_of(const GeneratorOptions& options) {
  const double least = options.least_eccentricity, most = options.most_eccentricity;
  if (least == most) return formatted("{}-{}", name_of(options.sizes), least);
  return formatted("{}-{}..{}", name_of(options.sizes), least, most);
}

void set_shape(GeneratorOptions& options, std::string_view text) {
  const auto [sizes, range] = split_at(text, "-");
  const auto [least, most] = split_at(range, "..");
  const std::optional<Sizes> known_sizes = value_named<Sizes>(sizes);
  if (!known_sizes || range.empty()) {
    throw Error(ErrorCode::usage, formatted("a shape is written as equal-10 or different-1..10, got '{}'", text));
  }
  options.sizes = *known_sizes;
  options.least_eccentricity = number_in(least, "the eccentricity");
  options.most_eccentricity = most.empty() ? options.least_eccentricity : number_in(most, "the eccentricity");
}

std::string DataSet::attribute(std::string_view name) const {
  if (name == "components") return formatted("{}", components);
  if (file) return name == "data" ? file->name : "";
  const GeneratorOptions& options = *generated;
  if (name == "rows") return formatted("{}", options.rows);
  if (name == "dim") return formatted("{}", options.dim);
  if (name == "separation") return formatted("{}", options.separation);
  if (name == "weight-skew") return formatted("{}", options.weight_skew);
  if (name == "shape") return shape_of(options);
  if (name == "noise") return formatted("{}", options.noise);
  if (name == "seed") return formatted("{}", options.seed);
  return "";
}

std::string DataSet::key() const {
  // The name comes last, because it may hold anything.
  if (file) return formatted("{}components={},digest={},name={}", kFilePrefix, components, file->digest, file->name);
  std::string text;
  for (const std::string_view name :
       {"rows", "dim", "components", "separation", "weight-skew", "shape", "noise", "seed"}) {
    text += formatted("{}{}={}", text.empty() ? "" : ",", name, attribute(name));
  }
  return text;
}

DataSet DataSet::parse(const std::string& key) {
  DataSet set;
  std::string_view rest = key;
  if (rest.substr(0, kFilePrefix.size()) == kFilePrefix) {
    rest.remove_prefix(kFilePrefix.size());
    set.file.emplace();
  } else {
    set.generated.emplace();
  }
  while (!rest.empty()) {
    const auto [name, tail] = split_at(rest, "=");
    if (set.file && name == "name") {
      set.file->name = tail;
      break;
    }
    const auto [value, next] = split_at(tail, ",");
    if (name == "components") {
      set.components = whole_in(value, name);
    } else if (set.file && name == "digest") {
      set.file->digest = value;
    } else if (set.generated) {
      GeneratorOptions& options = *set.generated;
      if (name == "rows") options.rows = whole_in(value, name);
      if (name == "dim") options.dim = whole_in(value, name);
      if (name == "separation") options.separation = number_in(value, name);
      if (name == "weight-skew") options.weight_skew = number_in(value, name);
      if (name == "shape") set_shape(options, value);
      if (name == "noise") options.noise = number_in(value, name);
      if (name == "seed") options.seed = whole_in(value, name);
    }
    rest = next;
  }
  if (set.generated) set.generated->components = set.components;
  return set;
}

}  // namespace mixseed::lab
