import { element } from '../../../psychometrics/numeric.ts';

/** A symmetric positive definite matrix A as the lower triangle of A = L Lᵀ, row by row. */
export type Cholesky = { readonly size: number; readonly lower: Float64Array };

const at = element;

/** Factorises the matrix whose entry in row i and column j ≤ i is `entryAt(i, j)`. Throws if it is not positive definite. */
export function cholesky(size: number, entryAt: (i: number, j: number) => number): Cholesky {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = entryAt(i, j);
      for (let k = 0; k < j; k++) sum -= at(lower, i * size + k) * at(lower, j * size + k);
      if (i !== j) lower[i * size + j] = sum / at(lower, j * size + j);
      else if (sum > 0) lower[i * size + i] = Math.sqrt(sum);
      else throw new Error('A covariance matrix is not positive definite.');
    }
  return { size, lower };
}

/** The solution y of L y = b. Its squares sum up to bᵀ A⁻¹ b. */
export function forward({ size, lower }: Cholesky, b: Float64Array): Float64Array {
  const y = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    let sum = at(y, i);
    for (let k = 0; k < i; k++) sum -= at(lower, i * size + k) * at(y, k);
    y[i] = sum / at(lower, i * size + i);
  }
  return y;
}

/** The solution x of A x = b. */
export function solve(factor: Cholesky, b: Float64Array): Float64Array {
  const { size, lower } = factor;
  const x = forward(factor, b);
  for (let i = size - 1; i >= 0; i--) {
    let sum = at(x, i);
    for (let k = i + 1; k < size; k++) sum -= at(lower, k * size + i) * at(x, k);
    x[i] = sum / at(lower, i * size + i);
  }
  return x;
}

/** The inverse of A, row by row. */
export function inverse(factor: Cholesky): Float64Array {
  const { size } = factor;
  const result = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const unit = new Float64Array(size);
    unit[column] = 1;
    const x = solve(factor, unit);
    for (let row = 0; row < size; row++) result[row * size + column] = at(x, row);
  }
  return result;
}

/** The logarithm of the determinant of A. */
export function logDeterminant({ size, lower }: Cholesky): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.log(at(lower, i * size + i));
  return 2 * sum;
}

/** The sum of the products of two vectors of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i);
  return sum;
}
