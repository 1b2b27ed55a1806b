// Values as bytes and back, to send them to another process: an aggregate with up to five or with ten members as these
// members in their order. A class lists its members once:
//   template <typename Self, typename Visit> static void members(Self& self, Visit& visit) { visit(self.a, self.b); }
// and a larger aggregate, or one with optional members, by a free function members_of(self, visit).
// Both ends run the same program on the same kind of machine, so numbers are copied as they are in memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mixseed {

using Bytes = std::string;

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Stands for a value of any type, to count the members of an aggregate.
struct AnyValue {
  template <typename T>
  operator T() const;
};

template <typename T, std::size_t... I>
constexpr bool has_members(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyValue())...}; };
}

template <typename T, std::size_t Most = 10>
constexpr std::size_t member_count() {
  if constexpr (Most == 0 || has_members<T>(std::make_index_sequence<Most>())) {
    return Most;
  } else {
    return member_count<T, Most - 1>();
  }
}

// Calls visit(members...).
template <typename Self, typename Visit>
void visit_members(Self& self, Visit& visit) {
  using T = std::remove_const_t<Self>;
  if constexpr (requires { T::members(self, visit); }) {
    T::members(self, visit);
  } else if constexpr (requires { members_of(self, visit); }) {
    members_of(self, visit);
  } else {
    static_assert(std::is_aggregate_v<T>);
    constexpr std::size_t count = member_count<T>();
    if constexpr (count == 1) {
      auto& [a] = self;
      visit(a);
    } else if constexpr (count == 2) {
      auto& [a, b] = self;
      visit(a, b);
    } else if constexpr (count == 3) {
      auto& [a, b, c] = self;
      visit(a, b, c);
    } else if constexpr (count == 4) {
      auto& [a, b, c, d] = self;
      visit(a, b, c, d);
    } else if constexpr (count == 5) {
      auto& [a, b, c, d, e] = self;
      visit(a, b, c, d, e);
    } else if constexpr (count == 10) {
      auto& [a, b, c, d, e, f, g, h, i, j] = self;
      visit(a, b, c, d, e, f, g, h, i, j);
    } else {
      static_assert(count == 0);
    }
  }
}

class Encoder {
 public:
  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  template <Plain T>
  void put(const T& value) {
    raw(&value, sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    raw(text.data(), text.size());
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(values.size());
    if constexpr (Plain<T>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <typename T>
  void put(const std::shared_ptr<T>& value) {
    put(value != nullptr);
    if (value) put(*value);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename... Ts>
  void put(const std::variant<Ts...>& value) {
    put(value.index());
    std::visit([&](const auto& held) { put(held); }, value);
  }
  template <typename T>
  requires std::is_class_v<T>
  void put(const T& value) { visit_members(value, *this); }
  void raw(const void* from, std::size_t size) { bytes_.append(static_cast<const char*>(from), size); }

  Bytes bytes_;
};

// Throws std::runtime_error if the bytes end too early, claim more elements than they hold, or encode no valid value.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : left_(bytes) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  std::string_view left() const { return left_; }

 private:
  template <Plain T>
  void get(T& value) {
    raw(&value, sizeof value);
  }
  void get(bool& value) {
    unsigned char byte = 0;
    raw(&byte, sizeof byte);
    if (byte > 1) throw std::runtime_error("bytes: neither yes nor no");
    value = byte == 1;
  }
  void get(std::string& text) {
    text.resize(count(1));
    raw(text.data(), text.size());
  }
  template <typename T>
  void get(std::vector<T>& values) {
    if constexpr (Plain<T>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      values.resize(count(1));
      for (T& value : values) get(value);
    }
  }
  template <typename T>
  void get(std::shared_ptr<T>& value) {
    bool is_there = false;
    get(is_there);
    if (!is_there) return value.reset();
    auto own = std::make_shared<std::remove_const_t<T>>();
    get(*own);
    value = std::move(own);
  }
  template <typename T>
  void get(std::optional<T>& value) {
    bool is_there = false;
    get(is_there);
    if (!is_there) return value.reset();
    T own{};
    get(own);
    value = std::move(own);
  }
  template <typename... Ts>
  void get(std::variant<Ts...>& value) {
    std::size_t index = 0, at = 0;
    get(index);
    if (index >= sizeof...(Ts)) throw std::runtime_error("bytes: no such kind of value");
    (void)((at++ == index ? (get(value.template emplace<Ts>()), true) : false) || ...);
  }
  template <typename T>
  requires std::is_class_v<T>
  void get(T& value) { visit_members(value, *this); }
  std::size_t count(std::size_t unit) {
    std::size_t size = 0;
    get(size);
    if (size > left_.size() / unit) throw std::runtime_error("bytes: a list is longer than what is left");
    return size;
  }
  void raw(void* to, std::size_t size) {
    if (size > left_.size()) throw std::runtime_error("bytes: they end too early");
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_.remove_prefix(size);
  }

  std::string_view left_;
};

template <typename T>
Bytes encoded(const T& value) {
  Encoder encoder;
  encoder(value);
  return encoder.take();
}

template <typename T>
T decoded(std::string_view bytes) {
  T value{};
  Decoder decoder(bytes);
  decoder(value);
  if (!decoder.left().empty()) throw std::runtime_error("bytes: something follows the value");
  return value;
}

}  // namespace mixseed
