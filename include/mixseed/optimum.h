// When two fits have found the same.
#pragma once

namespace mixseed {

// Ends that are no further apart, in nats per row, are taken for the same optimum: EM stops before its end.
inline constexpr double kSameOptimum = 1e-4;

}  // namespace mixseed
