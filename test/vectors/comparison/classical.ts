import {
  clinicalChange,
  clinicalCutoffs,
  confidenceInterval,
  thetaChange,
  type Direction,
} from '../../../src/psychometrics/change.ts';
import {
  effortRewardRatio,
  healthIndex,
  scaleScore,
  severityBand,
  type Scale,
} from '../../../src/psychometrics/classical.ts';
import { tScore, type NormSet } from '../../../src/psychometrics/t-scores.ts';
import { CLASSICAL, compare, read } from './compare.ts';

type ScaleCase = Pick<Scale, 'reversed' | 'rule'> & {
  min: number;
  max: number;
  responses: (number | null)[];
  expect: unknown;
};
type ChangeCase = {
  pre: number;
  post: number;
  sd: number;
  reliability: number;
  high_is_worse: boolean;
  z: number;
  clinical: [number, number];
  normal: [number, number];
  criterion: 'a' | 'b' | 'c';
  expect: unknown;
};
type ThetaCase = { theta1: number; se1: number; theta2: number; se2: number; expect: unknown };
type Classical = {
  scale_scores: ScaleCase[];
  severity: {
    bands: Record<string, { cuts: number[] }>;
    cases: { scale: string; score: number }[];
  };
  change: ChangeCase[];
  irt_change: ThetaCase[];
  eq5d5l_germany: { decrements: Record<string, number[]>; cases: { state: string }[] };
  eri_short: { note: string; cases: { effort: number[]; reward: number[] }[] };
  who5: { items: number[] }[];
};

function change({
  pre,
  post,
  sd,
  reliability,
  high_is_worse,
  z,
  clinical,
  normal,
  criterion,
}: ChangeCase): unknown {
  const direction: Direction = high_is_worse ? 'high_is_worse' : 'low_is_worse';
  const [clinicalMean, clinicalSd] = clinical;
  const [normalMean, normalSd] = normal;
  const cutoffs = clinicalCutoffs({
    clinical: { mean: clinicalMean, sd: clinicalSd },
    normal: { mean: normalMean, sd: normalSd },
    direction,
  });
  const constants = { sd, reliability, z };
  const result = clinicalChange(pre, post, constants, { cutoff: cutoffs[criterion], direction });
  return { ...result, cut_a: cutoffs.a, cut_b: cutoffs.b, cut_c: cutoffs.c };
}

const NORMS: NormSet = { id: 'reference', mean: 0, sd: 1, source: 'README section 2' };

function changeOfTheta({ theta1, se1, theta2, se2 }: ThetaCase): unknown {
  const first = { theta: theta1, se: se1 };
  const second = { theta: theta2, se: se2 };
  const { z, reliable } = thetaChange(first, second);
  const t = tScore(first, NORMS);
  return {
    z,
    T1: t.t,
    T2: tScore(second, NORMS).t,
    T_se1: t.se,
    reliable_95: reliable,
    ci95_1: confidenceInterval(first),
  };
}

/** Level of each dimension of a state like 21345, in the order of the value set. */
function levelsOf(state: string, dimensions: readonly string[]): Record<string, number> {
  return Object.fromEntries(dimensions.map((dimension, i) => [dimension, Number(state[i])]));
}

function expect<T extends { expect: unknown }>(
  cases: T[],
  actual: (entry: T) => unknown,
  path: string,
): void {
  cases.forEach((entry, i) => compare(actual(entry), entry.expect, `${path}[${i}]`, () => CLASSICAL));
}

/** classical.json */
export function classical(file: string): void {
  const data = read<Classical>(file);
  const eq5d = data.eq5d5l_germany;
  const dimensions = Object.keys(eq5d.decrements);
  const table = { source: file, decrements: eq5d.decrements };
  const scored = ({ min, max, responses, ...scale }: ScaleCase) =>
    scaleScore({ ...scale, ranges: scale.reversed.map(() => [min, max] as const) }, responses);
  expect(data.scale_scores, scored, `${file} scale_scores`);
  expect(data.change, change, `${file} change`);
  expect(data.irt_change, changeOfTheta, `${file} irt_change`);
  data.severity.cases.forEach(({ scale, score, ...expected }) => {
    const cuts = data.severity.bands[scale]?.cuts ?? [];
    compare({ band: severityBand(score, cuts) }, expected, `${file} ${scale} ${score}`, () => CLASSICAL);
  });
  eq5d.cases.forEach(({ state, ...expected }) => {
    const actual = { index: healthIndex(levelsOf(state, dimensions), table) };
    compare(actual, expected, `${file} ${state}`, () => CLASSICAL);
  });
  data.eri_short.cases.forEach(({ effort, reward, ...expected }, i) => {
    compare({ ratio: effortRewardRatio(effort, reward) }, expected, `${file} eri ${i}`, () => CLASSICAL);
  });
  data.who5.forEach(({ items, ...expected }, i) => {
    const [ranges, reversed] = [items.map(() => [0, 5] as const), items.map(() => false)];
    const scale: Scale = { ranges, reversed, rule: { type: 'complete' } };
    const { raw_sum: raw, pomp: percent } = scaleScore(scale, items);
    compare({ raw, percent }, expected, `${file} who5 ${i}`, () => CLASSICAL);
  });
}
