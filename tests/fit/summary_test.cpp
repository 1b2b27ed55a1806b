#include "mixseed/summary.h"

#include <gtest/gtest.h>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using testing::blobs;

const Data kData = blobs(3000, 2, 3);

Mixture started(const std::string& family) {
  const Pipeline pipeline = Pipeline::parse("uniform/em:rounds=1,acceleration=plain,covariance=" + family);
  return fit(kData.view, 3, pipeline, {.seed = 1, .threads = 1}).model;
}

std::string pieces(const Mixture& model, const std::vector<std::size_t>& cuts) {
  std::vector<std::string> summaries;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    summaries.push_back(summarize(model, kData.view.slice(cuts[i], cuts[i + 1] - cuts[i]), 1));
  }
  return merge_summaries(summaries);
}

TEST(Summary, OfPiecesGivesTheModelThatARoundOfEmGivesForEveryFamily) {
  for (const FamilyInfo& family : covariance_families()) {
    const Mixture model = started(std::string(family.name));
    const Pipeline round = Pipeline::parse("em:rounds=1,acceleration=plain,covariance=" + std::string(family.name));
    const State start = model;
    const Fit expected = fit(kData.view, std::span(&start, 1), round, {.threads = 1, .listing = Listing::start});
    const Update got = update(pieces(model, {0, 700, 701, 3000}));
    for (std::size_t i = 0; i < got.model.means.size(); ++i) {
      EXPECT_NEAR(got.model.means[i], expected.model.means[i], 1e-9) << family.name;
    }
    for (std::size_t i = 0; i < got.model.covariances.size(); ++i) {
      EXPECT_NEAR(got.model.covariances[i], expected.model.covariances[i], 1e-6) << family.name;
    }
    EXPECT_NEAR(got.log_likelihood / got.observations, score(model, kData.view, 1), 1e-12) << family.name;
  }
}

TEST(Summary, NeverLetsTheLikelihoodFall) {
  Mixture model = started("full");
  double last = -1e300;
  for (int round = 0; round < 30; ++round) {
    const Update next = update(pieces(model, {0, 1000, 3000}));
    EXPECT_GE(next.log_likelihood, last - 1e-9);
    last = next.log_likelihood;
    model = next.model;
  }
}

TEST(Summary, OfOneModelIsNotMergedWithThatOfAnother) {
  const std::string one = summarize(started("full"), kData.view), other = summarize(started("diagonal"), kData.view);
  const std::vector<std::string> both = {one, other};
  EXPECT_NE(testing::message(ErrorCode::usage, [&] { merge_summaries(both); }).find("under one model"),
            std::string::npos);
  EXPECT_NE(testing::message(ErrorCode::usage, [&] { merge_summaries({}); }).find("at least one"), std::string::npos);
}

TEST(Summary, ThatIsCutShortIsRefused) {
  const std::string whole = summarize(started("full"), kData.view);
  for (std::size_t length : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_NE(testing::message(ErrorCode::input, [&] { update(std::string_view(whole).substr(0, length)); })
                  .find("a summary:"),
              std::string::npos);
  }
}

TEST(Summary, OfRowsWithOtherColumnsIsRefused) {
  const Data other = blobs(100, 3, 2);
  EXPECT_NE(testing::message(ErrorCode::input, [&] { summarize(started("full"), other.view); })
                .find("expected rows with 2 columns"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
