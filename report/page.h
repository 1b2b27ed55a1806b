// A page that a browser opens without a network: the built web part (web/dist/page.html) with its payload inside.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace mixseed::report {

// The whole file. What the payload says is text to the page, never markup, wherever it came from.
std::string page(const Section& payload);

// The page without a payload, as it was built.
std::string_view page_template();

}  // namespace mixseed::report
