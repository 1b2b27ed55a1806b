// A vector whose numbers are not initialised, for arrays that are written in full before they are read.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace mixseed {

template <typename T>
struct LeftAsItIs : std::allocator<T> {
  template <typename U>
  struct rebind {
    using other = LeftAsItIs<U>;
  };
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
};

using Numbers = std::vector<double, LeftAsItIs<double>>;

}  // namespace mixseed
