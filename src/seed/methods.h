// What the files of the seeding methods share, and the methods themselves.
#pragma once

#include <string_view>

#include "pass/verbs.h"
#include "seed/seeder.h"

namespace mixseed {

Seeder uniform();
Seeder hac();
Seeder gonzalez();
Seeder kmeanspp();
Seeder kwedlo();
Seeder spherical_gonzalez();
Seeder adaptive();

void append_row(Centers& centers, const ChosenRow& row);
void append_component(Mixture& mixture, const Mixture& component);

ParameterInfo sample_parameter(std::string_view summary);

}  // namespace mixseed
