// A mixture: means minus the columns' offsets, covariances as full matrices on request.
import { backward, cholesky, dot, eigen, forward } from "./linear";
import { ModelText, StateText, doubles, floats } from "./payload";

export interface Model {
  dim: number;
  size: number;
  weights: ArrayLike<number>;
  means: Float64Array; // [size][dim], about the offsets
  covariance(k: number): Float64Array | null; // null for a centre without covariance
}

function matrices(kind: string, numbers: ArrayLike<number>, dim: number): (k: number) => Float64Array {
  return (k) => {
    const out = new Float64Array(dim * dim);
    if (kind === "full" || kind === "tied") {
      const from = kind === "full" ? k * dim * dim : 0;
      for (let i = 0; i < out.length; i++) out[i] = numbers[from + i];
    } else {
      for (let j = 0; j < dim; j++) out[j * dim + j] = kind === "diagonal" ? numbers[k * dim + j] : numbers[k];
    }
    return out;
  };
}

export function modelOf(text: ModelText, dim: number, offsets: Float64Array): Model {
  const weights = doubles(text.weights);
  const means = doubles(text.means);
  for (let i = 0; i < means.length && offsets.length; i++) means[i] -= offsets[i % dim];
  return {
    dim,
    size: weights.length,
    weights,
    means,
    covariance: matrices(text.covariance, doubles(text.covariances), dim),
  };
}

export function stateOf(text: StateText, dim: number): Model {
  const means = Float64Array.from(floats(text.means));
  const size = means.length / dim;
  if (text.kind === "centers") {
    return { dim, size, weights: new Float64Array(size).fill(1 / size), means, covariance: () => null };
  }
  const numbers = floats(text.covariances!);
  return { dim, size, weights: floats(text.weights!), means, covariance: matrices(text.covariance!, numbers, dim) };
}

export const meanOf = (model: Model, k: number) => model.means.subarray(k * model.dim, (k + 1) * model.dim);

// The component with the largest density times weight for every row, or the nearest point.
export function assigned(model: Model, values: Float32Array): Uint16Array {
  const { dim, size } = model;
  const rows = values.length / dim;
  const best = new Float64Array(rows).fill(-Infinity);
  const labels = new Uint16Array(rows);
  for (let k = 0; k < size; k++) {
    const covariance = model.covariance(k);
    const factor = covariance && cholesky(covariance, dim);
    let offset = factor ? Math.log(model.weights[k]) : 0;
    for (let j = 0; factor && j < dim; j++) offset -= Math.log(factor[j * dim + j]);
    eachDistance(meanOf(model, k), factor, values, (i, distance) => {
      if (offset - distance / 2 > best[i]) [best[i], labels[i]] = [offset - distance / 2, k];
    });
  }
  return labels;
}

function eachDistance(
  mean: Float64Array,
  factor: Float64Array | null,
  values: Float32Array,
  visit: (row: number, distance: number) => void,
): void {
  const dim = mean.length;
  const x = new Float64Array(dim);
  for (let i = 0; i < values.length / dim; i++) {
    for (let j = 0; j < dim; j++) x[j] = values[i * dim + j] - mean[j];
    const z = factor ? forward(factor, dim, x) : x;
    visit(i, dot(z, z));
  }
}

// The smallest squared distance of every row from a component: Mahalanobis where there is a covariance.
export function smallestDistances(model: Model, values: Float32Array): Float64Array {
  const { dim, size } = model;
  const out = new Float64Array(values.length / dim).fill(Infinity);
  for (let k = 0; k < size; k++) {
    const covariance = model.covariance(k);
    const factor = covariance && cholesky(covariance, dim);
    eachDistance(meanOf(model, k), factor, values, (i, distance) => (out[i] = Math.min(out[i], distance)));
  }
  return out;
}

// The standard deviation of every column under the mixture.
function deviationsOf(model: Model): number[] {
  return Array.from({ length: model.dim }, (_, j) => {
    let first = 0,
      second = 0;
    for (let k = 0; k < model.size; k++) {
      const mean = meanOf(model, k)[j];
      first += model.weights[k] * mean;
      second += model.weights[k] * (mean * mean + model.covariance(k)![j * model.dim + j]);
    }
    return Math.sqrt(second - first * first) || 1;
  });
}

// Facts in units of every column's standard deviation, so that units of measurement do not matter.
export interface ComponentFacts {
  size: number; // the geometric mean of the standard deviations along the principal axes
  eccentricity: number; // 0 for a ball, near 1 for a needle
  nearest: number; // another component, or -1
  distance: number; // of the two means, in standard deviations of both together
}

export function componentFacts(model: Model): ComponentFacts[] {
  const { dim, size } = model;
  const covariances = Array.from({ length: size }, (_, k) => model.covariance(k)!);
  const scale = deviationsOf(model);
  return covariances.map((covariance, k) => {
    const { values } = eigen(
      covariance.map((value, i) => value / (scale[Math.floor(i / dim)] * scale[i % dim])),
      dim,
    );
    const logs = values.reduce((sum, value) => sum + Math.log(Math.max(value, 1e-300)), 0);
    let nearest = -1,
      least = Infinity;
    for (let l = 0; l < size; l++) {
      if (l === k) continue;
      const difference = meanOf(model, k).map((value, j) => value - meanOf(model, l)[j]);
      const both = covariance.map((value, i) => (value + covariances[l][i]) / 2);
      const z = forward(cholesky(both, dim), dim, difference);
      const distance = Math.sqrt(dot(z, z));
      if (distance < least) [nearest, least] = [l, distance];
    }
    const ratio = Math.max(0, values[dim - 1]) / values[0];
    return { size: Math.exp(logs / (2 * dim)), eccentricity: Math.sqrt(1 - ratio), nearest, distance: least };
  });
}

// Two directions of view: a row is drawn at (axis0 . x, axis1 . x).
export interface View {
  axes: [ArrayLike<number>, ArrayLike<number>];
  labels: [string, string];
  shift: [number, number]; // added to get a column's own values
}

export function columnsView(names: string[], offsets: Float64Array, a: number, b: number): View {
  const unit = (at: number) => names.map((_, j) => (j === at ? 1 : 0));
  return { axes: [unit(a), unit(b)], labels: [names[a], names[b]], shift: [offsets[a] ?? 0, offsets[b] ?? 0] };
}

// The standard deviation of every column.
function deviations(values: Float32Array, dim: number): Float64Array {
  const sums = new Float64Array(dim);
  for (let i = 0; i < values.length; i++) sums[i % dim] += values[i] ** 2;
  return sums.map((sum) => Math.sqrt(sum / Math.max(1, values.length / dim)) || 1);
}

// The first two principal components of the standardised columns.
export function principalView(values: Float32Array, dim: number): View {
  const scale = deviations(values, dim);
  const rows = values.length / dim;
  const step = Math.max(1, Math.ceil((rows * dim * dim) / 2e8));
  const scatter = new Float64Array(dim * dim);
  let count = 0;
  for (let i = 0; i < rows; i += step, count++) {
    for (let a = 0; a < dim; a++) {
      const x = values[i * dim + a] / scale[a];
      for (let b = 0; b <= a; b++) scatter[a * dim + b] += (x * values[i * dim + b]) / scale[b];
    }
  }
  for (let a = 0; a < dim; a++) for (let b = 0; b < a; b++) scatter[b * dim + a] = scatter[a * dim + b];
  const { values: variances, vectors } = eigen(scatter, dim);
  const total = variances.reduce((sum, value) => sum + value, 0);
  const name = (i: number) =>
    `principal component ${i + 1} (${((100 * variances[i]) / total).toFixed(0)} % of the variance)`;
  const axis = (i: number) => vectors[i].map((value, j) => value / scale[j]);
  return { axes: [axis(0), axis(1)], labels: [name(0), name(1)], shift: [0, 0] };
}

// The two directions with the largest variance between the means, in units of that within the components.
export function separatingView(model: Model): View {
  const { dim, size, weights } = model;
  const within = new Float64Array(dim * dim);
  const centre = new Float64Array(dim);
  for (let k = 0; k < size; k++) {
    model.covariance(k)!.forEach((value, i) => (within[i] += weights[k] * value));
    meanOf(model, k).forEach((value, j) => (centre[j] += weights[k] * value));
  }
  const factor = cholesky(within, dim);
  const between = new Float64Array(dim * dim);
  for (let k = 0; k < size; k++) {
    const z = forward(
      factor,
      dim,
      meanOf(model, k).map((value, j) => value - centre[j]),
    );
    for (let a = 0; a < dim; a++) for (let b = 0; b < dim; b++) between[a * dim + b] += weights[k] * z[a] * z[b];
  }
  const { vectors } = eigen(between, dim);
  const axis = (i: number) => backward(factor, dim, vectors[i]);
  return { axes: [axis(0), axis(1)], labels: ["separating direction 1", "separating direction 2"], shift: [0, 0] };
}

// The 2 x 2 covariance of a component as seen in a view.
export function seenCovariance(covariance: ArrayLike<number>, dim: number, view: View): [number, number, number] {
  const at = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < dim; i++) {
      if (a[i] === 0) continue;
      for (let j = 0; j < dim; j++) sum += a[i] * covariance[i * dim + j] * b[j];
    }
    return sum;
  };
  return [at(view.axes[0], view.axes[0]), at(view.axes[0], view.axes[1]), at(view.axes[1], view.axes[1])];
}

// The outline on which the Mahalanobis distance is `sigmas`, seen in a view.
export function ellipse(model: Model, k: number, view: View, sigmas: number, steps = 64): [number, number][] {
  const covariance = model.covariance(k);
  if (!covariance) return [];
  const [xx, xy, yy] = seenCovariance(covariance, model.dim, view);
  const a = Math.sqrt(Math.max(xx, 0)),
    b = a > 0 ? xy / a : 0,
    c = Math.sqrt(Math.max(yy - b * b, 0));
  const x = dot(view.axes[0], meanOf(model, k)) + view.shift[0];
  const y = dot(view.axes[1], meanOf(model, k)) + view.shift[1];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    const u = sigmas * Math.cos(angle),
      v = sigmas * Math.sin(angle);
    return [x + a * u, y + b * u + c * v];
  });
}
