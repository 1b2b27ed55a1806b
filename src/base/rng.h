// Counter-based random numbers: Philox4x64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011),
// with distributions implemented here, so that a seed gives the same numbers on every platform.
#pragma once

#include <array>
#include <cstdint>

namespace mixseed {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : key_{seed, 0} {}

  // An independent stream for a purpose or an index. Does not advance this stream.
  Rng split(std::uint64_t tag) const;

  std::uint64_t bits();
  double uniform();                      // [0, 1), 53 random bits
  std::uint64_t below(std::uint64_t n);  // 0 .. n-1 without bias, n > 0
  double normal();                       // standard normal

  using Block = std::array<std::uint64_t, 4>;
  using Key = std::array<std::uint64_t, 2>;
  // The bijection itself, public for the test against numpy's generator.
  static Block philox(Block counter, Key key);

 private:
  explicit Rng(Key key) : key_(key) {}
  Key key_;
  Block counter_{0, 0, 0, 0};
  Block buffer_{};
  unsigned used_ = 4;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace mixseed
