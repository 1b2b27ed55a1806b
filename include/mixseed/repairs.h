// Degeneracies are not errors: they are mended and counted.
#pragma once

#include <cstddef>

namespace mixseed {

// What had to be mended, counted; none of these is an error. docs/numerics.md explains each.
struct Repairs {
  std::size_t floored = 0;    // covariance eigenvalues lifted to the floor
  std::size_t emptied = 0;    // components without any mass
  std::size_t reseeded = 0;   // components moved to a random row
  std::size_t spherical = 0;  // lift: covariance replaced by a spherical one
  std::size_t identity = 0;   // lift: covariance replaced by the last fall-back
  std::size_t averaged = 0;   // rules=paper: averaged with the covariance before
  std::size_t kept = 0;       // rules=paper: the covariance before was kept

  std::size_t total() const { return floored + emptied + reseeded + spherical + identity + averaged + kept; }
  Repairs& operator+=(const Repairs& other) {
    floored += other.floored;
    emptied += other.emptied;
    reseeded += other.reseeded;
    spherical += other.spherical;
    identity += other.identity;
    averaged += other.averaged;
    kept += other.kept;
    return *this;
  }
  bool operator==(const Repairs&) const = default;
};

}  // namespace mixseed
