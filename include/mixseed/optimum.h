// When two fits have found the same optimum.
#pragma once

namespace mixseed {

// Two ends no further apart, in nats per row, count as the same optimum: EM stops before its limit.
inline constexpr double kSameOptimum = 1e-4;

}  // namespace mixseed
