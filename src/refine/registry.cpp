// The one list of refiners. A new one is a file beside this one and a line here.
#include "refine/refiners.h"

namespace mixseed {

const std::vector<Refiner>& refiners() {
  static const std::vector<Refiner> list{kmeans(), cem(), search(), em(), lift_stage()};
  return list;
}

}  // namespace mixseed
