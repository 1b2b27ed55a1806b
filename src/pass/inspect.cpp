#include "pass/inspect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "mixseed/error.h"
#include "pass/part.h"

namespace mixseed {
namespace {

void complain(Inspection& inspection, std::size_t row, std::string what) {
  if (!inspection.complaint.empty()) return;
  inspection.complaint = std::move(what);
  inspection.complaint_row = row;
}

std::string name_of_row(std::size_t row) { return "row " + std::to_string(row + 1); }

void take_weights(Inspection& inspection, const Block& block, std::size_t offset) {
  for (std::size_t i = 0; i < block.rows; ++i) {
    const double weight = block.weight(i);
    if (!(std::isfinite(weight) && weight >= 0)) {
      const std::size_t row = offset + block.first + i;
      return complain(
          inspection, row,
          "weights: " + name_of_row(row) + ": expected a finite number of at least 0, got " + std::to_string(weight));
    }
    inspection.observations += weight;
    inspection.counting += weight > 0;
    if (weight > 0 && inspection.first.empty()) {
      inspection.first.assign(block.row[i], block.row[i] + inspection.low.size());
      inspection.first_number = offset + block.first + i;
    }
  }
}

void refuse_number(Inspection& inspection, const Block& block, std::size_t offset) {
  for (std::size_t i = 0; i < block.rows; ++i) {
    for (std::size_t j = 0; j < inspection.low.size(); ++j) {
      if (std::isfinite(block.row[i][j])) continue;
      const std::size_t row = offset + block.first + i;
      return complain(inspection, row,
                      name_of_row(row) + ", column " + std::to_string(j + 1) + ": expected a finite number, got " +
                          std::to_string(block.row[i][j]));
    }
  }
}

void take_numbers(Inspection& inspection, const Block& block, std::size_t offset) {
  const std::size_t dim = inspection.low.size();
  double *low = inspection.low.data(), *high = inspection.high.data();
  std::vector<double> zeros(dim, 0.0);  // 0 * NaN and 0 * inf are NaN
  for (std::size_t i = 0; i < block.rows; ++i) {
    const double* row = block.row[i];
    for (std::size_t j = 0; j < dim; ++j) {
      low[j] = row[j] < low[j] ? row[j] : low[j];
      high[j] = row[j] > high[j] ? row[j] : high[j];
      zeros[j] += 0 * row[j];
    }
  }
  if (std::accumulate(zeros.begin(), zeros.end(), 0.0) != 0) refuse_number(inspection, block, offset);
}

}  // namespace

void Inspection::merge(Inspection&& right) {
  if (right.low.size() != low.size()) {
    throw Error(ErrorCode::input, "rows of different lengths: some parts of the rows have " +
                                      std::to_string(low.size()) + " columns, others " +
                                      std::to_string(right.low.size()));
  }
  rows += right.rows;
  observations += right.observations;
  counting += right.counting;
  weighted |= right.weighted;
  for (std::size_t j = 0; j < low.size(); ++j) {
    low[j] = std::min(low[j], right.low[j]);
    high[j] = std::max(high[j], right.high[j]);
  }
  if (first.empty()) {
    first = std::move(right.first);
    first_number = right.first_number;
  }
  if (complaint.empty() && !right.complaint.empty()) complain(*this, right.complaint_row, std::move(right.complaint));
}

void Inspection::check() const {
  const auto refuse = [](const std::string& why) { throw Error(ErrorCode::input, why); };
  if (rows == 0) refuse("the data have no rows");
  if (low.empty()) refuse("the data have no columns");
  if (!complaint.empty()) refuse(complaint);
  if (counting == 0) refuse("weights: expected at least one above 0, all are 0");
  if (!std::isfinite(observations)) refuse("weights: their sum is too large");
}

Inspection answer(const Inspect&, Part& part) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const std::size_t dim = part.dim(), offset = part.rows().offset();
  const auto nothing = [&] {
    Inspection inspection;
    inspection.low.assign(dim, kUnbounded);
    inspection.high.assign(dim, -kUnbounded);
    inspection.weighted = part.rows().weighted();
    return inspection;
  };
  return part.reduce_blocks(nothing, [&](Inspection& inspection, const Block& block) {
    inspection.rows = block.rows;
    take_numbers(inspection, block, offset);
    take_weights(inspection, block, offset);
  });
}

Moments answer(const Total& question, Part& part) {
  const auto pivot = std::make_shared<const std::vector<double>>(question.pivot);
  std::array<std::uint16_t, kernel::kBlock> everyone;
  std::iota(everyone.begin(), everyone.end(), std::uint16_t{0});
  const std::vector<double> ones(kernel::kBlock, 1.0);
  return part.reduce_blocks([&] { return Moments(1, part.dim(), question.second, pivot); },
                            [&](Moments& sum, const Block& block) {
                              std::vector<double> scratch(kernel::moments_scratch(part.dim()));
                              kernel::active().add_moments(block.row, part.dim(), everyone.data(),
                                                           block.weights ? block.weights : ones.data(), block.rows,
                                                           sum.pivot(0), question.second, sum.of(0), scratch.data());
                            });
}

}  // namespace mixseed
