#include "pass/posteriors.h"

#include <algorithm>

#include "model/density.h"
#include "pass/part.h"

namespace mixseed {

void Posteriors::merge(Posteriors&& right) {
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(log_densities, right.log_densities);
  append(responsibilities, right.responsibilities);
  append(noise, right.noise);
}

Posteriors answer(const ComputePosteriors& question, Part& part) {
  return posteriors_under(Density(*question.model), part);
}

Posteriors posteriors_under(const Density& density, Part& part) {
  using kernel::kTile;
  const std::size_t K = density.size();
  Posteriors all{std::vector<double>(part.size()), std::vector<double>(part.size() * K), {}};
  if (density.noise()) all.noise.resize(part.size());
  part.make_rooms_for(K);
  part.for_each_block([&](const Block& block) {
    part.with_room(K, [&](TileRoom& room) {
      for (std::size_t first = 0; first < block.rows; first += kTile) {
        const std::size_t rows = std::min(kTile, block.rows - first);
        double log_density[kTile];
        room.terms.look(density.components(), block, first);
        if (density.noise()) room.terms.add_noise(*density.noise(), K);
        room.terms.normalise(log_density);
        if (density.noise()) std::copy_n(room.terms.of(K), rows, all.noise.data() + block.first + first);
        std::copy_n(log_density, rows, all.log_densities.data() + block.first + first);
        double* out = all.responsibilities.data() + (block.first + first) * K;
        for (std::size_t k = 0; k < K; ++k) {
          for (std::size_t i = 0; i < rows; ++i) out[i * K + k] = room.terms.of(k)[i];
        }
      }
    });
  });
  return all;
}

}  // namespace mixseed
