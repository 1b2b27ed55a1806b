// The rules of the methods `auto` and `quick`, stated in docs/methods/auto.md and docs/methods/quick.md.
#pragma once

#include <cstddef>

#include "mixseed/pipeline.h"
#include "model/family.h"

namespace mixseed {

// The size of a fit, which decides its method.
struct FitSize {
  const Family& family;
  std::size_t dim, components;
  double rows;

  double rows_per_parameter() const;
  // Rows per component divided by D + 2, with which a full covariance is regular. For other families: as many rows per
  // parameter of the covariances.
  double row_ratio() const;
};

FitSize size_of_fit(const Pipeline& pipeline, std::size_t dim, std::size_t components, double rows);

// The stages of `auto` and `quick` before em.
Pipeline auto_method(const FitSize& size);
Pipeline quick_method(const FitSize& size);

// Pseudo-rows of em's prior for every component.
double prior_by_rule(const FitSize& size);
// The same pipeline with kPriorByRule replaced by a number; `by_default`: kPriorByMethod too.
Pipeline with_prior(Pipeline pipeline, std::size_t dim, std::size_t components, double rows, bool by_default);

}  // namespace mixseed
