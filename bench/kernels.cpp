// Google Benchmark of every kernel in every set that this machine can run: NAME/SET/D. An item is a row and component.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "kernel/dispatch.h"

namespace {

using namespace mixseed;
using namespace mixseed::kernel;
using Values = std::vector<double>;
using benchmark::DoNotOptimize;
using benchmark::State;

constexpr std::size_t kComponents = 20;
constexpr std::size_t kPicked = 128;

Values normals(std::size_t count, double scale = 1) {
  Rng rng(count);
  Values values(count);
  for (double& value : values) value = scale * rng.normal();
  return values;
}

// Rows, a tile of them, and components that every row is about equally close to, so that none is left out.
struct Desk {
  Desk(std::size_t columns, Shape shape) : dim(columns) {
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j <= i; ++j) triangle.push_back(i == j ? 1.0 : 0.01);
    components = {shape,           dim, kComponents,   center.data(), means.data(),
                  triangle.data(), 0,   shifts.data(), offsets.data()};
    for (std::size_t k = 0; k < kComponents; ++k) numbers.push_back(static_cast<std::uint32_t>(k));
    reference().transpose(rows, 0, kTile, dim, center.data(), tile.data());
  }
  std::size_t dim;
  Values values = normals(kPicked * dim), means = normals(kComponents * dim, 0.1), offsets = Values(kComponents, -1.0);
  // The shifts should be the factor times the means; their values do not change the time.
  Values center = Values(dim), shifts = means;
  Rows rows{values.data(), dim, nullptr};
  Values tile = Values(dim * kTile), triangle, out = Values(kTile), scratch = Values(moments_scratch(dim));
  Values terms = normals(kComponents * kTile, 5), cuts = Values(kComponents, -40.0);
  std::vector<std::uint32_t> numbers, labels = std::vector<std::uint32_t>(kTile);
  Components components{};
};

// Runs one call after the other; `items` rows and components each.
template <class Call>
void repeat(State& state, std::size_t items, const Call& call) {
  for (auto _ : state) {
    call();
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
}

void transpose(State& state, const Kernels& kernels, Desk& desk) {
  repeat(state, kTile, [&] { kernels.transpose(desk.rows, 0, kTile, desk.dim, desk.center.data(), desk.tile.data()); });
}

void distances(State& state, const Kernels& kernels, Desk& desk) {
  repeat(state, kTile, [&] { kernels.distances(desk.components, 0, desk.tile.data(), desk.out.data()); });
}

void close_terms(State& state, const Kernels& kernels, Desk& desk) {
  repeat(state, kTile * kComponents, [&] {
    DoNotOptimize(kernels.close_terms(desk.components, nullptr, desk.tile.data(), desk.labels.data(),
                                      desk.numbers.data(), desk.terms.data()));
  });
}

// The terms are put back each time, because responsibilities are no terms.
void normalise(State& state, const Kernels& kernels, Desk& desk) {
  const Values terms = desk.terms;
  repeat(state, kTile * kComponents, [&] {
    desk.terms = terms;
    kernels.normalise(desk.numbers.data(), kComponents, desk.cuts.data(), desk.terms.data(), desk.out.data());
  });
}

void argmax(State& state, const Kernels& kernels, Desk& desk) {
  repeat(state, kTile * kComponents, [&] {
    kernels.argmax(desk.numbers.data(), kComponents, desk.terms.data(), desk.labels.data(), desk.out.data());
  });
}

void collect(State& state, const Kernels& kernels, Desk& desk) {
  const Values r = {0.5, 0, 0.1, 0, 0, 1, 0, 0.2};
  static_assert(kTile == 8);
  std::vector<std::uint16_t> picked(kTile);
  repeat(state, kTile, [&] { DoNotOptimize(kernels.collect(r.data(), kTile, 0, picked.data(), desk.out.data())); });
}

void separate(State& state, const Kernels& kernels, Desk& desk) {
  const Values covariances = normals(desk.dim * desk.dim * kTile);
  Values spread(kTile), planes(desk.dim * kTile);
  repeat(state, kTile, [&] {
    kernels.separate(desk.components, 0, desk.tile.data(), covariances.data(), desk.out.data(), spread.data(),
                     planes.data(), desk.scratch.data());
  });
}

void within(State& state, const Kernels& kernels, Desk& desk) {
  const std::vector<float> bounds(rounded_up(kComponents, kTile), 2.0F), slacks(bounds.size(), 0.0F);
  std::vector<float> sizes(bounds.size(), 1.0F);
  sizes[1] = 3;
  std::vector<std::uint32_t> list(bounds.size());
  repeat(state, kComponents, [&] {
    DoNotOptimize(kernels.within(bounds.data(), slacks.data(), sizes.data(), kComponents, 1.0F, 1.0F, list.data()));
  });
}

void nearest(State& state, const Kernels& kernels, Desk& desk) {
  const Values precisions(kComponents, 1.0);
  const SphericalComponents spheres{desk.dim, desk.means.data(), precisions.data()};
  std::vector<std::uint32_t> labels(kTile), tight(kTile);
  Values near(kTile), m(kTile), least(kComponents);
  Nearest found{labels.data(), tight.data(), near.data(), m.data(), 0, 0};
  repeat(state, kTile * kComponents, [&] {
    kernels.nearest(spheres, desk.numbers.data(), kComponents, desk.tile.data(), true, found, least.data());
  });
}

template <Second second>
void add_moments(State& state, const Kernels& kernels, Desk& desk) {
  std::vector<std::uint16_t> picked(kPicked);
  for (std::size_t i = 0; i < kPicked; ++i) picked[i] = static_cast<std::uint16_t>(i);
  const Values r(kPicked, 0.05);
  Values moments(moments_length(second, desk.dim));
  repeat(state, kPicked, [&] {
    kernels.add_moments(desk.rows, desk.dim, picked.data(), r.data(), kPicked, desk.means.data(), second,
                        moments.data(), desk.scratch.data());
  });
}

using Body = void (*)(State&, const Kernels&, Desk&);

void add(const std::string& name, Body body, Shape shape = Shape::triangular) {
  for (const NamedKernels& set : available()) {
    const std::string full = name + "/" + std::string(set.name);
    benchmark::RegisterBenchmark(full.c_str(),
                                 [=, &set](State& state) {
                                   Desk desk(static_cast<std::size_t>(state.range(0)), shape);
                                   body(state, set.kernels, desk);
                                 })
        ->Arg(3)
        ->Arg(10)
        ->Arg(64);
  }
}

}  // namespace

int main(int count, char** arguments) {
  add("transpose", transpose);
  add("distances/triangular", distances);
  add("distances/diagonal", distances, Shape::diagonal);
  add("distances/spherical", distances, Shape::spherical);
  add("close_terms/triangular", close_terms);
  add("close_terms/diagonal", close_terms, Shape::diagonal);
  add("close_terms/spherical", close_terms, Shape::spherical);
  add("normalise", normalise);
  add("argmax", argmax);
  add("collect", collect);
  add("separate", separate);
  add("within", within);
  add("nearest", nearest);
  add("add_moments/none", add_moments<Second::none>);
  add("add_moments/diagonal", add_moments<Second::diagonal>);
  add("add_moments/full", add_moments<Second::full>);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
