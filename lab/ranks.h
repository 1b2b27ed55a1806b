// Ranks, and the statistics that compare them.
#pragma once

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "mixseed/record.h"

namespace mixseed::lab {

// Rank 1 is the largest value; ties share their mean rank; NaN comes last.
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

// Spearman's rank correlation; NaN if a list is constant.
double spearman(std::span<const double> a, std::span<const double> b);

// Friedman's test of equal methods, corrected for ties.
struct Friedman {
  double statistic = 0, p = 1;
};
Friedman friedman(const RankMatrix& ranks);

// Nemenyi's test: mean ranks further apart than this differ, with confidence 1 - alpha over all pairs.
double critical_difference(std::size_t methods, std::size_t data_sets, double alpha = 0.05);

// [i][j]: share of the data sets on which method i ranks before j; a tie counts half.
std::vector<std::vector<double>> win_rates(const RankMatrix& ranks);

}  // namespace mixseed::lab
