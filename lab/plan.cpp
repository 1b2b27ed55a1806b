#include "lab/plan.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "lab/format.h"
#include "lab/plan_file.h"
#include "lab/real_data.h"
#include "lab/resources.h"
#include "lab/text.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed::lab {
namespace {

constexpr std::string_view kPlanFolder = "plans/", kPlanEnding = ".json";

// Numbers compare by value ("0.50" equals 0.5); spherical and elliptical stand for all such shapes.
bool matches(const DataSet& set, const std::string& key, std::string_view wanted) {
  const std::string value = set.attribute(key);
  if (value.empty()) return false;
  if (key == "shape" && (wanted == "spherical" || wanted == "elliptical")) {
    return (set.generated->most_eccentricity == 1) == (wanted == "spherical");
  }
  if (key == "shape" || key == "data") return value == wanted;
  return number_in(value, key) == number_in(wanted, key);
}

using Conditions = std::map<std::string, std::vector<std::string_view>>;

Conditions conditions_in(std::string_view only) {
  Conditions conditions;
  if (only.empty()) return conditions;
  for (const std::string_view condition : split_all(only, ',')) {
    const auto [key, value] = split_at(condition, "=");
    if (std::find(std::begin(kAttributes), std::end(kAttributes), key) == std::end(kAttributes) || value.empty()) {
      throw Error(ErrorCode::usage,
                  formatted("--only wants KEY=VALUE with a KEY of {}, got '{}'", joined(kAttributes, ", "), condition));
    }
    conditions[std::string(key)].push_back(value);
  }
  return conditions;
}

void keep_only(std::vector<DataSet>& sets, const std::string& only) {
  for (const auto& [key, values] : conditions_in(only)) {
    const auto fails = [&attribute = key, &allowed = values](const DataSet& set) {
      return std::none_of(allowed.begin(), allowed.end(),
                          [&](std::string_view value) { return matches(set, attribute, value); });
    };
    std::set<std::string> there;
    for (const DataSet& set : sets) there.insert(set.attribute(key));
    sets.erase(std::remove_if(sets.begin(), sets.end(), fails), sets.end());
    if (!sets.empty()) continue;
    throw Error(ErrorCode::usage,
                formatted("--only {}: no data set is left; {} is one of {}", only, key, joined(there, ", ")));
  }
}

void apply(const std::string& setting, std::vector<Method>& methods) {
  const auto [name, value] = split_at(setting, "=");
  const auto has = [parameter = name](const Stage& stage) { return stage.parameters.has(parameter); };
  bool is_known = false;
  for (Method& method : methods) {
    const Pipeline pipeline = Pipeline::parse(method.pipeline);
    is_known |= (pipeline.seeder && has(*pipeline.seeder)) ||
                std::any_of(pipeline.refiners.begin(), pipeline.refiners.end(), has);
    method.pipeline = pipeline.with(name, value).text();
  }
  if (!is_known || value.empty()) {
    throw Error(
        ErrorCode::usage,
        formatted("--set wants NAME=VALUE with a parameter of some stage (mixseed methods), got '{}'", setting));
  }
}

// Limits of a plan, checked before its data sets are built.
constexpr std::size_t kLongestPlan = std::size_t{1} << 24;  // bytes
constexpr double kMostDataSets = 1e6, kMostRuns = 5e7;
constexpr std::size_t kMostMethods = 10'000;

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string content(kLongestPlan + 1, '\0');
  stream.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  if (content.size() > kLongestPlan) {
    throw Error(ErrorCode::input,
                formatted("{}: expected a plan of at most {} bytes, got a longer file", path, kLongestPlan));
  }
  if (stream.bad() || !stream.is_open()) {
    std::string names;
    for (const PlanSummary& plan : built_in_plans()) names += formatted("{}{}", names.empty() ? "" : ", ", plan.name);
    throw Error(ErrorCode::input,
                formatted("{} is neither a file that can be read nor one of the plans {}", path, names));
  }
  return content;
}

std::optional<std::string_view> built_in(const std::string& name) {
  return resource(formatted("{}{}{}", kPlanFolder, name, kPlanEnding));
}

// Computes the digests of the files and lists missing ones in plan.missing.
void locate_files(Plan& plan, std::vector<DataSet>& sets, const std::string& folder, const std::string& data_dir) {
  std::map<std::string, std::optional<FileSource>> seen;  // by name and columns
  std::vector<DataSet> found;
  for (DataSet& set : sets) {
    if (!set.file) {
      found.push_back(std::move(set));
      continue;
    }
    const std::string id = set.file->name + "\n" + set.file->path + "\n" + set.file->columns;
    if (!seen.contains(id)) {
      auto& source = seen[id];
      if (set.file->path.empty()) {
        source = real_data_file(set.file->name, data_dir);
      } else {
        source = *set.file;
        source->path = (std::filesystem::path(folder) / source->path).string();
      }
      if (source) source->digest = digest_of(load({set.components, {}, source}).data.view);
      if (!source) plan.missing.push_back(set.file->name);
    }
    if (!seen[id]) continue;
    set.file = seen[id];
    found.push_back(std::move(set));
  }
  if (found.empty()) {
    throw Error(ErrorCode::input,
                formatted("no file of the data ({}) was found; name their folder with --data-dir or MIXSEED_DATA, or "
                          "download them with mixseed lab fetch",
                          joined(plan.missing, ", ")));
  }
  sets = std::move(found);
}

void check_size(const Plan& plan, std::size_t test_sets, std::size_t times, const std::string& where) {
  const double data_sets = static_cast<double>(test_sets) * static_cast<double>(times);
  const double runs =
      data_sets * static_cast<double>(plan.methods.size() * plan.rules.size()) * static_cast<double>(plan.seeds);
  if (plan.methods.size() > kMostMethods) {
    throw Error(ErrorCode::input, formatted("{}: asks for {} methods, at most {} are possible", where,
                                            plan.methods.size(), kMostMethods));
  }
  if (data_sets > kMostDataSets) {
    throw Error(ErrorCode::input,
                formatted("{}: asks for {} data sets, at most {} are possible", where, data_sets, kMostDataSets));
  }
  if (runs > kMostRuns) {
    throw Error(ErrorCode::input, formatted("{}: asks for {} runs, at most {} are possible", where, runs, kMostRuns));
  }
}

std::vector<RuleSet> common_rules(const std::vector<RuleSet>& known, const std::vector<RuleSet>& asked,
                                  const PlanFile& file) {
  std::vector<RuleSet> both;
  for (const RuleSet rules : asked) {
    if (std::find(known.begin(), known.end(), rules) != known.end()) both.push_back(rules);
  }
  if (!both.empty()) return both;
  throw Error(ErrorCode::usage, formatted("plan {} is for the rules {} only", file.name, file.rules));
}

}  // namespace

std::string_view name_of(RuleSet rules) { return rules == RuleSet::paper ? "paper" : "default"; }

std::vector<RuleSet> rules_named(std::string_view text) {
  if (text == "paper") return {RuleSet::paper};
  if (text == "default") return {RuleSet::standard};
  if (text == "both") return {RuleSet::paper, RuleSet::standard};
  throw Error(ErrorCode::usage, formatted("the rules must be paper, default or both, got '{}'", text));
}

std::vector<PlanSummary> built_in_plans() {
  std::vector<PlanSummary> plans;
  for (const std::string_view name : resource_names()) {
    if (name.substr(0, kPlanFolder.size()) != kPlanFolder) continue;
    const PlanFile file = parse_plan(*resource(name), std::string(name));
    plans.push_back({file.name, file.about});
  }
  return plans;
}

Plan read_plan(const std::string& name_or_path, const PlanOptions& options) {
  const auto text = built_in(name_or_path);
  const PlanFile file = text ? parse_plan(*text, name_or_path) : parse_plan(content_of(name_or_path), name_or_path);
  Plan plan{.name = file.name, .about = file.about, .methods = file.methods};
  plan.rules = common_rules(rules_named(file.rules), options.rules, file);
  plan.seeds = options.seeds.value_or(file.seeds);
  if (options.further_methods) {
    plan.methods.insert(plan.methods.end(), further_methods().begin(), further_methods().end());
  }
  for (const std::string& setting : options.settings) apply(setting, plan.methods);
  std::vector<DataSet> sets = file.test_sets;
  keep_only(sets, options.only);
  locate_files(plan, sets, std::filesystem::path(name_or_path).parent_path().string(), options.data_dir);
  const std::size_t times = options.data_sets.value_or(file.data_sets);
  check_size(plan, sets.size(), times, name_or_path);
  for (std::uint64_t seed = 1; seed <= times; ++seed) {
    for (const DataSet& set : sets) {
      if (set.file && seed > 1) continue;
      plan.data_sets.push_back(set);
      if (set.generated) plan.data_sets.back().generated->seed = seed;
    }
  }
  return plan;
}

}  // namespace mixseed::lab
