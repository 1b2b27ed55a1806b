#include "team/logged.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/digest.h"
#include "mixseed/error.h"
#include "team/checks.h"

namespace mixseed {
namespace {

// An answer, and the digest of its question.
struct Entry {
  std::uint64_t question = 0;
  Answer answer;
};

[[noreturn]] void refuse_log(const std::string& why) {
  throw Error(ErrorCode::input, "the checkpoint cannot be used: " + why);
}

Entry read(const std::string& bytes) {
  try {
    return decoded<Entry>(bytes);
  } catch (const std::runtime_error&) {
    refuse_log("it is damaged");
  }
}

}  // namespace

// Lengths can be wrong although the digest is right: another program may have written the file.
void LoggedTeam::check(const Request& request, const Answer& written) {
  if (const auto* inspection = std::get_if<Inspection>(&written)) {
    columns_ = inspection->low.size();
    rows_ = inspection->rows;
  }
  try {
    check_answer(request.question, written, 0, rows_, columns_);
  } catch (const Error&) {
    refuse_log("it is damaged");
  }
}

Answer LoggedTeam::ask(const Request& request) {
  const std::uint64_t question = digest_of(encoded(request));
  if (!has_begun_) next_answer_ = log_.next();
  has_begun_ = true;
  const std::optional<std::string> written = std::move(next_answer_);
  next_answer_ = written ? log_.next() : std::nullopt;
  if (!written) {
    Answer answer = asked_.ask(request);
    log_.append(encoded(Entry{question, answer}));
    return answer;
  }
  Entry entry = read(*written);
  if (entry.question != question) refuse_log("it belongs to another fit, which asked other questions");
  check(request, entry.answer);
  // The first question of a fit (Inspect) and the last one are asked again, to find out whether the rows have changed.
  const bool asks_again = std::holds_alternative<Inspect>(request.question) || !next_answer_;
  if (asks_again && encoded(asked_.ask(request)) != encoded(entry.answer)) {
    refuse_log("it belongs to other rows");
  }
  return std::move(entry.answer);
}

std::shared_ptr<Team> team_with(std::shared_ptr<Team> team, AnswerLog& log) {
  Team& asked = *team;
  return {new LoggedTeam(asked, log), [team = std::move(team)](Team* logged) { delete logged; }};
}

}  // namespace mixseed
