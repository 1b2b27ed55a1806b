#include "team/remote.h"

#include <string>

#include "base/digest.h"
#include "mixseed/error.h"
#include "mixseed/version.h"
#include "team/checks.h"

namespace mixseed {
namespace {

constexpr std::string_view kMessageMark = "mixseed";

// Precedes the content. Both ends must be of the same version, because only the same program gives the same bits.
struct MessageHeader {
  std::string mark = std::string(kMessageMark), version = std::string(kVersion);
  std::uint64_t digest = 0;
};

// The digest of the question tells a late answer to an earlier question from an answer to this one.
struct Reply {
  std::uint64_t question = 0;
  std::vector<Subtree> subtrees;
};

// `what`: the expected message, for errors.
template <typename Content>
Content content_of(std::string_view bytes, ErrorCode code, const std::string& what) {
  const auto refuse = [&](const std::string& got) { throw Error(code, "expected " + what + ", got " + got); };
  MessageHeader header;
  Decoder decoder(bytes);
  try {
    decoder(header);
  } catch (const std::runtime_error&) {
    header.mark.clear();
  }
  if (header.mark != kMessageMark) refuse(std::to_string(bytes.size()) + " bytes in another format");
  if (header.version != kVersion) {
    refuse("one of mixseed " + header.version + " instead of " + std::string(kVersion) +
           ": install the same version everywhere");
  }
  if (header.digest != digest_of(decoder.left())) refuse("a damaged one");
  try {
    return decoded<Content>(decoder.left());
  } catch (const std::runtime_error& error) {
    throw Error(code, "expected " + what + ", got one that cannot be read (" + error.what() + ")");
  }
}

}  // namespace

Bytes with_header(std::string_view content) {
  MessageHeader header;
  header.digest = digest_of(content);
  return encoded(header).append(content);
}

Bytes answer_message(std::string_view question, WorkerRows& worker_rows) {
  const auto request = content_of<Request>(question, ErrorCode::input, "a question");
  return with_header(encoded(Reply{digest_of(question), worker_rows.answer(request)}));
}

void RemoteTeam::take(const Request& request, std::uint64_t question, const Bytes& message, std::vector<Subtree>& all) {
  auto reply = content_of<Reply>(message, ErrorCode::failed, "an answer of a worker");
  if (reply.question != question) {
    throw Error(ErrorCode::failed, "expected an answer of a worker, got one to another question");
  }
  for (Subtree& subtree : reply.subtrees) {
    check_answer(request.question, subtree, columns_);
    all.push_back(std::move(subtree));
  }
}

Answer RemoteTeam::ask(const Request& request) {
  const Bytes message = with_header(encoded(request));
  const std::uint64_t question = digest_of(message);
  std::vector<Subtree> all;
  for (const Bytes& answer : ask_(message)) take(request, question, answer, all);
  std::uint64_t rows = 0;
  for (const Subtree& subtree : all) rows += subtree.rows;
  Answer answer = answer_of(std::move(all));
  if (const auto* inspection = std::get_if<Inspection>(&answer)) columns_ = inspection->low.size();
  if (!rows_) rows_ = rows;
  if (rows != *rows_) {
    throw Error(ErrorCode::failed, "the workers have " + std::to_string(rows) + " rows in all, but had " +
                                       std::to_string(*rows_) + " before");
  }
  return answer;
}

}  // namespace mixseed
