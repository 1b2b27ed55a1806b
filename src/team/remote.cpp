#include "team/remote.h"

#include <string>

#include "base/digest.h"
#include "mixseed/error.h"
#include "mixseed/version.h"

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

template <typename Content>
Bytes sealed(const Content& value) {
  const Bytes content = encoded(value);
  Seal seal;
  seal.digest = digest_of(content);
  return encoded(seal) + content;
}

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
  return decoded<Content>(decoder.left());
}

bool is_answer_to(const Question& question, const Answer& answer) {
  return std::visit([&]<typename One>(const One&) { return std::holds_alternative<typename One::Answer>(answer); },
                    question);
}

}  // namespace

Bytes answer_letter(std::string_view question, Share& share) {
  return sealed(share.answer(opened<Request>(question, ErrorCode::input, "a question")));
}

Answer RemoteTeam::ask(const Request& request) {
  std::vector<Subtree> all;
  std::uint64_t rows = 0;
  for (const Bytes& letter : ask_(sealed(request))) {
    for (Subtree& subtree : opened<std::vector<Subtree>>(letter, ErrorCode::failed, "an answer of a worker")) {
      if (!is_answer_to(request.question, subtree.answer)) {
        throw Error(ErrorCode::failed, "expected an answer of a worker, got one to another question");
      }
      rows += subtree.rows;
      all.push_back(std::move(subtree));
    }
  }
  Answer answer = whole(std::move(all));
  if (!rows_) rows_ = rows;
  if (rows != *rows_) {
    throw Error(ErrorCode::failed, "the answers of the parts are of " + std::to_string(rows) +
                                       " rows, those before were of " + std::to_string(*rows_));
  }
  return answer;
}

}  // namespace mixseed
