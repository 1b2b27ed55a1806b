#include "lab/plan_file.h"

#include <algorithm>

#include "base/json.h"
#include "lab/format.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

// A value of the plan, as text for messages.
std::string shown(const Json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.written();
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

// Far above any useful plan: larger products of lists are mistakes.
constexpr std::size_t kMostTestSets = 100'000;

// One object of the plan; errors name its place in the file.
class Reader {
 public:
  Reader(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object_.is_object()) fail(formatted("an object was expected, got {}", object_.kind()));
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::input, formatted("{}: {}", where_, message));
  }

  void expect_keys(std::initializer_list<std::string_view> known) const {
    for (const auto& [key, value] : object_.object()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      fail(formatted("unknown key '{}', expected one of {}", key, joined(known, ", ")));
    }
  }

  bool has(const char* key) const { return object_.find(key) != nullptr; }

  std::string text(const char* key, const std::string& fallback) const {
    const Json* const value = object_.find(key);
    if (value == nullptr) return fallback;
    if (!value->is_text()) fail(formatted("'{}' must be a text, got {}", key, shown(*value)));
    return value->text();
  }

  bool flag(const char* key) const {
    const Json* const value = object_.find(key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) fail(formatted("'{}' must be true or false, got {}", key, shown(*value)));
    return value->boolean();
  }

  std::size_t count(const char* key, std::size_t fallback) const {
    const auto all = counts(key, fallback);
    if (all.size() != 1) fail(formatted("'{}' must be one number", key));
    return all.front();
  }

  // One value or a list of values.
  std::vector<std::size_t> counts(const char* key, std::size_t fallback) const {
    std::vector<std::size_t> values;
    for (const Json& value : list(key, fallback)) {
      const bool is_whole = value.is_count() && value.count() > 0;
      if (!is_whole) fail(formatted("'{}' must hold whole numbers above 0, got {}", key, shown(value)));
      values.push_back(value.count());
    }
    return values;
  }

  std::vector<double> numbers(const char* key, double fallback) const {
    std::vector<double> values;
    for (const Json& value : list(key, fallback)) {
      if (!value.is_number()) fail(formatted("'{}' must hold numbers, got {}", key, shown(value)));
      values.push_back(value.number());
    }
    return values;
  }

  std::vector<std::string> texts(const char* key, const std::string& fallback) const {
    std::vector<std::string> values;
    for (const Json& value : list(key, fallback)) {
      if (!value.is_text()) fail(formatted("'{}' must hold texts, got {}", key, shown(value)));
      values.push_back(value.text());
    }
    return values;
  }

  // The elements of an array; empty without the key.
  std::vector<Json> elements(const char* key) const {
    const Json* const value = object_.find(key);
    if (value == nullptr) return {};
    if (!value->is_array()) fail(formatted("'{}' must be a list, got {}", key, value->kind()));
    return value->array();
  }

  const std::string& where() const { return where_; }

 private:
  std::vector<Json> list(const char* key, const Json& fallback) const {
    const Json* const value = object_.find(key);
    if (value == nullptr) return {fallback};
    if (!value->is_array()) return {*value};
    if (value->array().empty()) fail(formatted("'{}' is an empty list", key));
    return value->array();
  }

  const Json& object_;
  std::string where_;
};

// Calls `make` and puts the place in front of its error messages.
template <typename Make>
auto prefix_errors(const Reader& place, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    place.fail(error.what());
  }
}

std::vector<Method> methods_in(const Reader& plan) {
  std::vector<Method> methods;
  const auto add = [&](const std::vector<Method>& some) { methods.insert(methods.end(), some.begin(), some.end()); };
  for (const Json& element : plan.elements("methods")) {
    if (element.is("tables")) {
      add(table_methods());
    } else if (element.is("further")) {
      add(further_methods());
    } else if (element.is_text()) {
      methods.push_back(prefix_errors(plan, [&] { return method_named(element.text()); }));
    } else {
      const Reader method(element, plan.where() + ": methods");
      method.expect_keys({"label", "pipeline"});
      methods.push_back(prefix_errors(method, [&] { return method_named(method.text("pipeline", "")); }));
      methods.back().label = method.text("label", methods.back().label);
    }
  }
  return plan.has("methods") ? methods : table_methods();
}

void add_generated(const Reader& set, std::vector<DataSet>& sets) {
  set.expect_keys({"rows", "dim", "components", "separation", "weight_skew", "shape", "noise"});
  GeneratorOptions options;
  for (const std::size_t rows : set.counts("rows", options.rows)) {
    for (const std::size_t dim : set.counts("dim", options.dim)) {
      for (const std::size_t components : set.counts("components", options.components)) {
        for (const double noise : set.numbers("noise", options.noise)) {
          for (const double skew : set.numbers("weight_skew", options.weight_skew)) {
            for (const double separation : set.numbers("separation", options.separation)) {
              for (const std::string& shape : set.texts("shape", shape_of(options))) {
                GeneratorOptions one{.rows = rows, .dim = dim, .components = components, .separation = separation};
                one.weight_skew = skew;
                one.noise = noise;
                prefix_errors(set, [&] { set_shape(one, shape); });
                if (sets.size() == kMostTestSets) set.fail(formatted("more than {} test sets", kMostTestSets));
                sets.push_back({components, one, {}});
              }
            }
          }
        }
      }
    }
  }
}

void add_file(const Reader& set, std::vector<DataSet>& sets) {
  set.expect_keys({"name", "path", "columns", "normalised", "components"});
  FileSource file;
  file.path = set.text("path", "");
  file.name = set.text("name", file.path);
  file.columns = set.text("columns", "");
  file.normalised = set.flag("normalised");
  if (file.name.empty()) set.fail("a file needs a 'path', or the 'name' of one of the paper's sets");
  if (!set.has("components")) set.fail("a file needs 'components'");
  for (const std::size_t components : set.counts("components", 1)) sets.push_back({components, {}, file});
}

}  // namespace

PlanFile parse_plan(std::string_view json, const std::string& where) {
  const Json document = parse_json(json, where, "a plan");
  const Reader plan(document, where);
  plan.expect_keys({"name", "about", "data_sets", "seeds", "rules", "methods", "generated", "files"});
  PlanFile file;
  file.name = plan.text("name", where);
  file.about = plan.text("about", "");
  file.data_sets = plan.count("data_sets", 1);
  file.seeds = plan.count("seeds", 1);
  file.rules = plan.text("rules", "both");
  if (file.rules != "paper" && file.rules != "default" && file.rules != "both") {
    plan.fail(formatted("'rules' must be paper, default or both, got '{}'", file.rules));
  }
  file.methods = methods_in(plan);
  for (const Json& set : plan.elements("generated")) add_generated(Reader(set, where + ": generated"), file.test_sets);
  for (const Json& set : plan.elements("files")) add_file(Reader(set, where + ": files"), file.test_sets);
  if (file.test_sets.empty()) plan.fail("a plan needs 'generated' or 'files'");
  if (file.methods.empty()) plan.fail("a plan needs methods");
  return file;
}

}  // namespace mixseed::lab
