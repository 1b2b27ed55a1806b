#include "pass/prepared_model.h"

#include <cmath>

namespace mixseed {

PreparedModel::PreparedModel(const Density& density, Cut cut) : density_(density), cuts_(density.size() + 1, 0.0) {
  if (cut == Cut::best) return;
  // Responsibilities below 1e-18 of the usual ones of a component change no digit of its moments.
  cuts_.back() = std::log(1e-18);
  for (std::size_t k = 0; k < density.size(); ++k) cuts_[k] = std::log(1e-18) + std::log(density.weights()[k]);
}

kernel::Bounds PreparedModel::bounds(Pool& pool) {
  if (!separation_) separation_.emplace(density_, cuts_, pool);
  return separation_->bounds();
}

PreparedModel& PreparedModels::prepare(const ModelPtr& model, Cut cut) {
  if (!last_ || last_->model != model || last_->cut != cut) last_ = std::make_unique<Kept>(model, cut);
  return last_->prepared;
}

}  // namespace mixseed
