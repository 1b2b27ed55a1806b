// Suggests a known word for a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mixseed::report {

// "; did you mean 'fit'?", or "" without a similar word.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace mixseed::report
