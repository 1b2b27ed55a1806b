#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "mixseed/io.h"
#include "scratch.h"

namespace mixseed {
namespace {

using io::message_of;
using io::Scratch;

constexpr Covariance kTypes[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};

// Two components in three dimensions.
Mixture example(Covariance covariance) {
  Mixture mixture{covariance, 3, {0.25, 0.75}, {1, 2.5, -3, 0.1, -0.0, 1e300}, {}};
  const std::vector<double> matrix{2, 0.5, 0, 0.5, 1, 0.1, 0, 0.1, 3};
  switch (covariance) {
    case Covariance::full:
      mixture.covariances = matrix;
      mixture.covariances.insert(mixture.covariances.end(), matrix.begin(), matrix.end());
      break;
    case Covariance::tied: mixture.covariances = matrix; break;
    case Covariance::diagonal: mixture.covariances = {1, 2, 3, 1e-300, 5, 1e300}; break;
    case Covariance::spherical: mixture.covariances = {0.5, 1.0 / 3}; break;
  }
  return mixture;
}

void expect_same_bits(const std::vector<double>& got, const std::vector<double>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got[i]), std::bit_cast<std::uint64_t>(wanted[i])) << wanted[i];
  }
}

void expect_same(const Mixture& got, const Mixture& wanted) {
  EXPECT_EQ(got.covariance, wanted.covariance);
  EXPECT_EQ(got.dim, wanted.dim);
  expect_same_bits(got.weights, wanted.weights);
  expect_same_bits(got.means, wanted.means);
  expect_same_bits(got.covariances, wanted.covariances);
}

// The message when `from` is replaced by `to` in a valid document.
std::string refusal(const std::string& from, const std::string& to, Covariance covariance = Covariance::spherical) {
  std::string text =
      to_json({example(covariance), {"a", "b", "c"}, Provenance{"adaptive/em", "0.1.0", 7, 100, true, 9, -2.5}});
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return message_of([&] { from_json(text, "m.json"); }, ErrorCode::input);
}

std::string refusal_of(const std::string& text) {
  return message_of([&] { from_json(text, "m.json"); }, ErrorCode::input);
}

TEST(ModelJson, LayoutIsTheDocumentedOne) {
  const Mixture mixture{Covariance::full, 2, {0.5, 0.5}, {1, 2, 3, 4}, {1, 0, 0, 1, 2, -0.0, -0.0, 2.5}};
  const Provenance provenance{"adaptive/cem/em", "0.1.0", 42, 150, false, 25, -1.5};
  EXPECT_EQ(to_json({mixture, {"width", "a \"b\", c"}, provenance}),
            R"({
  "format": "mixseed.mixture",
  "version": 2,
  "covariance": "full",
  "family": "full",
  "columns": ["width", "a \"b\", c"],
  "weights": [0.5, 0.5],
  "means": [
    [1, 2],
    [3, 4]
  ],
  "covariances": [
    [
      [1, 0],
      [0, 1]
    ],
    [
      [2, -0.0],
      [-0.0, 2.5]
    ]
  ],
  "provenance": {
    "method": "adaptive/cem/em",
    "seed": 42,
    "version": "0.1.0",
    "rows": 150,
    "rounds": 25,
    "converged": false,
    "log_likelihood": -1.5
  }
}
)");
}

TEST(ModelJson, TiedDiagonalAndSphericalHaveTheirShapes) {
  EXPECT_NE(to_json({example(Covariance::tied)}).find("\"covariances\": [\n    [2, 0.5, 0],\n    [0.5, 1, 0.1],"),
            std::string::npos);
  EXPECT_NE(
      to_json({example(Covariance::diagonal)}).find("\"covariances\": [\n    [1, 2, 3],\n    [1e-300, 5, 1e+300]"),
      std::string::npos);
  EXPECT_NE(to_json({example(Covariance::spherical)}).find("\"covariances\": [0.5, 0.3333333333333333]\n}\n"),
            std::string::npos);
}

TEST(ModelJson, SaveAndLoadGiveTheSameBits) {
  const Scratch scratch;
  for (const Covariance covariance : kTypes) {
    const Mixture mixture = example(covariance);
    save_model(scratch.path("m.json"), mixture);
    const ModelFile file = load_model(scratch.path("m.json"));
    expect_same(file.mixture, mixture);
    EXPECT_FALSE(file.provenance);
  }
}

TEST(ModelJson, AnyFiniteMeanSurvivesToTheBit) {
  std::mt19937_64 random(3);
  Mixture mixture{Covariance::spherical, 20000, {1}, {}, {1}};
  mixture.means = {5e-324,
                   -5e-324,
                   -0.0,
                   1e308,
                   1.7976931348623157e308,
                   12345678901234567890.0,
                   -9223372036854775808.0,
                   18446744073709551615.0,
                   1e22,
                   123456789012345680000.0};
  while (mixture.means.size() < mixture.dim) {
    const double value = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
    if (std::isfinite(value)) mixture.means.push_back(value);
  }
  expect_same(from_json(to_json({mixture}), "m.json").mixture, mixture);
}

TEST(ModelJson, ProvenanceSurvives) {
  const Provenance provenance{
      "a \"quoted\" m\xc3\xa9thod\n", "9.9", std::numeric_limits<std::uint64_t>::max(), 5, true, 6, -0.1};
  const auto read = from_json(to_json({example(Covariance::tied), {}, provenance}), "m.json").provenance;
  ASSERT_TRUE(read);
  EXPECT_EQ(read->method, provenance.method);
  EXPECT_EQ(read->version, provenance.version);
  EXPECT_EQ(read->seed, provenance.seed);
  EXPECT_EQ(read->rows, provenance.rows);
  EXPECT_EQ(read->converged, provenance.converged);
  EXPECT_EQ(read->rounds, provenance.rounds);
  EXPECT_EQ(read->log_likelihood, provenance.log_likelihood);
}

TEST(ModelJson, NamesOfColumnsSurvive) {
  const std::vector<std::string> names{"a, b", "\"q\"\\", "h\xc3\xb6he\n\x01"};
  const ModelFile file = from_json(to_json({example(Covariance::tied), names}), "m.json");
  EXPECT_EQ(file.columns, names);
  EXPECT_FALSE(file.provenance);
  EXPECT_TRUE(from_json(to_json({example(Covariance::tied)}), "m.json").columns.empty());
  EXPECT_EQ(from_json(to_json({example(Covariance::tied), {"\xff", "b", "c"}}), "m.json").columns[0], "\xef\xbf\xbd");
}

TEST(ModelJson, UnknownFactsOfAFitAreNotWritten) {
  const std::string text = to_json({example(Covariance::tied), {}, Provenance{"", "0.4.0", 0, 0}});
  EXPECT_NE(text.find("\"provenance\": {\n    \"version\": \"0.4.0\"\n  }"), std::string::npos) << text;
  const auto read = from_json(text, "m.json").provenance;
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->converged);
  EXPECT_FALSE(read->log_likelihood);
}

TEST(ModelJson, VersionOneIsReadAndHasNoNames) {
  const ModelFile file = from_json(
      R"({"format": "mixseed.mixture", "version": 1, "covariance": "tied", "weights": [1], "means": [[0]],
          "covariances": [[1]], "columns": 3, "provenance": {"method": "em", "seed": 4, "rows": 9, "columns": 1}})",
      "m.json");
  EXPECT_TRUE(file.columns.empty());
  EXPECT_EQ(file.mixture.covariance, Covariance::tied);
  EXPECT_EQ(file.provenance->seed, 4u);
  EXPECT_EQ(file.provenance->rows, 9u);
}

TEST(ModelJson, WhatWouldChangeTheDensityIsNotIgnored) {
  EXPECT_EQ(refusal("\"family\": \"spherical\"", "\"family\": \"VEV\""),
            "m.json: family: got 'VEV', expected one of those that are stored as spherical: EII, spherical");
  EXPECT_EQ(refusal("\"family\": \"spherical\"", "\"noise\": 0.1"), "m.json: noise: got 0.1, expected an object");
  EXPECT_EQ(refusal("\"family\": \"spherical\"", "\"noise\": {\"weight\": 0.1, \"edges\": [1]}"),
            "m.json: noise.log_volume: is missing");
  EXPECT_EQ(refusal("\"family\": \"spherical\"", "\"noise\": {\"weight\": 0.1, \"log_volume\": \"x\", \"edges\": [1]}"),
            "m.json: noise.log_volume: got 'x', expected a number");
}

TEST(ModelJson, NoiseSurvivesInEitherKindOfBox) {
  for (const bool turned : {false, true}) {
    Mixture mixture{Covariance::spherical, 2, {0.75}, {1, 2}, {3}};
    mixture.noise =
        Noise{0.25, std::log(6.0), {-1, -0.5}, turned ? std::vector<double>{2, 0, 1, 3} : std::vector<double>{2, 3}};
    const std::string text = to_json({mixture});
    EXPECT_EQ(from_json(text, "m.json").mixture, mixture) << text;
    EXPECT_EQ(to_json(from_json(text, "m.json")), text);
  }
}

TEST(ModelJson, FamiliesSurviveByAnyOfTheirWords) {
  Mixture mixture = example(Covariance::full);
  mixture.family = "VEV";
  const std::string text = to_json({mixture});
  EXPECT_NE(text.find("\"covariance\": \"full\",\n  \"family\": \"VEV\""), std::string::npos) << text;
  EXPECT_EQ(from_json(text, "m.json").mixture, mixture);
  std::string other = to_json({example(Covariance::full)});
  other.replace(other.find("\"family\": \"full\""), 16, "\"family\": \"VVV\"");
  EXPECT_EQ(from_json(other, "m.json").mixture, example(Covariance::full));
}

TEST(ModelJson, NamesThePlaceInWrongColumns) {
  EXPECT_EQ(refusal("[\"a\", \"b\", \"c\"]", "[\"a\"]"),
            "m.json: columns: got an array of length 1, expected an array of length 3");
  EXPECT_EQ(refusal("[\"a\", \"b\", \"c\"]", "3"), "m.json: columns: got 3, expected an array of length 3");
  EXPECT_EQ(refusal("\"b\"", "[]"), "m.json: columns[1]: got an array of length 0, expected a string");
}

TEST(ModelJson, ProvenanceMayLackFieldsAndExtraKeysAreIgnored) {
  const ModelFile file = from_json(
      R"({"extra": [1], "provenance": {"seed": 3, "host": "x"}, "covariances": [1], "means": [[0, 1]], "weights": [1],
          "covariance": "spherical", "version": 1, "format": "mixseed.mixture"})",
      "m.json");
  ASSERT_TRUE(file.provenance);
  EXPECT_EQ(file.provenance->seed, 3u);
  EXPECT_EQ(file.provenance->method, "");
  EXPECT_EQ(file.mixture.dim, 2u);
}

TEST(ModelJson, ReadsCompressedModels) {
  const Scratch scratch;
  const std::string path = scratch.put("m.json.gz", io::gzip(to_json({example(Covariance::tied)})));
  expect_same(load_model(path).mixture, example(Covariance::tied));
}

TEST(ModelJson, NamesLineAndColumnOfWhatIsNotJson) {
  EXPECT_EQ(refusal_of("x,y\n1,2\n"), "m.json: line 1, column 1: not JSON: unexpected 'x'");
  EXPECT_EQ(refusal_of("{\n  \"format\": 'a'\n}"), "m.json: line 2, column 13: not JSON: unexpected '''");
  EXPECT_EQ(refusal_of(""), "m.json: is empty, expected a model in JSON");
  EXPECT_EQ(refusal_of(" \n"), "m.json: is empty, expected a model in JSON");
  EXPECT_EQ(refusal_of("{\n\"a\": [1,"), "m.json: line 2, column 9: not JSON: the text ends too early");
  EXPECT_EQ(refusal_of("{} x"), "m.json: line 1, column 4: not JSON: unexpected 'x'");
  EXPECT_EQ(refusal_of("{\"a\": NaN}"), "m.json: line 1, column 7: not JSON: unexpected 'N'");
  EXPECT_EQ(refusal_of("{\"a\": 1e999}"), "m.json: has a number that is too large for a double");
}

TEST(ModelJson, EveryTruncationIsAnError) {
  const std::string text =
      to_json({example(Covariance::full), {"a", "b", "c"}, Provenance{"m", "v", 1, 2, true, 3, -4.5}});
  for (std::size_t length = 1; length + 2 < text.size(); ++length) {
    EXPECT_NE(refusal_of(text.substr(0, length)).find("the text ends too early"), std::string::npos) << length;
  }
}

TEST(ModelJson, RefusesOtherDocuments) {
  EXPECT_EQ(refusal_of("[1, 2]"), "m.json: got an array of length 2, expected an object");
  EXPECT_EQ(refusal_of("{}"), "m.json: format: is missing, expected \"mixseed.mixture\"");
  EXPECT_EQ(refusal("mixseed.mixture", "other"), "m.json: format: got 'other', expected 'mixseed.mixture'");
  EXPECT_EQ(refusal("\"mixseed.mixture\"", "null"), "m.json: format: got null, expected 'mixseed.mixture'");
  EXPECT_EQ(refusal("\"version\": 2", "\"version\": 3"),
            "m.json: version: got 3, expected 1 to 2, which this program knows");
  EXPECT_EQ(refusal("\"spherical\"", "\"round\""),
            "m.json: covariance: got 'round', expected full, tied, diagonal or spherical");
}

TEST(ModelJson, NamesAMissingKey) {
  EXPECT_EQ(refusal("\"version\": 2", "\"x\": 2"), "m.json: version: is missing, expected 2");
  EXPECT_EQ(refusal("\"covariance\"", "\"x\""),
            "m.json: covariance: is missing, expected full, tied, diagonal or spherical");
  EXPECT_EQ(refusal("\"weights\"", "\"x\""), "m.json: weights: is missing, expected an array of numbers");
  EXPECT_EQ(refusal("\"means\"", "\"x\""), "m.json: means: is missing, expected an array of arrays of numbers");
  EXPECT_EQ(refusal("\"covariances\"", "\"x\""), "m.json: covariances: is missing, expected arrays of numbers");
}

TEST(ModelJson, NamesThePlaceOfAWrongLength) {
  EXPECT_EQ(refusal("[0.25, 0.75]", "[]"),
            "m.json: weights: got an array of length 0, expected an array of length at "
            "least 1");
  EXPECT_EQ(refusal("[0.25, 0.75]", "0.5"), "m.json: weights: got 0.5, expected an array of length at least 1");
  EXPECT_EQ(refusal("[0.25, 0.75]", "[0.5, 0.25, 0.25]"),
            "m.json: means: got an array of length 2, expected an array of length 3");
  EXPECT_EQ(refusal("[1, 2.5, -3]", "[]"),
            "m.json: means[0]: got an array of length 0, expected an array of length at "
            "least 1");
  EXPECT_EQ(refusal("[1, 2.5, -3]", "[1, 2.5]"),
            "m.json: means[1]: got an array of length 3, expected an array of length 2");
  EXPECT_EQ(refusal("[0.5, 1, 0.1]", "[0.5, 1]", Covariance::full),
            "m.json: covariances[0][1]: got an array of length 2, expected an array of length 3");
  EXPECT_EQ(refusal("\"spherical\"", "\"tied\""),
            "m.json: covariances: got an array of length 2, expected an array of length 3");
  EXPECT_EQ(refusal("\"spherical\"", "\"full\""), "m.json: covariances[0]: got 0.5, expected an array of length 3");
}

TEST(ModelJson, NamesThePlaceOfWhatIsNoNumber) {
  EXPECT_EQ(refusal("0.25", "\"a\""), "m.json: weights[0]: got 'a', expected a number");
  EXPECT_EQ(refusal("[0.1,", "[null,"), "m.json: means[1][0]: got null, expected a number");
  EXPECT_EQ(refusal("[0.5, 1, 0.1]", "[0.5, {}, 0.1]", Covariance::tied),
            "m.json: covariances[1][1]: got an object, expected a number");
  EXPECT_EQ(refusal("[0.5, 1, 0.1]", "[0.5, true, 0.1]", Covariance::full),
            "m.json: covariances[0][1][1]: got true, expected a number");
}

TEST(ModelJson, NamesThePlaceInAWrongProvenance) {
  EXPECT_EQ(refusal("\"seed\": 7", "\"seed\": -7"),
            "m.json: provenance.seed: got -7, expected an integer that is not negative");
  EXPECT_EQ(refusal("\"rows\": 100", "\"rows\": 1.5"),
            "m.json: provenance.rows: got 1.5, expected an integer that is not negative");
  EXPECT_EQ(refusal("\"converged\": true", "\"converged\": 1"),
            "m.json: provenance.converged: got 1, expected true or false");
  EXPECT_EQ(refusal("-2.5", "\"x\""), "m.json: provenance.log_likelihood: got 'x', expected a number");
  EXPECT_EQ(refusal("\"adaptive/em\"", "[]"), "m.json: provenance.method: got an array of length 0, expected a string");
  EXPECT_EQ(refusal_of(R"({"format": "mixseed.mixture", "version": 1, "covariance": "tied", "weights": [1],
                           "means": [[0]], "covariances": [[1]], "provenance": 5})"),
            "m.json: provenance: got 5, expected an object");
}

TEST(ModelJson, InvalidMixtureIsPrefixedWithTheFile) {
  const std::string message = refusal("[0.25, 0.75]", "[0.25, 0.25]");
  EXPECT_EQ(message.substr(0, 8), "m.json: ");
  EXPECT_NE(message.find("weights"), std::string::npos) << message;
}

TEST(ModelJson, LoadNamesTheFile) {
  const Scratch scratch;
  EXPECT_EQ(message_of([&] { load_model(scratch.path("none.json")); }, ErrorCode::input, &scratch),
            "none.json: cannot be opened: No such file or directory");
  const std::string path = scratch.put("m.json", "{}");
  EXPECT_EQ(message_of([&] { load_model(path); }, ErrorCode::input, &scratch),
            "m.json: format: is missing, expected \"mixseed.mixture\"");
}

TEST(ModelJson, RefusesToWriteWhatCannotBeRead) {
  const Scratch scratch;
  Mixture mixture = example(Covariance::tied);
  mixture.means[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of([&] { save_model(scratch.path("m.json"), mixture); }, ErrorCode::output),
            "a mixture with the number nan cannot be written as JSON");
  mixture.means.pop_back();
  EXPECT_EQ(message_of([&] { save_model(scratch.path("m.json"), mixture); }, ErrorCode::output),
            "a mixture of 2 components in 3 dimensions cannot be written: it has 5 means and 9 covariances");
  EXPECT_EQ(message_of(
                [&] {
                  to_json({example(Covariance::tied), {"a"}});
                },
                ErrorCode::output),
            "a mixture in 3 dimensions cannot be written with 1 column names");
  EXPECT_EQ(scratch.count(), 0u);
}

}  // namespace
}  // namespace mixseed
