// A fit has the same bits in this process, from a stream of chunks, and from workers that are sent bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mixseed/error.h"
#include "mixseed/team.h"
#include "pass/subtree.h"
#include "refine/refiner.h"
#include "seed/seeder.h"
#include "support/blobs.h"
#include "support/message.h"
#include "team/remote.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::message;

constexpr std::size_t kRows = 5 * kWindow + 700;

// Returns copies in chunks of the given lengths. A chunk is invalid after the next one.
class OddChunks : public Source {
 public:
  explicit OddChunks(const DataView& view, std::vector<std::size_t> lengths)
      : view_(view), lengths_(std::move(lengths)) {}
  void rewind() override { at_ = turn_ = 0; }
  std::optional<DataView> next() override {
    if (at_ == view_.rows()) return std::nullopt;
    const std::size_t rows = std::min(lengths_[turn_++ % lengths_.size()], view_.rows() - at_);
    chunk_.clear();
    weights_.clear();
    for (std::size_t i = at_; i < at_ + rows; ++i) {
      for (std::size_t j = 0; j < view_.columns(); ++j) chunk_.push_back(view_.at(i, j));
      if (view_.weights()) weights_.push_back(view_.weight(i));
    }
    at_ += rows;
    return DataView(chunk_.data(), rows, view_.columns()).with_weights(view_.weights() ? weights_.data() : nullptr);
  }

 private:
  DataView view_;
  std::vector<std::size_t> lengths_;
  std::size_t at_ = 0, turn_ = 0;
  std::vector<double> chunk_, weights_;
};

// Workers with the given numbers of windows, and one with the rest, answering in reverse order.
class Workers {
 public:
  Workers(const DataView& view, const std::vector<std::size_t>& windows) {
    std::size_t first = 0;
    for (std::size_t i = 0; first < view.rows(); ++i) {
      const std::size_t rows =
          i < windows.size() ? std::min(windows[i] * kWindow, view.rows() - first) : view.rows() - first;
      workers_.push_back(std::make_shared<Worker>(view.slice(first, rows), first));
      first += rows;
    }
  }
  std::vector<std::string> operator()(const std::string& question) {
    std::vector<std::string> answers;
    for (const auto& worker : workers_) answers.push_back(worker->answer(question));
    std::reverse(answers.begin(), answers.end());
    return answers;
  }

 private:
  std::vector<std::shared_ptr<Worker>> workers_;
};

Data weighted_blobs() {
  const Data data = blobs(kRows, 3, 7, 3);
  std::vector<double> weights(kRows);
  for (std::size_t i = 0; i < kRows; ++i) weights[i] = 0.5 * static_cast<double>(i % 5);
  return data.weighted(std::move(weights));
}

// run(team) returns a value with ==.
template <typename Run>
void expect_one_result(const DataView& view, const Run& run) {
  const auto expected = run(*team_of(view, 1));
  EXPECT_TRUE(run(*team_of(view, 3)) == expected);
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 30}) {
    OddChunks odd(view, {1, 16385, 7, 40000, 999});
    EXPECT_TRUE(run(*team_of(odd, 2, memory)) == expected) << "chunks, " << memory;
    const auto parts = source_of({view.slice(0, 20000), view.slice(20000, 0), view.slice(20000, kRows - 20000)});
    EXPECT_TRUE(run(*team_of(*parts, 1, memory)) == expected) << "parts, " << memory;
  }
  for (const auto& windows : std::vector<std::vector<std::size_t>>{{}, {3}, {1, 2}, {1, 1, 1, 1}}) {
    EXPECT_TRUE(run(*team_of(Workers(view, windows))) == expected) << windows.size() << " workers and one";
  }
}

TEST(Scale, AnyTeamKnowsItsNumberOfColumns) {
  const Data data = weighted_blobs();
  EXPECT_EQ(columns_of(*team_of(data.view, 1)), 3U);
  expect_one_result(data.view, [](Team& team) { return columns_of(team); });
}

TEST(EverySeederAndRefiner, GivesTheSameBitsFromChunksAndWorkers) {
  const Data data = blobs(kRows, 3, 7, 3);
  for (const Seeder& seeder : seeders()) {
    SCOPED_TRACE(std::string(seeder.info.name));
    const std::string s = seeder.info.name == "hac" ? ":s=0.01" : "";
    const Pipeline pipeline = Pipeline::parse("standardise/" + std::string(seeder.info.name) + s + "/em:rounds=2");
    expect_one_result(data.view, [&](Team& team) { return fit(team, 5, pipeline).model; });
  }
  for (const char* method : {"uniform/kmeans:rounds=3/cem:rounds=3/em:rounds=3", "uniform/search/em:rounds=2",
                             "whiten/kmeans++/em:rounds=2", "auto"}) {
    SCOPED_TRACE(method);
    expect_one_result(data.view, [&](Team& team) { return fit(team, 5, Pipeline::parse(method)).model; });
  }
}

TEST(Scale, WeightsNoiseRestartsAndBudgetsGiveTheSameBits) {
  const Data data = weighted_blobs();
  FitOptions options;
  options.restarts = 3;
  const Pipeline noisy = Pipeline::parse("kmeans++/em:rounds=4,noise=0.1");
  expect_one_result(data.view, [&](Team& team) { return fit(team, 4, noisy, options).model; });
  options.restarts = 1;
  options.budget = Budget::parse("40p");
  expect_one_result(data.view, [&](Team& team) { return fit(team, 4, Pipeline::parse("quick"), options).model; });
}

TEST(Scale, ExtremeUnitsGiveTheSameBits) {
  Data data = blobs(kRows, 2, 3, 3);
  std::vector<double> values;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < 2; ++j) values.push_back(std::ldexp(data.view.at(i, j), 300));
  }
  data = Data::from(std::move(values), kRows, 2);
  expect_one_result(data.view, [&](Team& team) { return fit(team, 3, Pipeline::parse("kmeans++/em:rounds=4")).model; });
}

TEST(Scale, ASelectionGivesTheSameBits) {
  const Data data = blobs(kRows, 2, 3, 3);
  const std::vector<std::size_t> ks{1, 2, 3};
  const std::vector<std::string> families{"VVV", "EII"};
  expect_one_result(data.view, [&](Team& team) {
    std::vector<Mixture> models;
    for (const Fit& fit : select(team, ks, families, Criterion::bic, Pipeline::parse("kmeans++/em:rounds=3")).fits) {
      models.push_back(fit.model);
    }
    return models;
  });
}

std::string message_of(Ask ask) {
  return message(ErrorCode::failed, [&] { fit(*team_of(std::move(ask)), 2, Pipeline::parse("uniform/em")); });
}

TEST(Scale, PartsThatAreNoWholeAreRefused) {
  const Data data = blobs(3 * kWindow, 2, 2);
  const auto part = [&](std::size_t first, std::size_t rows) {
    return std::make_shared<Worker>(data.view.slice(first, rows), first);
  };
  const auto asking = [](std::vector<std::shared_ptr<Worker>> workers) -> Ask {
    return [workers](const std::string& question) {
      std::vector<std::string> answers;
      for (const auto& worker : workers) answers.push_back(worker->answer(question));
      return answers;
    };
  };
  EXPECT_NE(message_of(asking({})).find("there is none"), std::string::npos);
  EXPECT_NE(message_of(asking({part(0, kWindow), part(2 * kWindow, kWindow)})).find("row"), std::string::npos);
  EXPECT_NE(message_of(asking({part(0, kWindow), part(0, kWindow)})).find("twice"), std::string::npos);
  EXPECT_NE(message_of(asking({part(0, 100), part(kWindow, kWindow)})).find("within a window"), std::string::npos);
  EXPECT_NE(message(ErrorCode::usage, [&] { part(100, 100); }).find("16384"), std::string::npos);
}

TEST(Scale, PartsWithOtherColumnsAreRefused) {
  const Data three = blobs(kWindow, 3, 2), two = blobs(kWindow, 2, 2);
  Worker wide(three.view, 0), narrow(two.view, kWindow);
  const Ask ask = [&](const std::string& question) -> std::vector<std::string> {
    return {wide.answer(question), narrow.answer(question)};
  };
  EXPECT_NE(message(ErrorCode::input, [&] { fit(*team_of(ask), 2, Pipeline::parse("uniform/em")); })
                .find("some parts of the rows have 3 columns, others 2"),
            std::string::npos);
}

TEST(Scale, AnswersToAnotherQuestionAndOfFewerRowsAreRefused) {
  const Data data = blobs(2 * kWindow, 2, 2);
  Worker first(data.view.slice(0, kWindow), 0), second(data.view.slice(kWindow, kWindow), kWindow);
  std::size_t asked = 0;
  const auto answers = [&](const std::string& question) -> std::vector<std::string> {
    return {first.answer(question), second.answer(question)};
  };
  std::vector<std::string> earlier;
  EXPECT_NE(message_of([&](const std::string& question) {
              if (earlier.empty()) earlier = answers(question);
              return earlier;
            }).find("one to another question"),
            std::string::npos);
  EXPECT_NE(message_of([&](const std::string& question) {
              std::vector<std::string> all = answers(question);
              if (++asked > 3) all.pop_back();
              return all;
            }).find("have 16384 rows in all, but had 32768 before"),
            std::string::npos);
}

TEST(Scale, WhatIsNoLetterIsRefused) {
  const Data data = blobs(100, 2, 2);
  Worker worker(data.view, 0);
  EXPECT_NE(message(ErrorCode::input, [&] { worker.answer("hello"); }).find("5 bytes in another format"),
            std::string::npos);
  std::string question;
  const Ask ask = [&](const std::string& asked) {
    question = asked;
    std::string answer = worker.answer(asked);
    answer[answer.size() / 2] ^= 1;
    return std::vector<std::string>{answer};
  };
  EXPECT_NE(message_of(ask).find("damaged"), std::string::npos);
  const auto refused = [&](std::size_t size) {
    return message(ErrorCode::input, [&] { worker.answer(question.substr(0, size)); });
  };
  EXPECT_NE(refused(20).find("20 bytes in another format"), std::string::npos);
  for (const std::size_t size : {std::size_t{40}, question.size() - 1}) {
    EXPECT_NE(refused(size).find("damaged"), std::string::npos);
  }
  const std::size_t at = question.find("0.");
  ASSERT_NE(at, std::string::npos);
  question[at] = '9';
  EXPECT_NE(message(ErrorCode::input, [&] { worker.answer(question); }).find("got one of mixseed 9."),
            std::string::npos);
}

TEST(Scale, ChunksOfDifferentWidthAndWeightsForSomeAreRefused) {
  const Data two = blobs(50, 2, 2), three = blobs(50, 3, 2);
  const std::vector<double> weights(50, 1.0);
  const auto refused = [](std::vector<DataView> views) {
    const auto source = source_of(std::move(views));
    return message(ErrorCode::input, [&] { fit(*team_of(*source), 2, Pipeline::parse("uniform/em")); });
  };
  EXPECT_NE(refused({two.view, three.view}).find("from row 51 on they have 3 numbers"), std::string::npos);
  EXPECT_NE(refused({two.view, two.view.with_weights(weights)}).find("for all or for none"), std::string::npos);
  EXPECT_NE(refused({}).find("no rows"), std::string::npos);
}

// Gives the rows of `first` in the given number of walks, then those of `then`.
class Changing : public Source {
 public:
  Changing(DataView first, DataView then, std::size_t walks) : first_(first), then_(then), left_(walks) {}
  void rewind() override {
    now_ = left_ > 0 ? &first_ : &then_;
    if (left_ > 0) --left_;
  }
  std::optional<DataView> next() override {
    const DataView* const rows = std::exchange(now_, nullptr);
    return rows ? std::optional(*rows) : std::nullopt;
  }

 private:
  DataView first_, then_;
  std::size_t left_;
  const DataView* now_ = nullptr;
};

TEST(Scale, ASourceThatChangesBetweenWalksIsRefused) {
  const Data all = blobs(500, 3, 2);
  const Data narrow = blobs(500, 2, 2);
  const std::vector<double> weights(500, 1.0);
  const auto refused = [&](const DataView& then, std::size_t walks) {
    Changing source(all.view, then, walks);
    return message(ErrorCode::input, [&] { fit(*team_of(source), 2, Pipeline::parse("uniform/em")); });
  };
  for (const std::size_t walks : {1, 2, 4}) {
    EXPECT_NE(refused(all.view.slice(0, 400), walks).find("there are 400 instead of 500"), std::string::npos);
    EXPECT_NE(refused(blobs(600, 3, 2).view, walks).find("more than the 500 rows"), std::string::npos);
    EXPECT_NE(refused(narrow.view, walks).find("2 columns instead of 3"), std::string::npos);
    EXPECT_NE(refused(all.view.with_weights(weights), walks).find("weights where there were none"), std::string::npos);
    EXPECT_NE(refused(all.view.slice(0, 0), walks).find("there are 0 instead of 500"), std::string::npos);
  }
}

TEST(Scale, ChunksWithoutColumnsAreRefused) {
  const double nothing = 0;
  Changing source(DataView(&nothing, 5, 0), DataView(&nothing, 5, 0), 1);
  EXPECT_NE(message(ErrorCode::input, [&] { fit(*team_of(source), 2, Pipeline::parse("uniform/em")); }).find("columns"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
