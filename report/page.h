// An HTML page that needs no network: the built page (web/dist/page.html) with its payload inside.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace mixseed::report {

// The whole file. The page shows texts of the payload as text, never as markup.
std::string page(const Section& payload);

// The built page without a payload.
std::string_view page_template();

}  // namespace mixseed::report
