#include "report/page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/encode.h"
#include "report/fit_page.h"
#include "report/formats.h"
#include "report/replay_page.h"
#include "report/rows.h"

namespace mixseed::report {
namespace {

std::string of_text(std::string_view text) { return base64(std::as_bytes(std::span(text))); }

TEST(Encode, IsBase64) {
  // The examples of RFC 4648.
  for (const auto& [plain, coded] : {std::pair{"", ""},
                                     {"f", "Zg=="},
                                     {"fo", "Zm8="},
                                     {"foo", "Zm9v"},
                                     {"foob", "Zm9vYg=="},
                                     {"fooba", "Zm9vYmE="},
                                     {"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(of_text(plain), coded);
  }
}

TEST(Encode, KeepsTheBytesOfNumbers) {
  EXPECT_EQ(encoded(std::vector<double>{1.0}), of_text(std::string_view("\0\0\0\0\0\0\xf0\x3f", 8)));
  EXPECT_EQ(encoded(std::vector<std::uint16_t>{258}), of_text("\x02\x01"));
}

TEST(Page, HoldsItsPayloadOnceAndNothingThatCouldEndTheElement) {
  Section payload;
  payload.add(Fact{"kind", "", "</script><script>alert(1)</script>"});
  const std::string text = page(payload);
  EXPECT_EQ(text.find("alert(1)</script>"), std::string::npos);
  EXPECT_NE(text.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
  EXPECT_EQ(text.find("{\"kind\":\"none\"}"), std::string::npos);
  EXPECT_TRUE(text.starts_with(page_template().substr(0, 100)));
}

TEST(Page, ForbidsTheNetwork) {
  EXPECT_NE(page_template().find("default-src 'none'; script-src 'sha256-"), std::string_view::npos);
  EXPECT_EQ(page_template().find("unsafe"), std::string_view::npos);
}

TEST(RowSample, HasAllRowsOrAnEvenSample) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const DataView data(values.data(), 1000, 1);
  EXPECT_EQ(row_sample(data, 1000).values, values);
  const RowSample sample = row_sample(data, 10);
  EXPECT_EQ(sample.values, (std::vector<double>{50, 150, 250, 350, 450, 550, 650, 750, 850, 950}));
  EXPECT_EQ(sample.all, 1000U);
  EXPECT_DOUBLE_EQ(sample.offsets[0], 500);
  EXPECT_EQ(row_sample(DataView(values.data(), 0, 1), 10).size(), 0U);
}

TEST(RowSample, KeepsTheDigitsOfRowsFarFromZero) {
  const std::vector<double> values{1e9, 1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.75};
  const RowSample rows = row_sample(DataView(values.data(), 4, 1), 10);
  const std::string wanted = encoded(std::vector<float>{-0.375F, -0.125F, 0.125F, 0.375F});
  EXPECT_NE(as_json(rows_section(rows)).find(wanted), std::string::npos);
}

Fit fit_of(const std::vector<double>& values) {
  return fit(DataView(values.data(), values.size(), 1), 2, "kmeans++/em", {.restarts = 3, .traces = true});
}

std::vector<double> two_groups() {
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) values.push_back(i % 7 + (i % 2 == 0 ? 0 : 40));
  return values;
}

TEST(FitPayload, SaysWhatTheFitFound) {
  const std::vector<double> values = two_groups();
  const Fit found = fit_of(values);
  const std::vector<Fit> candidates{found};
  const std::string json =
      as_json(fit_payload({"a file", {}, candidates[0], DataView(values.data(), 60, 1), &candidates, "icl"}));
  for (const std::string part : {"\"kind\": \"fit\"", "\"criterion\": \"icl\"", "\"column 1\"", "\"chosen\": true"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
  EXPECT_NE(json.find("\"bic\": " + exact_text(found.criteria.bic)), std::string::npos);
  EXPECT_NE(json.find(encoded(found.model.means)), std::string::npos);
}

// JSON on one line, because lists of the payload are spread over several.
std::string compact_json(const Section& section) {
  std::string json = as_json(section);
  std::erase_if(json, [](char c) { return c == ' ' || c == '\n'; });
  return json;
}

TEST(FitPayload, HasStepsAdviceAndEffectiveRows) {
  const std::vector<double> values = two_groups();
  const Fit found = fit_of(values);
  const std::vector<std::string> names;
  const FitPage page{"", names, found, DataView(values.data(), 60, 1)};
  const std::string json = compact_json(fit_payload(page));
  const double rows = found.model.weights[0] * 60;
  for (const std::string part : {"\"resolution\":[1.0]", "\"advice\":[]", "\"collapse_advice\":[]"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
  EXPECT_NE(json.find("\"effective_rows\":[" + exact_text(rows)), std::string::npos);
  FitPage with_advice = page;
  with_advice.advice = {"look_out"};
  EXPECT_NE(compact_json(fit_payload(with_advice)).find("\"advice\":[\"look_out\"]"), std::string::npos);
}

TEST(FitPayload, LeavesOutTheLikelihoodsOfAFailedRestart) {
  const std::vector<double> values = two_groups();
  Fit found = fit_of(values);
  found.restarts[1] = {.index = 1, .final_log_likelihood = -123.5, .rounds = 7, .error = "failed"};
  const std::string json = as_json(fit_payload({"", {}, found, DataView(values.data(), 60, 1)}));
  EXPECT_EQ(json.find("-123.5"), std::string::npos);
  EXPECT_NE(json.find("\"rounds\": 7"), std::string::npos);
}

TEST(FitPayload, DoesWithoutRowsAndWithoutTraces) {
  const std::vector<double> values = two_groups();
  Fit found = fit_of(values);
  found.traces.clear();
  const std::string json = as_json(fit_payload({"", {}, found, DataView(values.data(), 0, 1)}));
  EXPECT_NE(json.find("\"shown\": 0"), std::string::npos);
  EXPECT_NE(json.find("\"traces\": []"), std::string::npos);
}

TEST(ReplayPayload, ThinsLongRunsAndKeepsTheEndOfEveryStage) {
  const std::vector<double> values = two_groups();
  const DataView data(values.data(), 60, 1);
  Replay shown = replay(data, 3, Pipeline::parse("uniform/em"), 1);
  const ReplayStep round = shown.scenes.back();
  shown.scenes.resize(3);
  for (int i = 0; i < 2000; ++i) {
    shown.scenes.push_back(round);
    shown.scenes.back().number = i;
  }
  const std::string json = as_json(replay_payload("", {}, data, {&shown, 1}));
  std::size_t scenes = 0;
  for (std::size_t at = json.find("\"stage\""); at != std::string::npos; at = json.find("\"stage\"", at + 1)) ++scenes;
  EXPECT_LE(scenes, 150U);
  EXPECT_NE(json.find("\"number\": 1999"), std::string::npos);
}

}  // namespace
}  // namespace mixseed::report
