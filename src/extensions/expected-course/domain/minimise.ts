import { dot } from './cholesky.ts';
import { element } from '../../../psychometrics/numeric.ts';

/** The value of a function at a point, and its gradient there. The value may be infinite where it is not defined. */
export type Evaluated = { readonly value: number; readonly gradient: Float64Array };

export type Minimum = {
  readonly at: Float64Array;
  readonly value: number;
  readonly steps: number;
  /** False if the steps ran out before the gradient was small. */
  readonly converged: boolean;
};

type Limits = { readonly tolerance?: number; readonly most?: number };

const at = element;
// Nocedal & Wright 2006: Armijo's condition, and the curvature that an update needs.
const SUFFICIENT = 1e-4;
const CURVATURE = 1e-10;
const HALVINGS = 40;

/**
 * The minimum of a smooth function by the method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal & Wright 2006,
 * algorithm 6.1) with steps that are halved until the value falls. It ends where the largest part of the gradient is at
 * most `tolerance` (1e-6), or after `most` (500) steps. Throws if the function has no finite value at the start.
 */
export function minimise(
  evaluate: (point: Float64Array) => Evaluated,
  start: Float64Array,
  { tolerance = 1e-6, most = 500 }: Limits = {},
): Minimum {
  let point = start;
  let now = evaluate(point);
  if (!Number.isFinite(now.value)) throw new Error('The function to be minimised has no value at the start.');
  let inverse = identity(start.length, 1 / Math.max(1, length(now.gradient)));
  for (let steps = 0; steps < most; steps++) {
    if (largest(now.gradient) <= tolerance) return { at: point, value: now.value, steps, converged: true };
    const found = descend(evaluate, point, now, inverse);
    // Nothing below: either rounding hides the rest of the way, or the directions must be learnt anew.
    if (!found && isIdentity(inverse)) return { at: point, value: now.value, steps, converged: false };
    if (!found) {
      inverse = identity(start.length, 1 / Math.max(1, length(now.gradient)));
      continue;
    }
    const step = minus(found.point, point);
    inverse = updated(inverse, step, minus(found.next.gradient, now.gradient));
    ({ point, next: now } = found);
  }
  return { at: point, value: now.value, steps: most, converged: false };
}

function descend(
  evaluate: (point: Float64Array) => Evaluated,
  point: Float64Array,
  { value, gradient }: Evaluated,
  inverse: readonly Float64Array[],
): { point: Float64Array; next: Evaluated } | null {
  const direction = Float64Array.from(inverse, (row) => -dot(row, gradient));
  const slope = dot(direction, gradient);
  if (!(slope < 0)) return null;
  for (let scale = 1, halvings = 0; halvings < HALVINGS; scale /= 2, halvings++) {
    const trial = point.map((x, i) => x + scale * at(direction, i));
    const next = evaluate(trial);
    if (next.value <= value + SUFFICIENT * scale * slope) return { point: trial, next };
  }
  return null;
}

/** The approximation of the inverse second derivatives after one more step. */
function updated(
  inverse: readonly Float64Array[],
  step: Float64Array,
  change: Float64Array,
): readonly Float64Array[] {
  const curvature = dot(step, change);
  if (curvature <= CURVATURE * length(step) * length(change)) return inverse;
  const turned = Float64Array.from(inverse, (row) => dot(row, change));
  const factor = (1 + dot(change, turned) / curvature) / curvature;
  return inverse.map((row, i) =>
    row.map(
      (entry, j) =>
        entry +
        factor * at(step, i) * at(step, j) -
        (at(turned, i) * at(step, j) + at(step, i) * at(turned, j)) / curvature,
    ),
  );
}

const length = (vector: Float64Array) => Math.sqrt(dot(vector, vector));
const largest = (vector: Float64Array) => vector.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
const minus = (one: Float64Array, other: Float64Array) => one.map((part, i) => part - at(other, i));

function identity(size: number, scale: number): readonly Float64Array[] {
  return Array.from({ length: size }, (_row, i) => {
    const row = new Float64Array(size);
    row[i] = scale;
    return row;
  });
}

function isIdentity(rows: readonly Float64Array[]): boolean {
  return rows.every((row, i) => row.every((entry, j) => i === j || entry === 0));
}
