#include "pass/questions.h"

#include <stdexcept>
#include <utility>

namespace mixseed {

void merge(Answer& left, Answer&& right) {
  std::visit(
      [&](auto& own) {
        using Own = std::decay_t<decltype(own)>;
        auto* other = std::get_if<Own>(&right);
        if (!other) throw std::logic_error("answers to different questions cannot be merged");
        own.merge(std::move(*other));
      },
      left);
}

}  // namespace mixseed
