// Writes models as JSON (docs/model-format.md). Equal models give equal bytes.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "io/model_json.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "mixseed/io.h"

namespace mixseed {
namespace io {
namespace {

// The shortest digits that read back to the same bits; "-0.0" because JSON readers take "-0" for the integer 0.
void append_number(std::string& out, double number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  out.append(text, end);
  if (number == 0 && std::signbit(number)) out += ".0";
}

// One line per innermost array; outer arrays are indented by two blanks per level.
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
                  const std::vector<std::size_t>& shape, std::size_t indent = 2) {
  out += filled(",\n{}\"{}\": ", std::string(indent, ' '), key);
  const double* number = numbers.data();
  append_array(out, number, shape, 0, indent);
}

std::string number_text(double number) {
  std::string out;
  append_number(out, number);
  return out;
}

std::string noise_text(const Noise& noise) {
  const std::size_t dim = noise.corner.size();
  std::string out = filled("{{\n    \"weight\": {},\n    \"log_volume\": {}", number_text(noise.weight),
                           number_text(noise.log_volume));
  append_entry(out, "corner", noise.corner, {dim}, 4);
  const bool turned = noise.edges.size() != dim;
  append_entry(out, "edges", noise.edges, turned ? std::vector{dim, dim} : std::vector{dim}, 4);
  return out + "\n  }";
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + json_text(name);
  return '[' + out + ']';
}

// Unknown entries are omitted.
std::string provenance_text(const Provenance& provenance) {
  std::vector<std::string> entries;
  const auto add = [&](std::string_view key, const std::string& value) {
    entries.push_back(filled("\n    \"{}\": {}", key, value));
  };
  if (!provenance.method.empty()) {
    add("method", json_text(provenance.method));
    add("seed", std::to_string(provenance.seed));
  }
  if (!provenance.version.empty()) add("version", json_text(provenance.version));
  if (provenance.rows > 0) add("rows", std::to_string(provenance.rows));
  if (provenance.rounds > 0) add("rounds", std::to_string(provenance.rounds));
  if (provenance.converged) add("converged", *provenance.converged ? "true" : "false");
  if (provenance.log_likelihood && std::isfinite(*provenance.log_likelihood)) {
    add("log_likelihood", number_text(*provenance.log_likelihood));
  }
  const auto is_step = [](double step) { return step > 0; };
  if (std::any_of(provenance.resolution.begin(), provenance.resolution.end(), is_step)) {
    std::vector<std::string> steps;
    for (const double step : provenance.resolution) steps.push_back(number_text(step));
    add("resolution", "[" + join({steps.begin(), steps.end()}, ", ") + "]");
  }
  return filled("{{{}\n  }}", join({entries.begin(), entries.end()}, ","));
}

void expect_writable(const ModelFile& file) {
  const Mixture& mixture = file.mixture;
  if (mixture.size() == 0 || mixture.dim == 0 || mixture.means.size() != mixture.size() * mixture.dim ||
      mixture.covariances.size() != covariance_length(mixture.covariance, mixture.size(), mixture.dim)) {
    throw Error(ErrorCode::output,
                filled("a mixture of {} components in {} dimensions cannot be written: it has "
                       "{} means and {} covariances",
                       mixture.size(), mixture.dim, mixture.means.size(), mixture.covariances.size()));
  }
  if (!file.columns.empty() && file.columns.size() != mixture.dim) {
    throw Error(ErrorCode::output, filled("a mixture in {} dimensions cannot be written with {} column names",
                                          mixture.dim, file.columns.size()));
  }
  for (const auto* numbers : {&mixture.weights, &mixture.means, &mixture.covariances}) {
    for (const double number : *numbers) {
      if (!std::isfinite(number)) {
        throw Error(ErrorCode::output, filled("a mixture with the number {} cannot be written as JSON", number));
      }
    }
  }
}

}  // namespace

}  // namespace io

std::string to_json(const ModelFile& file) {
  const Mixture& mixture = file.mixture;
  io::expect_writable(file);
  std::string out =
      filled("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"covariance\": \"{}\",\n  \"family\": \"{}\"",
             io::kFormat, io::kFormatVersion, name_of(mixture.covariance), family_name(mixture));
  if (!file.columns.empty()) out += ",\n  \"columns\": " + io::names_text(file.columns);
  io::append_entry(out, "weights", mixture.weights, {mixture.size()});
  io::append_entry(out, "means", mixture.means, {mixture.size(), mixture.dim});
  io::append_entry(out, "covariances", mixture.covariances,
                   layout_of(mixture.covariance).extents(mixture.size(), mixture.dim));
  if (mixture.noise) out += ",\n  \"noise\": " + io::noise_text(*mixture.noise);
  if (file.provenance) out += ",\n  \"provenance\": " + io::provenance_text(*file.provenance);
  return out + "\n}\n";
}

void save_model(const std::string& path, const ModelFile& file) {
  AtomicFile target(path);
  target.commit(to_json(file));
}

void save_model(const std::string& path, const Mixture& mixture) { save_model(path, ModelFile{mixture}); }

}  // namespace mixseed
