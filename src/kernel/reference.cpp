// Reference kernels: the definition that every faster set is tested against.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/kernel.h"

namespace mixseed::kernel {
namespace {

void transpose(const Rows& rows, std::size_t first, std::size_t count, std::size_t dim, const double* center,
               double* x) {
  for (std::size_t i = 0; i < kTile; ++i) {
    for (std::size_t j = 0; j < dim; ++j) x[j * kTile + i] = rows[first + std::min(i, count - 1)][j] - center[j];
  }
}

// |F (x - mean)|^2 for the row in lane 0 of x, whose numbers lie kApart from each other.
template <std::size_t kApart, typename Number>
Number triangular(const Number* factor, const Number* mean, std::size_t dim, const Number* x) {
  Number sum = 0;
  for (std::size_t j = 0; j < dim; factor += ++j) {
    Number z = 0;
    for (std::size_t l = 0; l <= j; ++l) z += factor[l] * (x[l * kApart] - mean[l]);
    sum += z * z;
  }
  return sum;
}

template <std::size_t kApart = kTile, typename Number>
Number distance(const ComponentsIn<Number>& c, std::size_t k, const Number* x) {
  const Number *factor = c.factors + k * c.factor_stride, *mean = c.means + k * c.dim;
  if (c.shape == Shape::triangular) return triangular<kApart>(factor, mean, c.dim, x);
  Number sum = 0;
  for (std::size_t j = 0; j < c.dim; ++j) {
    const Number y = x[j * kApart] - mean[j];
    const Number z = c.shape == Shape::diagonal ? factor[j] * y : y;
    sum += z * z;
  }
  return c.shape == Shape::spherical ? *factor * sum : sum;
}

void distances(const Components& c, std::size_t k, const double* x, double* out) {
  for (std::size_t i = 0; i < kTile; ++i) out[i] = distance(c, k, x + i);
}

// Evaluates every component, regardless of bounds.
std::size_t close_terms(const Components& c, const Bounds*, const double* x, const std::uint32_t*,
                        std::uint32_t* numbers, double* terms) {
  for (std::size_t k = 0; k < c.count; ++k) {
    numbers[k] = static_cast<std::uint32_t>(k);
    for (std::size_t i = 0; i < kTile; ++i) {
      terms[k * kTile + i] = c.offsets[k] - 0.5 * distance(c, k, x + i);
    }
  }
  return c.count;
}

void normalise(const std::uint32_t* numbers, std::size_t count, const double* cuts, double* terms, double* out) {
  for (std::size_t i = 0; i < kTile; ++i) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t s = 0; s < count; ++s) largest = std::max(largest, terms[s * kTile + i]);
    const bool none = largest < -std::numeric_limits<double>::max();
    for (std::size_t s = 0; s < count; ++s) {
      double& term = terms[s * kTile + i];
      const double below = none ? 0 : term - largest;
      term = cuts && below < cuts[numbers[s]] ? 0 : std::exp(below);
      sum += term;
    }
    for (std::size_t s = 0; s < count; ++s) terms[s * kTile + i] *= 1 / sum;
    out[i] = none ? largest : largest + std::log(sum);
  }
}

void argmax(const std::uint32_t* numbers, std::size_t count, const double* terms, std::uint32_t* labels, double* best) {
  for (std::size_t i = 0; i < kTile; ++i) {
    std::size_t place = 0;
    for (std::size_t s = 1; s < count; ++s) {
      if (terms[s * kTile + i] > terms[place * kTile + i]) place = s;
    }
    labels[i] = numbers[place];
    best[i] = terms[place * kTile + i];
  }
}

std::size_t collect(const double* r, std::size_t count, std::size_t first, std::uint16_t* picked, double* kept) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(r[i] > 0)) continue;
    picked[found] = static_cast<std::uint16_t>(first + i);
    kept[found++] = r[i];
  }
  return found;
}

void separate(const Components& c, std::size_t k, const double* x, const double* covariances, double* distance,
              double* spread, double* planes, double* scratch) {
  const double *factor = c.factors + k * c.factor_stride, *mean = c.means + k * c.dim;
  for (std::size_t i = 0; i < kTile; ++i) {
    double squares = 0, variance = 0;
    for (std::size_t j = 0; j < c.dim; ++j) {
      double& z = scratch[j];
      z = 0;
      for (std::size_t l = 0; l <= j; ++l) z += factor[j * (j + 1) / 2 + l] * (x[l * kTile + i] - mean[l]);
      squares += z * z;
    }
    distance[i] = std::sqrt(squares);
    for (std::size_t l = 0; l < c.dim; ++l) {
      double w = 0;
      for (std::size_t j = l; j < c.dim; ++j) w += factor[j * (j + 1) / 2 + l] * scratch[j];
      planes[l * kTile + i] = distance[i] > 0 ? w / distance[i] : 0;
    }
    for (std::size_t at = 0; at < c.dim * c.dim; ++at) {
      variance += covariances[at * kTile + i] * planes[at / c.dim * kTile + i] * planes[at % c.dim * kTile + i];
    }
    spread[i] = std::sqrt(std::max(variance, 0.0));
  }
}

void factorise(std::size_t dim, const double* matrices, double* lower) {
  for (std::size_t i = 0; i < kTile; ++i) {
    const auto at = [&](std::size_t j, std::size_t l) -> double& { return lower[(j * (j + 1) / 2 + l) * kTile + i]; };
    for (std::size_t j = 0; j < dim; ++j) {
      for (std::size_t l = 0; l <= j; ++l) {
        double sum = matrices[(j * dim + l) * kTile + i];
        for (std::size_t m = 0; m < l; ++m) sum -= at(j, m) * at(l, m);
        at(j, l) = l < j ? sum / at(l, l) : std::sqrt(sum);
      }
    }
  }
}

void invert(std::size_t dim, const double* lower, double* inverse) {
  for (std::size_t i = 0; i < kTile; ++i) {
    const auto place = [&](std::size_t j, std::size_t l) { return (j * (j + 1) / 2 + l) * kTile + i; };
    for (std::size_t j = 0; j < dim; ++j) {
      inverse[place(j, j)] = 1 / lower[place(j, j)];
      for (std::size_t l = 0; l < j; ++l) {
        double sum = 0;
        for (std::size_t m = l; m < j; ++m) sum -= lower[place(j, m)] * inverse[place(m, l)];
        inverse[place(j, l)] = sum / lower[place(j, j)];
      }
    }
  }
}

std::size_t within(const float* bounds, const float* slacks, const float* sizes, std::size_t count, float radius,
                   float reach, std::uint32_t* list) {
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (bounds[k] <= slacks[k] + std::max(radius, reach * sizes[k])) list[found++] = static_cast<std::uint32_t>(k);
  }
  return found;
}

void nearest(const SphericalComponents& spheres, const std::uint32_t* list, std::size_t count, const double* x,
             bool is_new, Nearest& state, double* least) {
  if (is_new) {
    std::fill_n(state.near, kTile, std::numeric_limits<double>::infinity());
    std::fill_n(state.m, kTile, std::numeric_limits<double>::infinity());
  }
  for (std::size_t s = 0; s < count; ++s) {
    const std::uint32_t k = list[s];
    for (std::size_t i = 0; i < kTile; ++i) {
      double d = 0;
      for (std::size_t j = 0; j < spheres.dim; ++j) {
        const double y = x[j * kTile + i] - spheres.means[k * spheres.dim + j];
        d += y * y;
      }
      if (d < state.near[i] || (!is_new && d == state.near[i] && k < state.labels[i])) state.labels[i] = k;
      state.near[i] = std::min(state.near[i], d);
      const double m = d * spheres.precisions[k];
      if (least && m < state.m[i]) state.tight[i] = k;
      state.m[i] = std::min(state.m[i], m);
      if (least) least[s] = std::min(least[s], d);
    }
  }
  state.farthest = *std::max_element(state.near, state.near + kTile);
  state.loosest = *std::max_element(state.m, state.m + kTile);
}

// y(j): number j of a row about the pivot, with a 1 behind its last column.
template <typename Row>
void add_products(std::size_t dim, double r, const Row& y, Second second, double* moments) {
  for (std::size_t j = 0; j <= dim; ++j) {
    const double ry = r * y(j);
    if (second != Second::full) moments[j] += ry * y(dim);
    if (second == Second::diagonal) moments[moments_width(dim) + j] += ry * y(j);
    for (std::size_t l = j; second == Second::full && l <= dim; ++l) moments[moments_line(dim, j) + l] += ry * y(l);
  }
}

void add_moments(const Rows& rows, std::size_t dim, const std::uint16_t* picked, const double* r, std::size_t count,
                 const double* pivot, Second second, double* moments, double*) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto y = [&](std::size_t j) { return j == dim ? 1 : rows[picked[i]][j] - pivot[j]; };
    add_products(dim, r[i], y, second, moments);
  }
}

void line_of_terms(const ComponentsIn<float>& c, std::size_t k, const float* strips, std::size_t count, float* line) {
  for (std::size_t at = 0; at < count * kStrip; ++at) {
    line[at] = c.offsets[k] - 0.5F * distance<kStrip>(c, k, strips + at / kStrip * c.dim * kStrip + at % kStrip);
  }
}

void normalise_lines(std::size_t lines, std::size_t length, std::size_t stride, float least, float* terms, float* out) {
  for (std::size_t i = 0; i < length; ++i) {
    float largest = -std::numeric_limits<float>::infinity(), sum = 0;
    for (std::size_t k = 0; k < lines; ++k) largest = std::max(largest, terms[k * stride + i]);
    const bool none = largest < -std::numeric_limits<float>::max();
    for (std::size_t k = 0; k < lines; ++k) {
      float& term = terms[k * stride + i];
      const float below = none ? 0 : term - largest;
      term = below < least ? 0 : std::exp(below);
      sum += term;
    }
    for (std::size_t k = 0; k < lines; ++k) terms[k * stride + i] *= 1 / sum;
    out[i] = none ? largest : largest + std::log(sum);
  }
}

void log_sums(std::size_t count, const float* kept, const float* change, float weight, float* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = std::log(kept[i] + (change ? weight * std::exp(std::clamp(change[i], -80.0F, 80.0F)) : 0));
  }
}

void add_line_moments(const float* strips, std::size_t count, std::size_t dim, const float* responsibilities,
                      const float* weights, const float* pivot, const double* units, Second second, double* moments,
                      float*) {
  for (std::size_t at = 0; at < count * kStrip; ++at) {
    const float* x = strips + at / kStrip * dim * kStrip + at % kStrip;
    const float r = responsibilities[at] * weights[at];
    if (!(r > 0)) continue;
    const auto y = [&](std::size_t j) {
      return units[j] * (j == dim ? 1 : static_cast<double>(x[j * kStrip] - pivot[j]));
    };
    add_products(dim, static_cast<double>(r), y, second, moments);
  }
}

void fourth(const double* columns, std::size_t count, std::size_t dim, const double* weights, const double* w,
            double* cubes, double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    double y = 0;
    for (std::size_t j = 0; j < dim; ++j) y += w[j] * columns[j * count + i];
    cubes[i] = weights[i] * y * y * y;
  }
  for (std::size_t j = 0; j < dim; ++j) {
    out[j] = 0;
    for (std::size_t i = 0; i < count; ++i) out[j] += columns[j * count + i] * cubes[i];
  }
}

}  // namespace

Kernels reference() {
  return {.transpose = transpose,
          .distances = distances,
          .close_terms = close_terms,
          .normalise = normalise,
          .argmax = argmax,
          .collect = collect,
          .separate = separate,
          .factorise = factorise,
          .invert = invert,
          .within = within,
          .nearest = nearest,
          .add_moments = add_moments,
          .line_of_terms = line_of_terms,
          .normalise_lines = normalise_lines,
          .log_sums = log_sums,
          .add_line_moments = add_line_moments,
          .fourth = fourth};
}

}  // namespace mixseed::kernel
