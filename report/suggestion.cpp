#include "report/suggestion.h"

#include "base/text.h"

namespace mixseed::report {

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  return did_you_mean(word, {known.begin(), known.end()});
}

}  // namespace mixseed::report
