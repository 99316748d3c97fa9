import { healthIndex, isScorable, publishedScore, scaleScore } from '../psychometrics/classical.ts';
import { namesOf, readFormula } from './formula.ts';
import { formulaValue } from './formula-value.ts';
import { rangeOfItem, weightsOf } from './instrument-items.ts';
import type { ClassicalScale, FormulaScale, Instrument, Scale, ScaleOf } from './instrument-schema.ts';

/** A scale whose score comes from answers and scores alone. */
export type RawScale = Exclude<Scale, ScaleOf<'irt'>>;
/** The scored answers by item; a missing answer has no entry. */
export type Values = ReadonlyMap<string, number>;
type Given = {
  readonly values: Values;
  /** Items that a condition hid and that count for nothing. */
  readonly leftOut: ReadonlySet<string>;
};

/** The score in the metric of the scale; null where too much is missing. `scoreOf` scores another scale of the instrument. */
export function rawScore(
  scale: RawScale,
  instrument: Instrument,
  given: Given,
  scoreOf: (scale: Scale) => { readonly raw: number | null; readonly t: number | null },
): number | null {
  const { values, leftOut } = given;
  switch (scale.method) {
    case 'value':
      return values.get(scale.item) ?? null;
    case 'index': {
      const levels = scale.items.map((id) => [id, values.get(id) ?? null]);
      return healthIndex(Object.fromEntries(levels), scale);
    }
    case 'formula':
      return formulaScore(scale, leftOut, (name, isT) => {
        const named = instrument.scales.find(({ key }) => key === name);
        if (!named) return values.get(name) ?? null;
        return scoreOf(named)[isT ? 't' : 'raw'];
      });
    default:
      return classicalScore(scale, instrument, given);
  }
}

// The rule for missing answers looks at the items that were asked. A prorated sum stands for all items.
function classicalScore(
  scale: ClassicalScale,
  instrument: Instrument,
  { values, leftOut }: Given,
): number | null {
  const { items, reversed, missing } = scale;
  const weights = weightsOf(scale);
  const isAsked = items.map((id) => !leftOut.has(id));
  const asked = items.filter((_, at) => isAsked[at]);
  const answered = {
    ranges: asked.map((id) => rangeOfItem(id, instrument)),
    reversed: asked.map((id) => reversed.includes(id)),
    weights: weights.filter((_, at) => isAsked[at]),
    rule: missing,
  };
  const score = scaleScore(
    answered,
    asked.map((id) => values.get(id) ?? null),
  );
  const isWhole = missing.type === 'complete' || missing.prorate !== false;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = leftOut.size === 0 || score.mean === null ? score.prorated_sum : score.mean * all;
  const value = { sum: isWhole ? whole : score.answered_sum, mean: score.mean, pomp: score.pomp }[
    scale.method
  ];
  return value === null ? null : publishedScore(value, scale);
}

/** The rule for missing answers counts the names of the formula that were asked, each once. */
function formulaScore(
  { formula: text, missing, decimals }: Pick<FormulaScale, 'formula' | 'missing' | 'decimals'>,
  leftOut: ReadonlySet<string>,
  lookup: Parameters<typeof formulaValue>[1],
): number | null {
  const read = readFormula(text);
  if (read.kind === 'mistake') throw new Error(`The formula "${text}" cannot be read: ${read.message}`);
  // Each scale is scored once.
  const names = namesOf(read.formula).map(({ name, isT }) => ({ name, isT, value: lookup(name, isT) }));
  const found = names.filter(({ value }) => value !== null).length;
  const omitted = names.filter(({ name, isT }) => !isT && leftOut.has(name)).length;
  if (!isScorable(missing, found, names.length - omitted)) return null;
  const known = (name: string, isT: boolean) =>
    names.find((one) => one.name === name && one.isT === isT)?.value ?? null;
  const value = formulaValue(read.formula, known);
  return value === null ? null : publishedScore(value, { decimals });
}
