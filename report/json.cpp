// One JSON object with the exact values, members in the order of the report.
#include <algorithm>

#include "base/text.h"
#include "report/formats.h"

namespace mixseed::report {
namespace {

// Bytes that are not UTF-8 (a column name, a path in a message) become U+FFFD.
struct Node {
  enum class Kind { literal, array, object };
  Kind kind = Kind::object;
  std::string literal;
  std::string name;  // as a member of an object
  std::vector<Node> members;

  // The member at the end of a dotted path; creates missing ones.
  Node& at(std::string_view path) {
    const std::size_t dot = path.find('.');
    const std::string_view first = path.substr(0, dot);
    auto found = std::find_if(members.begin(), members.end(), [&](const Node& member) { return member.name == first; });
    if (found == members.end()) found = members.insert(members.end(), Node{.name = std::string(first)});
    return dot == std::string_view::npos ? *found : found->at(path.substr(dot + 1));
  }
  void set(std::string_view path, Node value) {
    Node& place = at(path);
    value.name = place.name;
    place = std::move(value);
  }
};

Node literal(std::string text) { return {Node::Kind::literal, std::move(text), "", {}}; }

Node node_of(const Cell& cell) {
  struct Maker {
    Node operator()(Omitted) const { return (*this)(Missing()); }
    Node operator()(Missing) const { return literal("null"); }
    Node operator()(bool yes) const { return literal(yes ? "true" : "false"); }
    Node operator()(std::int64_t number) const { return literal(std::to_string(number)); }
    Node operator()(std::uint64_t number) const { return literal(std::to_string(number)); }
    Node operator()(double number) const {
      std::string text = exact_text(number);
      if (text.find_first_of(".e") == std::string::npos) text += ".0";  // marks it as a floating-point number
      return literal(text);
    }
    Node operator()(const std::string& text) const { return literal(json_text(text)); }
    Node operator()(const Cell::List& cells) const {
      Node node{Node::Kind::array, "", "", {}};
      for (const Cell& cell : cells) node.members.push_back(node_of(cell));
      return node;
    }
  };
  return std::visit(Maker(), cell.value);
}

Node node_of(const Section& section);

Node node_of(const Sheet& sheet) {
  Node node{Node::Kind::array, "", "", {}};
  for (const Row& row : sheet.rows) {
    Node& object = node.members.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (concerns(sheet.columns[j].audience, Audience::programs) && !row[j].is_omitted()) {
        object.set(sheet.columns[j].key, node_of(row[j]));
      }
    }
  }
  return node;
}

Node node_of(const List& list) {
  Node node{Node::Kind::array, "", "", {}};
  for (const Section& item : list.items) node.members.push_back(node_of(item));
  return node;
}

Node node_of(const Section& section) {
  Node node;
  const auto add = [&](const auto& part, Node&& made) {
    if (concerns(part.audience, Audience::programs) && !part.key.empty()) node.set(part.key, std::move(made));
  };
  for (const Part& part : section.parts) {
    if (const auto* fact = std::get_if<Fact>(&part); fact && !fact->cell.is_omitted()) add(*fact, node_of(fact->cell));
    if (const auto* sheet = std::get_if<Sheet>(&part); sheet && !sheet->left_out_of_json) add(*sheet, node_of(*sheet));
    if (const auto* list = std::get_if<List>(&part)) add(*list, node_of(*list));
    if (const auto* inner = std::get_if<Section>(&part)) add(*inner, node_of(*inner));
  }
  return node;
}

void write(const Node& node, const std::string& indent, std::string& out) {
  if (node.kind == Node::Kind::literal) {
    out += node.literal;
    return;
  }
  const bool is_array = node.kind == Node::Kind::array;
  out += is_array ? '[' : '{';
  for (const Node& member : node.members) {
    out += (&member == node.members.data() ? "\n  " : ",\n  ") + indent;
    if (!is_array) out += json_text(member.name) + ": ";
    write(member, indent + "  ", out);
  }
  if (!node.members.empty()) out += "\n" + indent;
  out += is_array ? ']' : '}';
}

}  // namespace

std::string as_json(const Section& report) {
  std::string text;
  write(node_of(report), "", text);
  return text + "\n";
}

}  // namespace mixseed::report
