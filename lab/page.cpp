#include "lab/page.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "mixseed/version.h"
#include "report/encode.h"
#include "report/rows.h"

namespace mixseed::lab {
namespace {

using report::Fact, report::List, report::Section;

constexpr std::size_t kMostDetailed = 400;  // data sets whose single runs are on the page
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// All data sets of all rules by key, with their index on the page.
struct ShownSets {
  std::vector<const DataSet*> list;
  std::map<std::string, std::size_t> places;

  explicit ShownSets(const std::vector<RunsOfRule>& runs) {
    for (const RunsOfRule& one : runs) {
      for (const DataSetResult& result : one.results.data_sets) {
        if (places.emplace(result.set.key(), list.size()).second) list.push_back(&result.set);
      }
    }
  }
  std::size_t place(const DataSet& set) const { return places.at(set.key()); }
  std::size_t detailed() const { return std::min(list.size(), kMostDetailed); }
  // Evenly spaced, so that all kinds of data sets are included.
  bool is_detailed(std::size_t place) const {
    const std::size_t n = list.size(), wanted = detailed();
    return n == wanted || (place + 1) * wanted / n > place * wanted / n;
  }
};

List methods_of(const Results& results) {
  List methods{.key = "methods"};
  for (const Method& method : results.methods) {
    Section& one = methods.items.emplace_back();
    one.add(Fact{"label", "", method.label});
    one.add(Fact{"pipeline", "", method.pipeline});
  }
  return methods;
}

// One number per data set and method.
template <typename Number>
std::string table_of(const ShownSets& sets, const Results& results, const Number& number) {
  std::vector<double> numbers(sets.list.size() * results.methods.size(), kNoNumber);
  for (const DataSetResult& result : results.data_sets) {
    double* row = numbers.data() + sets.place(result.set) * results.methods.size();
    for (std::size_t m = 0; m < results.methods.size(); ++m) {
      if (!result.entries[m].outcomes.empty()) row[m] = number(result.entries[m]);
    }
  }
  return report::encoded(numbers);
}

void add_means(Section& section, const ShownSets& sets, const Results& results) {
  const auto add = [&](const char* key, const auto& number) {
    section.add(Fact{key, "", table_of(sets, results, number)});
  };
  add("initial", [](const Entry& entry) { return entry.mean(&Outcome::initial); });
  add("final", [](const Entry& entry) { return entry.mean(&Outcome::final); });
  add("degenerate", [](const Entry& entry) { return entry.mean(&Outcome::final_degenerate); });
  add("seconds", [](const Entry& entry) { return entry.mean_seconds(); });
}

// The ranked methods, and the data sets on which all of them ran with the same seeds.
void add_ranking(Section& section, const ShownSets& sets, const Results& results) {
  const std::vector<std::size_t> ranked = results.table_methods();
  section.add(Fact{"ranked", "", report::Cell::List(ranked.begin(), ranked.end())});
  section.add(Fact{"critical_difference_of_one", "", critical_difference(ranked.size(), 1)});
  std::vector<std::uint16_t> complete(sets.list.size(), 0);
  for (const DataSetResult& result : results.data_sets) {
    complete[sets.place(result.set)] = result.is_complete(ranked);
  }
  section.add(Fact{"complete", "", report::encoded(complete)});
}

Section runs_of(const ShownSets& sets, const Results& results) {
  std::vector<std::uint32_t> set, seed;
  std::vector<std::uint16_t> method, degenerate, rounds;
  std::vector<double> initial, final;
  std::vector<float> seconds;
  for (const DataSetResult& result : results.data_sets) {
    const std::size_t place = sets.place(result.set);
    if (!sets.is_detailed(place)) continue;
    for (std::size_t m = 0; m < result.entries.size(); ++m) {
      const Entry& entry = result.entries[m];
      for (std::size_t r = 0; r < entry.outcomes.size(); ++r) {
        const Outcome& outcome = entry.outcomes[r];
        set.push_back(static_cast<std::uint32_t>(place));
        method.push_back(static_cast<std::uint16_t>(m));
        seed.push_back(static_cast<std::uint32_t>(entry.seeds[r]));
        initial.push_back(outcome.error.empty() ? outcome.initial : kNoNumber);
        final.push_back(outcome.error.empty() ? outcome.final : kNoNumber);
        degenerate.push_back(static_cast<std::uint16_t>(outcome.final_degenerate));
        rounds.push_back(static_cast<std::uint16_t>(std::min(outcome.rounds, 65535)));
        seconds.push_back(static_cast<float>(outcome.seconds.total));
      }
    }
  }
  Section section{.key = "runs"};
  section.add(Fact{"set", "", report::encoded(set)});
  section.add(Fact{"method", "", report::encoded(method)});
  section.add(Fact{"seed", "", report::encoded(seed)});
  section.add(Fact{"initial", "", report::encoded(initial)});
  section.add(Fact{"final", "", report::encoded(final)});
  section.add(Fact{"degenerate", "", report::encoded(degenerate)});
  section.add(Fact{"rounds", "", report::encoded(rounds)});
  section.add(Fact{"seconds", "", report::encoded(seconds)});
  return section;
}

std::size_t count_runs(const Results& results) {
  std::size_t count = 0;
  for (const DataSetResult& result : results.data_sets) {
    for (const Entry& entry : result.entries) count += entry.outcomes.size();
  }
  return count;
}

List experiments_of(const ShownSets& sets, const std::vector<RunsOfRule>& runs) {
  List experiments{.key = "experiments"};
  for (const auto& [rules, results] : runs) {
    if (results.data_sets.empty()) continue;
    Section& one = experiments.items.emplace_back();
    one.add(Fact{"rules", "", name_of(rules)});
    one.add(Fact{"count", "", count_runs(results)});
    one.add(methods_of(results));
    add_ranking(one, sets, results);
    add_means(one, sets, results);
    one.add(runs_of(sets, results));
  }
  return experiments;
}

List pictures_of(const ShownSets& sets, const LabPage& page) {
  List pictures{.key = "pictures"};
  for (std::size_t i = 0; i < sets.list.size(); ++i) {
    if (!sets.is_detailed(i)) continue;
    const std::optional<Projection> shown = page.picture(*sets.list[i]);
    if (!shown) continue;
    Section& one = pictures.items.emplace_back();
    one.add(Fact{"set", "", i});
    one.add(Fact{"all", "", shown->all});
    one.add(Fact{"labels.x", "", shown->x_label});
    one.add(Fact{"labels.y", "", shown->y_label});
    one.add(Fact{"x", "", report::encoded(shown->x)});
    one.add(Fact{"y", "", report::encoded(shown->y)});
    one.add(Fact{"components", "", report::encoded(shown->labels)});
  }
  return pictures;
}

report::Cell detailed_in(const ShownSets& sets) {
  report::Cell::List places;
  for (std::size_t i = 0; i < sets.list.size(); ++i) {
    if (sets.is_detailed(i)) places.emplace_back(i);
  }
  return places;
}

report::Cell keys_in(const ShownSets& sets) {
  report::Cell::List keys;
  for (const DataSet* set : sets.list) keys.emplace_back(set->key());
  return keys;
}

}  // namespace

Section lab_payload(const LabPage& page) {
  const ShownSets sets(page.runs);
  Section payload;
  payload.add(Fact{"kind", "", "lab"});
  payload.add(Fact{"version", "", kVersion});
  payload.add(Fact{"source", "", report::file_name(page.source)});
  payload.add(page.printed);
  payload.add(Fact{"sets", "", keys_in(sets)});
  payload.add(Fact{"detailed", "", detailed_in(sets)});
  payload.add(experiments_of(sets, page.runs));
  payload.add(pictures_of(sets, page));
  return payload;
}

Section experiment_payload(const std::string& source, const std::vector<RunsOfRule>& runs,
                           const std::string& data_dir) {
  return lab_payload(
      {source, runs, tables_report(runs), [&](const DataSet& set) { return projection_of(set, data_dir); }});
}

Section compare_payload(const Comparison& comparison, const Results& results, RuleSet rules, const Data& data) {
  Section printed = compare_report(comparison);
  report::Cell::List advice;
  for (const report::Part& part : printed.parts) {
    if (const auto* note = std::get_if<report::Note>(&part)) advice.emplace_back(note->text);
  }
  printed.add(Fact{"advice", "", std::move(advice)});
  printed.add(Fact{"seeds", "", comparison.seeds});
  const std::vector<RunsOfRule> runs{{rules, results}};
  return lab_payload({comparison.data, runs, std::move(printed),
                      [&](const DataSet&) { return std::optional(projection_of(data.view, {}, data.names)); }});
}

}  // namespace mixseed::lab
