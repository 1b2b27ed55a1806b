// Repairs of degenerate estimates: they are counted and are not errors.
#pragma once

#include <cstddef>
#include <tuple>

#include "mixseed/record.h"

namespace mixseed {

// Number of repairs of each kind; docs/numerics.md explains them.
struct Repairs {
  std::size_t floored = 0;
  std::size_t emptied = 0;
  std::size_t reseeded = 0;
  std::size_t spherical = 0;
  std::size_t identity = 0;
  std::size_t averaged = 0;
  std::size_t kept = 0;
  std::size_t refused = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"floored", "covariance eigenvalues lifted to the floor", &Repairs::floored},
        Field{"emptied", "components without any mass", &Repairs::emptied},
        Field{"reseeded", "components moved to a random row", &Repairs::reseeded},
        Field{"spherical", "lift: covariance replaced by a spherical one", &Repairs::spherical},
        Field{"identity", "lift: covariance replaced by the last fall-back", &Repairs::identity},
        Field{"averaged", "rules=paper: averaged with the covariance before", &Repairs::averaged},
        Field{"kept", "rules=paper: the covariance before was kept", &Repairs::kept},
        Field{"refused", "updates of all covariances that would have lowered the likelihood", &Repairs::refused});
  }
  constexpr std::size_t total() const {
    std::size_t sum = 0;
    for_each_field<Repairs>([&](const auto& field) { sum += this->*(field.member); });
    return sum;
  }
  constexpr Repairs& operator+=(const Repairs& other) {
    add_fields(*this, other);
    return *this;
  }
  bool operator==(const Repairs&) const = default;
};
static_assert(describes_every_member<Repairs>());

}  // namespace mixseed
