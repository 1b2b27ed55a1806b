#include "report/replay_page.h"

#include <algorithm>
#include <cmath>

#include "mixseed/precision.h"
#include "mixseed/version.h"
#include "report/encode.h"
#include "report/rows.h"

namespace mixseed::report {
namespace {

constexpr std::size_t kMostReplayedRows = 10'000;
constexpr std::size_t kMostRounds = 60;          // shown of every refiner
constexpr std::size_t kMostNumbers = 1'000'000;  // of all models

std::vector<float> floats(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

// Differences to the columns' offsets, as those of the rows.
std::string points_about(const std::vector<double>& points, const std::vector<double>& offsets) {
  std::vector<float> numbers(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    numbers[i] = static_cast<float>(points[i] - offsets[i % offsets.size()]);
  }
  return encoded(numbers);
}

Section model_of(const State& state, const std::vector<double>& offsets) {
  Section section{.key = "model"};
  if (const auto* centers = std::get_if<Centers>(&state)) {
    section.add(Fact{"kind", "", "centers"});
    section.add(Fact{"means", "", points_about(centers->points, offsets)});
    return section;
  }
  const Mixture mixture = with_plain_covariances(std::get<Mixture>(state));
  section.add(Fact{"kind", "", "mixture"});
  section.add(Fact{"covariance", "", name_of(mixture.covariance)});
  section.add(Fact{"weights", "", encoded(floats(mixture.weights))});
  section.add(Fact{"means", "", points_about(mixture.means, offsets)});
  section.add(Fact{"covariances", "", encoded(floats(mixture.covariances))});
  return section;
}

Section scene_of(const ReplayStep& scene, const std::vector<double>& offsets) {
  Section section;
  section.add(Fact{"stage", "", scene.stage});
  section.add(Fact{"number", "", scene.number});
  section.add(Fact{"rule", "", name_of(scene.rule)});
  section.add(Fact{"objective", "", scene.objective});
  section.add(model_of(scene.model, offsets));
  std::vector<double> values;
  Cell::List probabilities;
  for (const ReplayRow& row : scene.taken) {
    values.insert(values.end(), row.values.begin(), row.values.end());
    probabilities.emplace_back(row.probability);
  }
  section.add(Fact{"taken", "", points_about(values, offsets)});
  section.add(Fact{"probabilities", "", std::move(probabilities)});
  return section;
}

// The first rounds of a refiner, where most changes happen, then a decreasing share of the rounds, and the last.
std::vector<const ReplayStep*> chosen_scenes(const Replay& replay, std::size_t most_rounds) {
  std::vector<const ReplayStep*> chosen;
  for (std::size_t i = 0; i < replay.scenes.size(); ++i) {
    const ReplayStep& scene = replay.scenes[i];
    const bool last = i + 1 == replay.scenes.size() || replay.scenes[i + 1].stage != scene.stage;
    const auto number = static_cast<std::size_t>(scene.number);
    const std::size_t step = 1 + number / std::max<std::size_t>(1, most_rounds / 4);
    if (std::isnan(scene.objective) || last || number % step == 0) chosen.push_back(&scene);
  }
  return chosen;
}

std::size_t rounds_that_fit(const Replay& replay) {
  const std::size_t numbers = std::max<std::size_t>(1, replay.model.covariances.size() + replay.model.means.size());
  return std::clamp<std::size_t>(kMostNumbers / numbers, 8, kMostRounds);
}

}  // namespace

Section replay_payload(const std::string& source, const std::vector<std::string>& names, const DataView& rows,
                       std::span<const Replay> replays) {
  const RowSample shown = row_sample(rows, kMostReplayedRows);
  Section payload;
  payload.add(Fact{"kind", "", "replay"});
  payload.add(Fact{"version", "", kVersion});
  payload.add(Fact{"source", "", source});
  payload.add(Fact{"dimension", "", rows.columns()});
  payload.add(Fact{"columns", "", column_names(names, rows.columns())});
  payload.add(rows_section(shown));
  List list{.key = "replays"};
  for (const Replay& replay : replays) {
    Section& one = list.items.emplace_back();
    one.add(Fact{"method", "", replay.method});
    one.add(Fact{"seed", "", replay.seed});
    one.add(Fact{"components", "", replay.components});
    one.add(Fact{"tries", "", replay.tries});
    one.add(Fact{"sample", "", replay.sample});
    List scenes{.key = "scenes"};
    for (const ReplayStep* scene : chosen_scenes(replay, rounds_that_fit(replay))) {
      scenes.items.push_back(scene_of(*scene, shown.offsets));
    }
    one.add(std::move(scenes));
  }
  payload.add(std::move(list));
  return payload;
}

}  // namespace mixseed::report
