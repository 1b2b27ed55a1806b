#include "report/page.h"

#include "mixseed/error.h"
#include "report/formats.h"
#include "report/people.h"

namespace mixseed::report {
namespace {

constexpr std::string_view kPlace = "{\"kind\":\"none\"}";

}  // namespace

std::string page(const Section& payload) {
  const std::string_view frame = page_template();
  const std::size_t at = frame.find(kPlace);
  if (at == std::string_view::npos) throw Error(ErrorCode::failed, "the page has no place for its payload");
  // "</script" in the payload must not end its element. In JSON '<' occurs only in strings.
  const std::string json = replaced(as_json(payload), "<", "\\u003c");
  return std::string(frame.substr(0, at)) + json + std::string(frame.substr(at + kPlace.size()));
}

}  // namespace mixseed::report
