// Small records describe themselves: `static constexpr auto fields()` lists the members, and whatever adds, writes or
// stores a record walks that list, so that a new member is forgotten nowhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace mixseed {

// One member. Names are for programs, in the style of a JSON path ("initial.log_likelihood"); a member that is a record
// itself may have no name, and then lends its own members.
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

// visit(name, value) for every value in the record: "repairs.floored", "seconds.em". Records within are entered; one
// that has a total() gives that too, last. Values of a record that is not const can be set.
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

struct Anything {
  template <typename Value>
  constexpr operator Value() const;
};

// How many values the braces of an aggregate take.
template <typename Record, typename... Values>
constexpr std::size_t member_count() {
  if constexpr (requires { Record{Values{}..., Anything{}}; }) {
    return member_count<Record, Values..., Anything>();
  } else {
    return sizeof...(Values);
  }
}

}  // namespace detail

// Whether the description has as many fields as the record has members.
template <Described Record>
constexpr bool describes_every_member() {
  return std::tuple_size_v<decltype(Record::fields())> == detail::member_count<Record>();
}

}  // namespace mixseed
