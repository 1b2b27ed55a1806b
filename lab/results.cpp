#include "lab/results.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace mixseed::lab {
namespace {

// Position of a label in the paper's lists; other labels come after them.
std::size_t place_of(const std::string& label) {
  std::size_t place = 0;
  for (const auto* list : {&lab::table_methods(), &further_methods()}) {
    for (const Method& method : *list) {
      if (method.label == label) return place;
      ++place;
    }
  }
  return place;
}

double worst() { return -std::numeric_limits<double>::infinity(); }

}  // namespace

double Entry::mean(double Outcome::*field) const {
  double sum = 0;
  for (const Outcome& outcome : outcomes) sum += outcome.error.empty() ? outcome.*field : worst();
  return sum / static_cast<double>(outcomes.size());
}

double Entry::mean(std::size_t Outcome::*field) const {
  double sum = 0;
  for (const Outcome& outcome : outcomes) sum += static_cast<double>(outcome.*field);
  return sum / static_cast<double>(outcomes.size());
}

double Entry::mean_seconds() const {
  double sum = 0;
  for (const Outcome& outcome : outcomes) sum += outcome.seconds.total;
  return sum / static_cast<double>(outcomes.size());
}

std::size_t Entry::failed() const {
  return static_cast<std::size_t>(
      std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return !outcome.error.empty(); }));
}

bool DataSetResult::is_complete(const std::vector<std::size_t>& methods) const {
  const std::vector<std::uint64_t>& seeds = entries[methods.front()].seeds;
  return !seeds.empty() && std::all_of(methods.begin(), methods.end(),
                                       [&](std::size_t method) { return entries[method].seeds == seeds; });
}

std::vector<std::size_t> Results::all_methods() const {
  std::vector<std::size_t> all(methods.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<std::size_t> Results::table_methods() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (place_of(methods[i].label) < lab::table_methods().size()) found.push_back(i);
  }
  return found.size() == lab::table_methods().size() ? found : all_methods();
}

Results results_of(const std::vector<StoredRun>& runs) {
  Results results;
  std::map<std::string, std::size_t> method_at, set_at;
  for (const StoredRun& run : runs) {
    if (method_at.emplace(run.key.pipeline, 0).second) results.methods.push_back({run.label, run.key.pipeline});
  }
  const auto is_before = [](const Method& a, const Method& b) {
    return std::pair(place_of(a.label), a.label) < std::pair(place_of(b.label), b.label);
  };
  std::stable_sort(results.methods.begin(), results.methods.end(), is_before);
  for (std::size_t i = 0; i < results.methods.size(); ++i) method_at[results.methods[i].pipeline] = i;
  for (const StoredRun& run : runs) {
    const auto [at, is_new] = set_at.emplace(run.key.data, results.data_sets.size());
    if (is_new) {
      results.data_sets.push_back({DataSet::parse(run.key.data), std::vector<Entry>(results.methods.size())});
    }
    Entry& entry = results.data_sets[at->second].entries[method_at[run.key.pipeline]];
    entry.seeds.push_back(run.key.seed);
    entry.outcomes.push_back(run.outcome);
  }
  return results;
}

}  // namespace mixseed::lab
