// Maximum likelihood of a course model (Rasmussen & Williams 2006, 5.4.1): the value and its exact gradient in closed form.
import { dot, inverse, logDeterminant, solve } from './cholesky.ts';
import {
  assertCourseModel,
  measuredCovariance,
  populationMean,
  timesOf,
  type CourseModel,
  type CoursePoint,
  type CourseTimes,
} from './course.ts';
import { minimise, type Evaluated } from './minimise.ts';
import { element } from '../../../psychometrics/numeric.ts';

/** The measurements of one person, in any order. */
export type MeasuredPerson = readonly CoursePoint[];

export type FittedCourse = {
  readonly model: CourseModel;
  readonly log_likelihood: number;
  readonly steps: number;
  readonly converged: boolean;
};

const at = element;
const SIZE = 7;

/** The logarithm of the density of all measurements, and its derivatives by the parameters of `parametersOf`. */
export function logLikelihood(model: CourseModel, persons: readonly MeasuredPerson[]): Evaluated {
  const gradient = new Float64Array(SIZE);
  const value = persons.reduce((sum, points) => sum + addPerson(model, points, gradient), 0);
  return { value, gradient };
}

/**
 * The model under which the measurements are most likely, found from a start. Persons with one measurement tell of the
 * level alone. Throws without a person.
 */
export function fitCourse(persons: readonly MeasuredPerson[], start: CourseModel): FittedCourse {
  assertCourseModel(start);
  if (persons.length === 0) throw new Error('A course model cannot be fitted without persons.');
  // Per person, so that the tolerance means the same for 150 and for 100,000 of them.
  const share = 1 / persons.length;
  const evaluate = (point: Float64Array): Evaluated => {
    try {
      const { value, gradient } = logLikelihood(modelOf(point), persons);
      return { value: -share * value, gradient: gradient.map((part) => -share * part) };
    } catch {
      // Beyond the numbers that a covariance can be computed with.
      return { value: Number.POSITIVE_INFINITY, gradient: new Float64Array(SIZE) };
    }
  };
  const { at: found, value, steps, converged } = minimise(evaluate, parametersOf(start), { tolerance: 1e-5 });
  return { model: modelOf(found), log_likelihood: -value / share, steps, converged };
}

/** The parameters on scales without limits: two means, then logarithms of what is above 0, and artanh of the correlation. */
export function parametersOf(model: CourseModel): Float64Array {
  const { mean, slope, level_sd, slope_sd, correlation, process_sd, process_weeks } = model;
  const logs = [level_sd, slope_sd].map(Math.log);
  return Float64Array.of(
    mean,
    slope,
    ...logs,
    Math.atanh(correlation),
    Math.log(process_sd),
    Math.log(process_weeks),
  );
}

/** The model of such parameters. */
export function modelOf(parameters: Float64Array): CourseModel {
  return {
    mean: at(parameters, 0),
    slope: at(parameters, 1),
    level_sd: Math.exp(at(parameters, 2)),
    slope_sd: Math.exp(at(parameters, 3)),
    correlation: Math.tanh(at(parameters, 4)),
    process_sd: Math.exp(at(parameters, 5)),
    process_weeks: Math.exp(at(parameters, 6)),
  };
}

/** Adds a person's derivatives to the gradient; returns the logarithm of the density of the measurements. */
function addPerson(model: CourseModel, points: MeasuredPerson, gradient: Float64Array): number {
  const size = points.length;
  const times = timesOf(points.map(({ weeks }) => weeks));
  const factor = measuredCovariance(model, points, times);
  const residuals = Float64Array.from(points, ({ weeks, value }) => value - populationMean(model, weeks));
  const weights = solve(factor, residuals);
  const inverted = inverse(factor);
  const add = (parameter: number, amount: number) => {
    gradient[parameter] = at(gradient, parameter) + amount;
  };
  for (let i = 0; i < size; i++) {
    add(0, at(weights, i));
    add(1, at(times.line, i) * at(weights, i));
    for (let j = 0; j < size; j++) {
      const pull = (at(weights, i) * at(weights, j) - at(inverted, i * size + j)) / 2;
      covarianceSlopes(model, times, i, j, (parameter, slope) => add(parameter, pull * slope));
    }
  }
  return -(dot(residuals, weights) + logDeterminant(factor) + size * Math.log(2 * Math.PI)) / 2;
}

/** The derivatives of the covariance of times `i` and `j` by each parameter. */
function covarianceSlopes(
  { level_sd, slope_sd, correlation, process_sd, process_weeks }: CourseModel,
  { weeks, line }: CourseTimes,
  i: number,
  j: number,
  add: (parameter: number, slope: number) => void,
): void {
  const [s, t] = [at(line, i), at(line, j)];
  const crossed = level_sd * slope_sd * (s + t);
  const distance = Math.abs(at(weeks, i) - at(weeks, j)) / process_weeks;
  const process = process_sd ** 2 * Math.exp(-distance);
  add(2, 2 * level_sd ** 2 + correlation * crossed);
  add(3, 2 * slope_sd ** 2 * s * t + correlation * crossed);
  add(4, (1 - correlation ** 2) * crossed);
  add(5, 2 * process);
  add(6, process * distance);
}
