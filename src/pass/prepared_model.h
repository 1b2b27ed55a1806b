// A model made ready for a walk over rows: its density, and how far its components can matter.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pass/grouping.h"
#include "pass/separation.h"

namespace mixseed {

// Which components a row has something to do with: those with a responsibility that changes a digit, or its best one.
enum class Cut { responsibilities, best };

class PreparedModel {
 public:
  // The density must outlive this object.
  PreparedModel(const Density& density, Cut cut);

  const Density& density() const { return density_; }
  // As Separation has them, and one more for the noise.
  const std::vector<double>& cuts() const { return cuts_; }
  // Made when they are first wanted. They borrow from this object.
  kernel::Bounds bounds(Pool& pool);

 private:
  const Density& density_;
  std::vector<double> cuts_;
  std::optional<Separation> separation_;
};

// The last one that was wanted: with many components it is dear, and those who answer a question for one part of the
// rows after the other need it once.
class PreparedModels {
 public:
  // Valid until the next call.
  PreparedModel& of(const Model& model, Cut cut);

 private:
  struct Kept {
    Kept(const Model& by, Cut c) : model(by), cut(c), density(*by), prepared(density, c) {}
    Model model;
    Cut cut;
    Density density;
    PreparedModel prepared;
  };
  std::unique_ptr<Kept> last_;
};

}  // namespace mixseed
