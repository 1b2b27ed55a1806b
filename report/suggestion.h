// What was probably meant by a word that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mixseed::report {

// "; did you mean 'fit'?", or "" when no known word is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace mixseed::report
