// Objects that are expensive to make, lent and returned: as many exist as are in use at the same time.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mixseed {

template <typename Object>
class FreeList {
 public:
  // Calls use(Object&) with an object that no other thread has; make() -> std::unique_ptr<Object> if none is free.
  template <typename Make, typename Use>
  void lend(const Make& make, const Use& use) {
    std::unique_ptr<Object> object;
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        object = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (!object) object = make();
    use(*object);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(object));
  }

  // Destroys the free objects.
  void clear() {
    const std::lock_guard lock(mutex_);
    free_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Object>> free_;
};

}  // namespace mixseed
