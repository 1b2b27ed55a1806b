// The one list of seeding methods. A new method is a file in this folder and a line here.
#include "seed/seeders.h"

namespace mixseed {

const std::vector<Seeder>& seeders() {
  static const std::vector<Seeder> list{
      uniform(), hac(), gonzalez(), kmeanspp(), kwedlo(), spherical_gonzalez(), adaptive(), projections(), mhac(),
  };
  return list;
}

}  // namespace mixseed
