// Intact messages of this version that their receiver must refuse: from fits of another shape, from earlier rounds, or
// with changed bytes and a new digest.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/rng.h"
#include "mixseed/error.h"
#include "mixseed/team.h"
#include "support/blobs.h"
#include "support/message.h"
#include "team/remote.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::message;

// A message with the digest of its present content.
std::string with_new_digest(const std::string& sent) {
  return with_header(std::string_view(sent).substr(with_header("").size()));
}

// The rows and method of a fit, and all its questions and answers.
struct Recorded {
  Data data;
  std::size_t components;
  std::string method;
  std::vector<std::string> questions, answers;
  std::optional<Mixture> model;

  Recorded(std::size_t rows, std::size_t columns, std::size_t K, std::string text)
      : data(blobs(rows, columns, 3)), components(K), method(std::move(text)) {
    Worker worker(data.view, 0);
    model = run([&](const std::string& question) {
      questions.push_back(question);
      answers.push_back(worker.answer(question));
      return std::vector{answers.back()};
    });
  }
  // Empty if the fit was refused.
  std::optional<Mixture> run(const Ask& ask) const {
    try {
      return fit(*team_of(ask, 1), components, Pipeline::parse(method)).model;
    } catch (const Error&) {
      return std::nullopt;
    }
  }
};

const std::vector<Recorded>& recorded() {
  static const std::vector<Recorded> all = [] {
    std::vector<Recorded> fits;
    fits.emplace_back(300, 2, 3, "kmeans++/kmeans:rounds=2/cem:rounds=2/em:rounds=3");
    fits.emplace_back(300, 5, 3, "adaptive/em:rounds=3");
    fits.emplace_back(300, 5, 2, "kmeans++:trials=3/em:rounds=3,noise=0.1");
    fits.emplace_back(90, 2, 2, "gonzalez/em:rounds=3");
    fits.emplace_back(300, 3, 4, "whiten/spherical-gonzalez/em:rounds=2");
    return fits;
  }();
  return all;
}

TEST(Protocol, AnswersOfOtherFitsAreRefused) {
  std::size_t swaps = 0, refused = 0;
  for (const Recorded& own : recorded()) {
    ASSERT_TRUE(own.model);
    for (const Recorded& other : recorded()) {
      for (std::size_t at = 0; at < own.questions.size(); ++at) {
        for (std::size_t from = 0; from < other.answers.size(); from += 1 + other.answers.size() / 12) {
          Worker worker(own.data.view, 0);
          std::size_t asked = 0;
          const auto model = own.run([&](const std::string& question) {
            return std::vector{asked++ == at ? other.answers[from] : worker.answer(question)};
          });
          ++swaps;
          refused += !model;
          EXPECT_TRUE(!model || *model == *own.model) << own.method << " " << at << " " << other.method << " " << from;
        }
      }
    }
  }
  EXPECT_GT(swaps, 2000u);
  EXPECT_GT(refused, swaps * 9 / 10);
}

TEST(Protocol, QuestionsOfOtherFitsAreRefusedOrAnswered) {
  for (const Recorded& own : recorded()) {
    for (const Recorded& other : recorded()) {
      Worker worker(own.data.view, 0);
      const auto source = source_of({own.data.view});
      Worker stream(*source, 0);
      std::size_t refused = 0;
      for (const std::string& question : other.questions) {
        std::vector<std::string> answers;  // of workers that were asked before, and of a new one
        Worker fresh(own.data.view, 0);
        for (Worker* asked : {&worker, &stream, &fresh}) {
          try {
            answers.push_back(asked->answer(question));
          } catch (const Error& error) {
            ++refused;
            EXPECT_EQ(error.code(), ErrorCode::input) << error.what();
          }
        }
        EXPECT_EQ(answers, std::vector(answers.empty() ? 0 : 3, answers.empty() ? "" : answers[0])) << other.method;
      }
      const bool same_columns = own.data.view.columns() == other.data.view.columns();
      EXPECT_EQ(refused > 0, !same_columns) << own.method << " | " << other.method;
    }
  }
}

// A copy of the message with one to four changes and the digest of the result.
std::string mutated(const std::string& sent, std::size_t keep, Rng& rng) {
  std::string bytes = sent;
  const auto below = [&](std::size_t end) {
    return static_cast<std::size_t>(rng.uniform() * static_cast<double>(end));
  };
  for (std::size_t change = 0, changes = 1 + below(4); change < changes && bytes.size() > keep; ++change) {
    const std::size_t at = keep + below(bytes.size() - keep);
    switch (below(5)) {
      case 0: bytes[at] = static_cast<char>(below(256)); break;
      case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
      case 2: bytes.erase(at, 8 * (1 + below(3))); break;
      case 3: bytes.insert(at, bytes.substr(at, 8)); break;
      default:
        for (std::size_t i = at / 8 * 8; i < std::min(at / 8 * 8 + 8, bytes.size()); ++i)
          bytes[i] = below(2) ? '\xff' : '\0';
    }
  }
  return with_new_digest(bytes);
}

TEST(Protocol, ChangedQuestionsAreRefusedOrAnswered) {
  Rng rng(1);
  std::size_t refused = 0, all = 0;
  const std::size_t begin = with_header("").size();
  for (const Recorded& own : recorded()) {
    Worker worker(own.data.view, 0);
    const auto source = source_of({own.data.view});
    Worker stream(*source, 0);
    for (std::size_t round = 0; round < 300; ++round) {
      const std::string& question = own.questions[round % own.questions.size()];
      for (Worker* asked : {&worker, &stream}) {
        ++all;
        try {
          asked->answer(mutated(question, begin, rng));
        } catch (const Error&) {
          ++refused;
        }
      }
    }
    // The worker's caches are still right.
    for (std::size_t at = 0; at < own.questions.size(); ++at) {
      EXPECT_EQ(worker.answer(own.questions[at]), own.answers[at]);
      EXPECT_EQ(stream.answer(own.questions[at]), own.answers[at]);
    }
  }
  EXPECT_GT(refused, all / 3);
}

TEST(Protocol, ChangedAnswersAreRefusedOrUsed) {
  Rng rng(2);
  std::size_t refused = 0, all = 0;
  const std::size_t begin = with_header("").size();
  for (const Recorded& own : recorded()) {
    for (std::size_t round = 0; round < 300; ++round) {
      std::size_t asked = 0;
      const std::size_t at = round % own.answers.size();
      // The first eight bytes of the content name the question; they stay.
      const auto model = own.run([&](const std::string&) {
        const std::string& answer = own.answers[std::min(asked, own.answers.size() - 1)];
        return std::vector{asked++ == at ? mutated(answer, begin + 8, rng) : answer};
      });
      ++all;
      refused += !model;
    }
  }
  EXPECT_GT(refused, all / 3);
}

TEST(Protocol, ALateAnswerOfAnEarlierRoundIsRefused) {
  const Recorded& own = recorded().front();
  const auto late = [&](std::size_t round) {
    std::size_t asked = 0;
    return message(ErrorCode::failed, [&] {
      fit(*team_of(
              [&](const std::string&) {
                const std::size_t at = asked++;
                return std::vector{own.answers[at == round ? at - 1 : at]};
              },
              1),
          own.components, Pipeline::parse(own.method));
    });
  };
  for (std::size_t round = 1; round < own.questions.size(); ++round) {
    EXPECT_NE(late(round).find("one to another question"), std::string::npos) << round;
  }
}

TEST(Protocol, APartThatIsReplacedDuringAFitIsRefused) {
  const Data rows = blobs(300, 3, 3);
  for (const std::size_t columns : {2, 3, 5}) {
    for (const std::size_t count : {120, 300, 700}) {
      if (columns == 3 && count == 300) continue;
      const Data others = blobs(count, columns, 3);
      for (const std::size_t when : {1, 3, 6}) {
        Worker before(rows.view, 0), after(others.view, 0);
        std::size_t asked = 0;
        EXPECT_THROW(fit(*team_of(
                             [&](const std::string& question) {
                               return std::vector{(asked++ < when ? before : after).answer(question)};
                             },
                             1),
                         3, Pipeline::parse("kmeans++/em:rounds=9")),
                     Error)
            << columns << " " << count << " " << when;
      }
    }
  }
}

TEST(Protocol, MessagesThatCannotBeReadAreErrorsOfTheLibrary) {
  const Recorded& own = recorded().front();
  Worker worker(own.data.view, 0);
  EXPECT_NE(message(ErrorCode::input, [&] { worker.answer(with_header("")); }).find("cannot be read"),
            std::string::npos);
  EXPECT_NE(
      message(ErrorCode::input, [&] { worker.answer(with_header(std::string(100, '\xff'))); }).find("cannot be read"),
      std::string::npos);
}

}  // namespace
}  // namespace mixseed
