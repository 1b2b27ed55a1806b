// Records list their members in `static constexpr auto fields()`. Code that adds, writes or stores records walks that
// list, so a new member appears in all of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace mixseed {

// One member. Names are JSON paths ("initial.log_likelihood"). A member that is a record may have an empty name; its
// members then count as those of the outer record.
template <typename Record, typename Value>
struct Field {
  std::string_view name, summary;
  Value Record::*member;
};
template <typename Record, typename Value>
Field(std::string_view, std::string_view, Value Record::*) -> Field<Record, Value>;

template <typename Record>
concept Described = requires {
  Record::fields();
};

template <typename Record, typename Visit>
constexpr void for_each_field(const Visit& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Record::fields());
}

// visit(name, value) for every value in the record and in records within it: "repairs.floored", "seconds.em". A record
// with a total() gives that last. Values of a non-const record can be set.
template <typename Record, typename Visit>
void walk(Record&& record, const Visit& visit, const std::string& prefix = "") {
  for_each_field<std::remove_cvref_t<Record>>([&](const auto& field) {
    auto& value = record.*(field.member);
    const std::string name = prefix + std::string(field.name);
    if constexpr (Described<std::remove_cvref_t<decltype(value)>>) {
      walk(value, visit, field.name.empty() ? prefix : name + ".");
    } else {
      visit(name, value);
    }
  });
  if constexpr (requires { record.total(); }) visit(prefix + "total", record.total());
}

template <typename Record>
constexpr void add_fields(Record& sum, const Record& other) {
  for_each_field<Record>([&](const auto& field) { sum.*(field.member) += other.*(field.member); });
}

namespace detail {

struct AnyMember {
  template <typename Value>
  constexpr operator Value() const;
};

// The number of members of an aggregate.
template <typename Record, typename... Values>
constexpr std::size_t member_count() {
  if constexpr (requires { Record{Values{}..., AnyMember{}}; }) {
    return member_count<Record, Values..., AnyMember>();
  } else {
    return sizeof...(Values);
  }
}

}  // namespace detail

// Whether fields() lists as many members as the record has.
template <Described Record>
constexpr bool describes_every_member() {
  return std::tuple_size_v<decltype(Record::fields())> == detail::member_count<Record>();
}

}  // namespace mixseed
