// The list of refiners. To add one, add its file to this folder and a line here.
#include "refine/refiners.h"

namespace mixseed {

const std::vector<Refiner>& refiners() {
  static const std::vector<Refiner> list{kmeans(), cem(), search(), em(), lift_stage()};
  return list;
}

}  // namespace mixseed
