#include "picture.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string_view>

#include "braille.h"
#include "lab/format.h"
#include "mixseed/evaluate.h"
#include "mixseed/precision.h"
#include "report/cell.h"
#include "report/people.h"
#include "report/rows.h"

namespace mixseed::cli {
namespace {

constexpr std::size_t kLeastWidth = 30, kMostWidth = 72, kLines = 16, kHistogramLines = 8;
constexpr std::size_t kMostPaintedRows = 2000;
constexpr std::size_t kMargin = 2;
constexpr double kLeastClimb = 1e-4;  // nats per row
constexpr int kSteps = 400;           // of an ellipse

struct Scale {
  double low = 0, high = 1, size = 1;

  double place(double value) const { return (value - low) / (high - low) * (size - 1) + 0.5; }
};

Scale scale_over(const report::RowSample& rows, std::size_t column, std::size_t dots) {
  Scale scale{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
              static_cast<double>(dots)};
  for (std::size_t i = column; i < rows.values.size(); i += rows.columns) {
    scale.low = std::min(scale.low, rows.values[i]);
    scale.high = std::max(scale.high, rows.values[i]);
  }
  if (!(scale.high > scale.low)) {
    const double half = std::max(0.5, std::abs(scale.low) * 1e-9);
    scale.low -= half, scale.high += half;
  }
  return scale;
}

// The separation of the components along a column: variance of the means over variance within components.
double separation(const Mixture& full, std::size_t column) {
  double mean = 0, square = 0, within = 0;
  for (std::size_t k = 0; k < full.size(); ++k) {
    const double at = full.means[k * full.dim + column];
    mean += full.weights[k] * at;
    square += full.weights[k] * at * at;
    within += full.weights[k] * full.covariances[(k * full.dim + column) * full.dim + column];
  }
  return within > 0 ? (square - mean * mean) / within : 0;
}

// The two columns along which components are furthest apart, in the order of the data.
std::array<std::size_t, 2> columns_to_show(const Mixture& full) {
  std::vector<std::size_t> order(full.dim);
  for (std::size_t j = 0; j < full.dim; ++j) order[j] = j;
  std::stable_sort(order.begin(), order.end(),
                   [&](auto i, auto j) { return separation(full, i) > separation(full, j); });
  return {std::min(order[0], order[1]), std::max(order[0], order[1])};
}

struct Plane {
  std::array<std::size_t, 2> columns;
  Scale x, y;
};

void draw_ellipse(Braille& picture, const Mixture& full, std::size_t k, const Plane& plane, double deviations) {
  const auto [a, b] = plane.columns;
  const double* sigma = full.covariances.data() + k * full.dim * full.dim;
  // Cholesky's factor of the two columns turns a circle into the ellipse.
  const double xx = std::sqrt(sigma[a * full.dim + a]), xy = sigma[a * full.dim + b] / xx;
  const double yy = std::sqrt(std::max(0.0, sigma[b * full.dim + b] - xy * xy));
  for (int step = 0; step < kSteps; ++step) {
    const double angle = 2 * std::numbers::pi * step / kSteps;
    const double u = deviations * std::cos(angle), v = deviations * std::sin(angle);
    const double x = full.means[k * full.dim + a] + xx * u, y = full.means[k * full.dim + b] + xy * u + yy * v;
    picture.dot(plane.x.place(x), plane.y.place(y), k, 1);
  }
}

std::vector<std::string> scatter(const Mixture& full, const report::RowSample& rows,
                                 const std::vector<std::size_t>& labels, const std::array<std::size_t, 2>& columns,
                                 std::size_t width) {
  Braille picture(width, kLines);
  const Plane plane{columns, scale_over(rows, columns[0], picture.width()),
                    scale_over(rows, columns[1], picture.height())};
  const auto place = [&](const double* point) {
    return std::pair(plane.x.place(point[columns[0]]), plane.y.place(point[columns[1]]));
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [x, y] = place(rows.values.data() + i * rows.columns);
    picture.dot(x, y, labels[i]);
  }
  for (std::size_t k = 0; k < full.size(); ++k) {
    for (const double deviations : {1.0, 2.0}) draw_ellipse(picture, full, k, plane, deviations);
  }
  for (std::size_t k = 0; k < full.size(); ++k) {
    const auto [x, y] = place(full.means.data() + k * full.dim);
    picture.write(x, y, std::to_string(k), k);
  }
  return picture.lines();
}

// Bars of rows, in the colour of the component that most of them belong to.
std::vector<std::string> histogram(const report::RowSample& rows, const std::vector<std::size_t>& labels,
                                   std::size_t components, std::size_t width) {
  Braille picture(width, kHistogramLines);
  const double wanted = 2 * std::sqrt(static_cast<double>(rows.size()));
  const auto wide =
      static_cast<std::size_t>(std::ceil(static_cast<double>(picture.width()) / wanted));  // dots of a bar
  const std::size_t bars = (picture.width() + wide - 1) / wide;
  const Scale x = scale_over(rows, 0, bars);
  std::vector<std::vector<std::size_t>> counts(bars, std::vector<std::size_t>(components, 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ++counts[std::min(bars - 1, static_cast<std::size_t>(x.place(rows.values[i])))][labels[i]];
  }
  const auto total = [](const std::vector<std::size_t>& bin) {
    std::size_t sum = 0;
    for (const std::size_t count : bin) sum += count;
    return static_cast<double>(sum);
  };
  double most = 1;
  for (const auto& bin : counts) most = std::max(most, total(bin));
  for (std::size_t i = 0; i < bars; ++i) {
    const auto owner =
        static_cast<std::size_t>(std::max_element(counts[i].begin(), counts[i].end()) - counts[i].begin());
    const double height = std::ceil(total(counts[i]) / most * static_cast<double>(picture.height()));
    for (std::size_t dot = i * wide; dot < (i + 1) * wide; ++dot) {
      for (double y = 0; y < height; ++y) picture.dot(static_cast<double>(dot), y, owner);
    }
  }
  return picture.lines();
}

// Counts each non-ASCII character as one.
std::string first_characters(const std::string& text, std::size_t count) {
  return text.substr(0, report::offset_of_character(text, count));
}

std::string axis_text(const std::string& name, const Scale& scale) {
  return formatted("{} {} .. {}", report::printable(name), report::brief_text(scale.low, 4),
                   report::brief_text(scale.high, 4));
}

std::string trace_line(const Fit& fit, std::size_t width) {
  std::vector<double> values;
  for (const Round& round : fit.trace) {
    if (round.stage == "em") values.push_back(round.objective);
  }
  // No curve is shown if the start was already an optimum.
  if (values.size() < 2 || values.back() - values.front() < kLeastClimb) return "";
  const std::string from = report::brief_text(values.front(), 6), to = report::brief_text(values.back(), 6);
  const std::string words = formatted("EM  {} ", from);
  const std::size_t taken = words.size() + to.size() + 1;
  if (taken + 4 > width) return "";
  return words + sparkline(values, std::min<std::size_t>(width - taken, 40)) + " " + to;
}

}  // namespace

std::string picture_of(const Fit& fit, const DataView& rows, const std::vector<std::string>& names, std::size_t width) {
  if (width < kLeastWidth || rows.rows() == 0) return "";
  const std::size_t inside = std::min(width - 1, kMostWidth) - kMargin;  // the last column may wrap
  const report::RowSample shown = report::row_sample(rows, kMostPaintedRows);
  const std::vector<std::size_t> labels = assign(fit.model, shown.view(), 1);
  const Mixture full = with_covariance(fit.model, Covariance::full);
  std::vector<std::string> lines;
  if (full.dim == 1) {
    lines = histogram(shown, labels, full.size(), inside);
    lines.push_back(first_characters(axis_text(report::column_name(names, 0), scale_over(shown, 0, 2)), inside));
  } else {
    const auto columns = columns_to_show(full);
    lines = scatter(full, shown, labels, columns, inside);
    const std::array<const char*, 2> where{"across  ", "upwards "};
    for (const std::size_t i : {0, 1}) {
      const std::string axis = axis_text(report::column_name(names, columns[i]), scale_over(shown, columns[i], 2));
      lines.push_back(first_characters(where[i] + axis, inside));
    }
  }
  if (const std::string trace = trace_line(fit, inside); !trace.empty()) lines.push_back(trace);
  std::string text = "\n";
  for (const std::string& line : lines) text += std::string(kMargin, ' ') + line + "\n";
  return text;
}

std::size_t picture_width() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  if (no_colour != nullptr && *no_colour != '\0') return 0;
  if (kind == nullptr || std::string_view(kind) == "dumb" || ::isatty(STDOUT_FILENO) != 1) return 0;
  struct winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace mixseed::cli
