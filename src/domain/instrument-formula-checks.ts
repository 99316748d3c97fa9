import { namedParts, namesOf, readFormula, type Formula } from './formula.ts';
import { formulaValue } from './formula-value.ts';
import { instrumentItems, isTScale, scoredRange, scaleRange } from './instrument-items.ts';
import { knownRange } from './instrument-norm-checks.ts';
import type { FormulaScale, Instrument } from './instrument-schema.ts';
import type { JsonPath, Problem } from './json-lines.ts';

/** Problems of a formula: its text, its names, circles, and a range that it does not keep. */
export function formulaProblems(
  scale: FormulaScale,
  instrument: Instrument,
  path: JsonPath,
): readonly Problem[] {
  const here = [...path, 'formula'];
  const read = readFormula(scale.formula);
  if (read.kind === 'mistake')
    return [{ path: here, message: `Line ${read.line}, column ${read.column}: ${read.message}` }];
  const { missing } = scale;
  if (missing.type !== 'complete' && missing.prorate !== undefined)
    return [{ path: [...path, 'missing', 'prorate'], message: 'A formula has no prorating of its own.' }];
  if (namesOf(read.formula).length === 0)
    return [{ path: here, message: 'The formula names neither an item nor a scale.' }];
  const unknown = namedParts(read.formula).flatMap((named) => {
    const message = nameProblem(named, instrument);
    const column = `Column ${columnOf(scale.formula, named.at)}`;
    return message === undefined ? [] : [{ path: here, message: `${column}: ${message}` }];
  });
  if (unknown.length > 0) return unknown;
  const circle = circleFrom(scale.key, instrument, []);
  if (circle) return [{ path: here, message: `The formula leads back to itself: ${circle.join(' → ')}.` }];
  return rangeProblems(scale, read.formula, instrument, path);
}

function columnOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return before.length === 1 ? String(column) : `${column} of line ${before.length}`;
}

type Named = ReturnType<typeof namedParts>[number];

function nameProblem({ name, isT }: Named, instrument: Instrument): string | undefined {
  const scale = instrument.scales.find(({ key }) => key === name);
  const item = instrumentItems(instrument).find(({ id }) => id === name);
  if (scale && item) return `"${name}" is both an item and a scale.`;
  if (isT) return scale && isTScale(scale) ? undefined : `"${name}" is no scale with T-scores.`;
  if (scale?.method === 'irt') return `The scale "${name}" has only a T-score: write t(${name}).`;
  if (scale || scoredRange(item)) return undefined;
  if (item) return `The item "${name}" has no numbers to score.`;
  const hint = name.includes('-') ? ' A minus needs a blank before it.' : '';
  return `There is no item and no scale "${name}".${hint}`;
}

/** The keys of a circle of formulas that begins with this scale. */
function circleFrom(
  key: string,
  instrument: Instrument,
  before: readonly string[],
): readonly string[] | undefined {
  if (before.includes(key)) return before[0] === key ? [...before, key] : undefined;
  const scale = instrument.scales.find((one) => one.key === key);
  const read = scale?.method === 'formula' && readFormula(scale.formula);
  if (!read || read.kind === 'mistake') return undefined;
  return namesOf(read.formula)
    .map(({ name }) => circleFrom(name, instrument, [...before, key]))
    .find((found) => found !== undefined);
}

/** Tried with the lowest and with the highest number of each name: what lies outside would be drawn outside. */
function rangeProblems(
  scale: FormulaScale,
  formula: Formula,
  instrument: Instrument,
  path: JsonPath,
): readonly Problem[] {
  const [lower, upper] = scale.range;
  const here = [...path, 'range'];
  if (!(lower < upper)) return [{ path: here, message: 'The range must rise.' }];
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  const endsOf = (name: string, isT: boolean) => {
    const named = instrument.scales.find(({ key }) => key === name);
    const range = named && (isT ? scaleRange(named, instrument) : knownRange(named, instrument));
    return range ? [range.lower, range.upper] : scoredRange(items.get(name));
  };
  const outside = ([0, 1] as const)
    .map((end) => formulaValue(formula, (name, isT) => endsOf(name, isT)?.[end] ?? null))
    .find((value) => value !== null && (value < lower || value > upper));
  if (outside === undefined || outside === null) return [];
  return [{ path: here, message: `The formula gives ${outside}, which lies outside of the range.` }];
}
