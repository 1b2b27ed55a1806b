#include "saved/case.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "mixseed/family.h"

namespace mixseed::saved {
namespace {

using Words = std::vector<std::string_view>;

std::string_view any(const Words& words, Rng& rng) { return words[rng.below(words.size())]; }

// The stages before em.
std::string any_start(Rng& rng) {
  if (rng.below(4) == 0) return "auto";
  if (rng.below(8) == 0) return "quick";
  std::string text;
  if (rng.below(8) == 0) text += "rehearse:tries=2/";
  if (rng.below(4) == 0) text += rng.below(2) == 0 ? "standardise/" : "whiten/";
  text +=
      any({"uniform", "hac", "gonzalez", "kmeans++", "kwedlo", "spherical-gonzalez", "adaptive", "projections"}, rng);
  for (std::size_t i = rng.below(3); i > 0; --i)
    text += "/" + std::string(any({"kmeans", "cem", "search", "lift"}, rng));
  return text;
}

std::string any_em(Rng& rng, bool with_noise) {
  std::string text;
  switch (rng.below(12)) {
    case 0: text += ",rounds=" + std::to_string(rng.below(4)); break;
    case 1:
    case 2: text += ",rounds=40,tol=0"; break;
    case 3: text += ",rounds=1000,tol=1e-9"; break;
    default: break;
  }
  if (rng.below(4) == 0) text += ",acceleration=" + std::string(any({"plain", "early"}, rng));
  if (rng.below(3) == 0) text += ",prior=" + std::string(any({"0", "0.01", "1", "20", "auto"}, rng));
  if (with_noise) text += ",noise=" + std::string(any({"0.05", "0.3", "0.01"}, rng));
  return text;
}

void add_weights(GivenRows& rows, Rng& rng) {
  const std::size_t kind = rng.below(3);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double counted = static_cast<double>(1 + rng.below(3));
    const bool nothing = i > 0 && rng.below(4) == 0;
    rows.weights.push_back(kind == 0 ? counted : kind == 1 ? 0.01 + rng.uniform() : nothing ? 0 : counted);
  }
}

void take_away(GivenRows& rows, Rng& rng) {
  const double share = 0.3 * rng.uniform();
  for (std::size_t at = rows.columns; at < rows.values.size(); ++at) {  // the first row stays complete
    if (rng.uniform() < share) rows.values[at] = std::numeric_limits<double>::quiet_NaN();
  }
}

void make_float(GivenRows& rows) {
  for (double& number : rows.values) number = static_cast<double>(static_cast<float>(number));
}

bool fits_a_float(const GivenRows& rows) {
  return std::all_of(rows.values.begin(), rows.values.end(),
                     [](double x) { return x == 0 || (std::abs(x) > 1e-30 && std::abs(x) < 1e30); });
}

void choose_models(Case& c, Rng& rng) {
  const auto& all = covariance_families();
  const bool grid = rng.below(5) == 0;
  const std::size_t most = std::min<std::size_t>({c.rows.rows / 2, std::size_t{rng.below(8) == 0 ? 8u : 4u}});
  const std::size_t K = 1 + rng.below(most);
  for (std::size_t k = grid ? 1 : K; k <= (grid ? std::min<std::size_t>(most, 4) : K); ++k) c.components.push_back(k);
  for (std::size_t i = 0, count = grid ? 1 + rng.below(4) : 1; i < count; ++i) {
    const FamilyInfo& family = all[rng.below(all.size())];
    const auto names = covariance_family_names(family.name, c.rows.columns);
    if (std::find(c.families.begin(), c.families.end(), names[0]) == c.families.end()) c.families.push_back(names[0]);
  }
}

}  // namespace

Case make_case(std::uint64_t number) {
  const Rng root = Rng(20261118).split(number);
  Rng rng = root.split(0);
  RandomRows made = random_rows(root.split(1));
  Case c{.number = number, .kind = made.kind, .rows = std::move(made.rows)};
  choose_models(c, rng);
  const bool noise = rng.below(4) == 0;
  if (rng.below(4) == 0) add_weights(c.rows, rng);
  if (rng.below(5) == 0 && fits_a_float(c.rows)) c.single = true, make_float(c.rows);
  if (!noise && rng.below(4) == 0) c.missing = true, take_away(c.rows, rng);
  c.method = any_start(rng) + "/em:covariance=" + c.families[0] + any_em(rng, noise);
  c.seed = rng.below(1000);
  if (rng.below(5) == 0) c.restarts = 2;
  if (!c.is_grid() && !c.missing && rng.below(5) == 0)
    c.restarts = 1, c.passes = static_cast<double>(1 + rng.below(60));
  return c;
}

std::string Case::text() const {
  return "case " + std::to_string(number) + " (" + std::string(kind) + ", " + std::to_string(rows.rows) + " x " +
         std::to_string(rows.columns) + (rows.weights.empty() ? "" : ", weights") + (single ? ", float32" : "") +
         (missing ? ", missing" : "") + ")";
}

std::string Case::command(const std::string& file) const {
  std::string list;
  for (const std::string& family : families) list += (list.empty() ? "" : ",") + family;
  std::string range = std::to_string(components.front());
  if (components.size() > 1) range += ".." + std::to_string(components.back());
  return "mixseed fit " + file + " -k " + range + " --method '" + method + "' --seed " + std::to_string(seed) +
         (families.size() > 1 ? " --covariance " + list : "") + (restarts > 1 ? " --restarts 2" : "") +
         (passes > 0 ? " --budget " + number_text(passes) + "p" : "") + (rows.weights.empty() ? "" : " --weights w") +
         (missing ? " --missing marginal" : "") + " --threads 1";
}

std::string Case::csv() const {
  std::string lines;
  for (std::size_t j = 0; j < rows.columns; ++j) lines += "x" + std::to_string(j) + ",";
  lines.back() = '\n';
  if (!rows.weights.empty()) lines.replace(lines.size() - 1, 1, ",w\n");
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const double value = rows.at(i, j);
      lines += (j == 0 ? "" : ",") + (std::isnan(value) ? "NA" : number_text(value));
    }
    lines += rows.weights.empty() ? "\n" : "," + number_text(rows.weights[i]) + "\n";
  }
  return lines;
}

}  // namespace mixseed::saved
