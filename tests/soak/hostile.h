// Difficult data, by class.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"

namespace mixseed::soak {

struct Table {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;   // row-major
  std::vector<double> weights;  // empty: every row counts once
  bool single = false;          // to be handed over as floats

  double& at(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  Data data() const;
  std::string csv() const;  // weights as the last column, named w
};

struct HostileClass {
  std::string_view name;
  void (*spoil)(Table& table, Rng& rng);  // of ordinary groups
};

const std::vector<HostileClass>& hostile_classes();

// Groups in up to 12 columns, spoiled by the class.
Table hostile_table(const HostileClass& kind, Rng rng);

}  // namespace mixseed::soak
