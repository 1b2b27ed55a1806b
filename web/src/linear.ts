// Small dense matrices, row-major.

export type Matrix = Float64Array;

// Eigenvalues, descending, and the eigenvectors as rows, of a symmetric matrix: Jacobi's rotations.
export function eigen(symmetric: ArrayLike<number>, n: number): { values: number[]; vectors: number[][] } {
  const a = Float64Array.from(symmetric);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0,
      all = 0;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const square = a[i * n + j] ** 2;
        all += square;
        if (i !== j) off += square;
      }
    if (off <= 1e-26 * all) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j * n + j] - a[i * n + i]);
  return {
    values: order.map((i) => a[i * n + i]),
    vectors: order.map((i) => Array.from({ length: n }, (_, row) => v[row * n + i])),
  };
}

function rotate(a: Matrix, v: Matrix, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (let k = 0; k < n; k++) {
    const x = a[k * n + p],
      y = a[k * n + q];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const x = a[p * n + k],
      y = a[q * n + k];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const g = v[k * n + p],
      h = v[k * n + q];
    v[k * n + p] = c * g - s * h;
    v[k * n + q] = s * g + c * h;
  }
}

// The lower factor L of a = L L'. A pivot that is not positive becomes a tiny one.
export function cholesky(a: ArrayLike<number>, n: number): Matrix {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / l[j * n + j];
    }
  }
  return l;
}

// x with L x = b.
export function forward(l: Matrix, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i * n + k] * x[k];
    x[i] /= l[i * n + i];
  }
  return x;
}

// x with L' x = b.
export function backward(l: Matrix, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= l[k * n + i] * x[k];
    x[i] /= l[i * n + i];
  }
  return x;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
