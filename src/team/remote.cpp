#include "team/remote.h"

#include <string>

#include "base/digest.h"
#include "mixseed/error.h"
#include "mixseed/version.h"
#include "team/checks.h"

namespace mixseed {
namespace {

constexpr std::string_view kLetterMark = "mixseed";

// In front of the content.
struct Seal {
  // What both ends must have in common: the same program gives the same bits.
  std::string mark = std::string(kLetterMark), version = std::string(kVersion);
  std::uint64_t digest = 0;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.mark, self.version, self.digest);
  }
};

// Subtrees, and the digest of the question that they answer: a late answer to an earlier round would pass for one of
// this round, and change the model.
struct Reply {
  std::uint64_t question = 0;
  std::vector<Subtree> subtrees;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.question, self.subtrees);
  }
};

// `what`: what the letter should be, and from whom.
template <typename Content>
Content opened(std::string_view bytes, ErrorCode code, const std::string& what) {
  const auto refuse = [&](const std::string& got) { throw Error(code, "expected " + what + ", got " + got); };
  Seal seal;
  Decoder decoder(bytes);
  try {
    decoder(seal);
  } catch (const std::runtime_error&) {
    seal.mark.clear();
  }
  if (seal.mark != kLetterMark) refuse(std::to_string(bytes.size()) + " bytes that are none");
  if (seal.version != kVersion) {
    refuse("one of mixseed " + seal.version + " instead of " + std::string(kVersion) +
           ": install the same version everywhere");
  }
  if (seal.digest != digest_of(decoder.left())) refuse("one that is damaged");
  try {
    return decoded<Content>(decoder.left());
  } catch (const std::runtime_error& error) {
    throw Error(code, "expected " + what + ", got one that cannot be read (" + error.what() + ")");
  }
}

}  // namespace

Bytes sealed(std::string_view content) {
  Seal seal;
  seal.digest = digest_of(content);
  return encoded(seal).append(content);
}

Bytes answer_letter(std::string_view question, WorkerRows& worker_rows) {
  const auto request = opened<Request>(question, ErrorCode::input, "a question");
  return sealed(encoded(Reply{digest_of(question), worker_rows.answer(request)}));
}

void RemoteTeam::take(const Request& request, std::uint64_t question, const Bytes& letter, std::vector<Subtree>& all) {
  auto reply = opened<Reply>(letter, ErrorCode::failed, "an answer of a worker");
  if (reply.question != question) {
    throw Error(ErrorCode::failed, "expected an answer of a worker, got one to another question");
  }
  for (Subtree& subtree : reply.subtrees) {
    check_answer(request.question, subtree, columns_);
    all.push_back(std::move(subtree));
  }
}

Answer RemoteTeam::ask(const Request& request) {
  const Bytes letter = sealed(encoded(request));
  const std::uint64_t question = digest_of(letter);
  std::vector<Subtree> all;
  for (const Bytes& answer : ask_(letter)) take(request, question, answer, all);
  std::uint64_t rows = 0;
  for (const Subtree& subtree : all) rows += subtree.rows;
  Answer answer = whole(std::move(all));
  if (const auto* inspection = std::get_if<Inspection>(&answer)) columns_ = inspection->low.size();
  if (!rows_) rows_ = rows;
  if (rows != *rows_) {
    throw Error(ErrorCode::failed, "the answers of the parts are of " + std::to_string(rows) +
                                       " rows, those before were of " + std::to_string(*rows_));
  }
  return answer;
}

}  // namespace mixseed
