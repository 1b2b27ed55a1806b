// The seeding methods, and functions that several of them use.
#pragma once

#include <string_view>

#include "pass/verbs.h"
#include "seed/seeder.h"

namespace mixseed {

Seeder uniform();
Seeder hac();
Seeder mhac();
Seeder gonzalez();
Seeder kmeanspp();
Seeder kwedlo();
Seeder spherical_gonzalez();
Seeder adaptive();
Seeder projections();

// The rows that greedy k-means++ chooses.
Centers greedy_centers(const Dataset& X, std::size_t K, int trials, Rng& rng, const SeedReport& report = {});

void append_row(Centers& centers, const ChosenRow& row);
void append_component(Mixture& mixture, const Mixture& component);

ParameterInfo sample_parameter(std::string_view summary);

}  // namespace mixseed
