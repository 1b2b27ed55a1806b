// The one list of seeding methods. A new method is a file beside this one and a line here.
#include "seed/methods.h"

namespace mixseed {

const std::vector<Seeder>& seeders() {
  static const std::vector<Seeder> list = [] {
    std::vector<Seeder> all{
        uniform(), hac(), gonzalez(), kmeanspp(), kwedlo(), spherical_gonzalez(), adaptive(),
    };
    for (Seeder& seeder : all) {
      if (!seeder.seed) seeder.seed = [sequence = seeder.sequence](Seeding& in) { return sequence(in).back(); };
    }
    return all;
  }();
  return list;
}

}  // namespace mixseed
