// Ranks, and the statistics that compare them.
#pragma once

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "mixseed/record.h"

namespace mixseed::lab {

// 1 for the largest value; equal values share the mean of their ranks. NaN ranks behind every number.
std::vector<double> ranks_of(std::span<const double> values);

// One row per data set, one column per method.
using RankMatrix = std::vector<std::vector<double>>;

struct MeanAndDeviation {
  double mean = 0, deviation = 0;  // the deviation with n - 1; 0 for one value

  static constexpr auto fields() {
    return std::make_tuple(Field{"mean", "", &MeanAndDeviation::mean}, Field{"sd", "", &MeanAndDeviation::deviation});
  }
};
static_assert(describes_every_member<MeanAndDeviation>());
MeanAndDeviation mean_and_deviation(std::span<const double> values);

// Correlation of the ranks of two lists; NaN when one of them is constant.
double spearman(std::span<const double> a, std::span<const double> b);

// Do the methods differ at all? Friedman's test, corrected for ties.
struct Friedman {
  double statistic = 0, p = 1;
};
Friedman friedman(const RankMatrix& ranks);

// Nemenyi: mean ranks that differ by more than this do so with confidence 1 - alpha over all pairs.
double critical_difference(std::size_t methods, std::size_t data_sets, double alpha = 0.05);

// [i][j]: the share of the data sets on which i ranks before j, ties as halves.
std::vector<std::vector<double>> win_rates(const RankMatrix& ranks);

}  // namespace mixseed::lab
