// A model prepared for a pass over rows: its density, and bounds on where its components matter.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pass/grouping.h"
#include "pass/separation.h"

namespace mixseed {

// The components that matter to a row: those whose responsibility changes a digit, or only the best one.
enum class Cut { responsibilities, best };

class PreparedModel {
 public:
  // The density must outlive this object.
  PreparedModel(const Density& density, Cut cut);

  const Density& density() const { return density_; }
  // As in Separation, and one more for the noise.
  const std::vector<double>& cuts() const { return cuts_; }
  // Computed on first use. The bounds refer to this object.
  kernel::Bounds bounds(Pool& pool);

 private:
  const Density& density_;
  std::vector<double> cuts_;
  std::optional<Separation> separation_;
};

// Caches the last prepared model; preparing one is expensive when there are many components.
class PreparedModels {
 public:
  // Valid until the next call.
  PreparedModel& prepare(const ModelPtr& model, Cut cut);

 private:
  struct Kept {
    Kept(const ModelPtr& by, Cut c) : model(by), cut(c), density(*by), prepared(density, c) {}
    ModelPtr model;
    Cut cut;
    Density density;
    PreparedModel prepared;
  };
  std::unique_ptr<Kept> last_;
};

}  // namespace mixseed
