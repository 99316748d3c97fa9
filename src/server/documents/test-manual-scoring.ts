import type { Instrument, Scale } from '../../domain/instrument.ts';
import { Z_95 } from '../../psychometrics/t-scores.ts';
import { instrumentItems, isTScale, itemsOfScale, scaleRange } from '../../domain/instrument-items.ts';
import type { ClassicalScale, NormTable } from '../../domain/instrument-schema.ts';
import { allNorms } from '../../domain/scoring-classical.ts';
import { manualText as text } from '../../text/test-manual.ts';
import { genderText } from '../../text/reports.ts';
import { endNumber, germanNumber } from '../print/number-format.ts';
import { shownBands } from '../print/scale-row.ts';
import { heading, muted, paragraph, table, type Block } from '../print/blocks.ts';

type Fact = readonly [string, string];

/** How a scale is scored, read and compared. */
export function scaleBlocks(scale: Scale, instrument: Instrument): readonly Block[] {
  return [
    heading(3, scale.title),
    paragraph(scale.clinician),
    { kind: 'facts', rows: [...scoringFacts(scale, instrument), ...changeFacts(scale)] },
    ...decrementTable(scale, instrument),
    ...bandTable(scale, instrument),
    ...crosswalkTables(scale),
  ];
}

function scoringFacts(scale: Scale, instrument: Instrument): readonly Fact[] {
  const { method, items, reversed, missing, missingValues, range, direction } = text.scaleFacts;
  const { lower, upper } = scaleRange(scale, instrument);
  const number = (value: number) => endNumber(scale, value);
  const ends: Fact[] = isTScale(scale) ? [] : [[range, `${number(lower)} bis ${number(upper)}`]];
  return [
    [method, text.method[scale.method]],
    ...(scale.method === 'irt' ? [] : [[items, itemsOfScale(scale, instrument).join(', ')] satisfies Fact]),
    ...ruleFacts(scale, instrument),
    ...('reversed' in scale && scale.reversed.length > 0
      ? [[reversed, scale.reversed.join(', ')] satisfies Fact]
      : []),
    ...('missing' in scale
      ? [[scale.method === 'formula' ? missingValues : missing, missingRule(scale.missing)] satisfies Fact]
      : []),
    ...notApplicableFact(scale, instrument),
    ...ends,
    [direction, text.direction[scale.direction]],
  ];
}

/** What "not applicable" does in a scale where a question allows it. */
function notApplicableFact(scale: Scale, instrument: Instrument): readonly Fact[] {
  const items = new Set(scale.method === 'irt' ? [] : itemsOfScale(scale, instrument));
  const allowed = instrumentItems(instrument).some((item) => item.not_applicable && items.has(item.id));
  if (!allowed) return [];
  const rule = 'not_applicable' in scale ? scale.not_applicable : undefined;
  const { leftOut, counts, missing } = text.notApplicable;
  const words = typeof rule === 'number' ? counts(germanNumber(rule, 2)) : rule ? leftOut : missing;
  return [[text.scaleFacts.notApplicable, words]];
}

/** Formula, weights, what the sum becomes, and its norms. */
function ruleFacts(scale: Scale, instrument: Instrument): readonly Fact[] {
  const { weights: weighted, published, formula, norms: normed } = text.scaleFacts;
  const { factor, decimals, weights, norm_set, norm_groups = [] } = { ...noRules, ...scale };
  const weightList = Object.entries(weights ?? {}).map(([id, weight]) => `${id}: ${germanNumber(weight, 2)}`);
  const steps = [
    ...(factor === undefined ? [] : [text.factor(String(factor).replace('.', ','))]),
    ...(decimals === undefined ? [] : [text.decimals(decimals)]),
  ];
  const keys = scale.method === 'irt' ? [] : [norm_set, ...norm_groups];
  const norms = keys.flatMap((key) => allNorms(instrument).find(({ id }) => id === key)?.title ?? []);
  const facts: Fact[] = [
    [formula, scale.method === 'formula' ? scale.formula : ''],
    [weighted, weightList.join(', ')],
    [published, steps.join(', ')],
    [normed, norms.join(', ')],
  ];
  return facts.filter(([, words]) => words !== '');
}

type Rules = {
  readonly factor?: number | undefined;
  readonly decimals?: number | undefined;
  readonly weights?: Readonly<Record<string, number>> | undefined;
  readonly norm_set?: string | undefined;
  readonly norm_groups?: readonly string[] | undefined;
};
const noRules: Rules = {};

function missingRule(rule: ClassicalScale['missing']): string {
  if (rule.type === 'complete') return text.missing.complete;
  const words =
    rule.type === 'max_missing'
      ? text.missing.max_missing(rule.value)
      : text.missing.min_valid_fraction(Math.round(rule.value * 100));
  return rule.prorate === false ? `${words}; ${text.missing.countsNothing}` : words;
}

function changeFacts({ reliable_change: rule }: Scale): readonly Fact[] {
  if (!rule) return [];
  return [[text.scaleFacts.change, `${changeRule(rule)}. ${rule.source}`]];
}

// Jacobson and Truax: a difference is reliable from z standard errors of the difference, sd · √(2 (1 − r)).
function changeRule(rule: NonNullable<Scale['reliable_change']>): string {
  if (rule.method === 'theta') return text.thetaChange(germanNumber(rule.z, 2));
  const { sd, reliability, z } = rule;
  const points = z * sd * Math.sqrt(2 * (1 - reliability));
  return text.jacobson(germanNumber(points, 2), germanNumber(reliability, 2), germanNumber(sd, 2));
}

function decrementTable(scale: Scale, instrument: Instrument): readonly Block[] {
  if (scale.method !== 'index') return [];
  const contents = new Map(
    instrument.dimensions.flatMap(({ items }) => items.map(({ id, content }) => [id, content] as const)),
  );
  const rows = Object.entries(scale.decrements).map(([id, levels]) => [
    instrument.status === 'licensed' ? id : (contents.get(id) ?? id),
    levels.map((value) => germanNumber(value, 3)).join('; '),
  ]);
  const { item, levels } = text.decrementColumns;
  return [
    table([item, levels], rows, { caption: text.decrements, widths: [1, 1] }),
    muted(text.source(scale.source)),
  ];
}

function bandTable(scale: Scale, instrument: Instrument): readonly Block[] {
  if (!scale.bands) return [];
  const { label, range, clinician } = text.bandColumns;
  const tableOf = (caption: string, group?: string) => {
    const rows = shownBands(scale, scaleRange(scale, instrument), group).map((band) => [
      band.label,
      `${scale.bands?.metric === 't' ? 'T ' : ''}${band.range}`,
      band.clinician,
    ]);
    return table([label, range, clinician], rows, { caption, widths: [3, 3, 8] });
  };
  const groups = scale.bands.groups ?? [];
  return [
    tableOf(text.bands(scale.title)),
    ...groups.map(({ id, title }) => tableOf(text.bandsOf(scale.title, title), id)),
    muted(text.bandSource(scale.bands.source)),
  ];
}

function crosswalkTables(scale: Scale): readonly Block[] {
  if (!('crosswalks' in scale)) return [];
  return scale.crosswalks.flatMap(({ title, source, person_sd: sd, table: rows }) => [
    paragraph(text.crosswalkUse(title, germanNumber(sd, 1), germanNumber(Z_95 * sd, 0))),
    table(
      [text.crosswalkColumns.sum, text.crosswalkColumns.t(title)],
      rows.map(([sum, t]) => [germanNumber(sum, 0), germanNumber(t, 1)]),
      { caption: text.crosswalk(title), numeric: [0, 1], widths: [1, 2] },
    ),
    muted(text.source(source)),
  ]);
}

/** The patients that are compared with a norm. */
function groupOf({ group }: Pick<NormTable, 'group'>): string {
  if (!group) return text.everybody;
  const { genders, age } = group;
  const years = age ? [text.ages(age.from, age.to)] : [];
  return [...(genders ?? []).map((gender) => genderText[gender]), ...years].join(', ');
}

/** The norms of an instrument, or that there are none. */
export function normBlocks({ norm_sets: norms, norm_tables: tables = [] }: Instrument): readonly Block[] {
  if (norms.length + tables.length === 0) return [paragraph(text.noNorms)];
  return [...(norms.length > 0 ? normSetBlocks(norms) : []), ...tables.flatMap(normTableBlocks)];
}

function normTableBlocks(norms: NormTable): readonly Block[] {
  const { score, t, percentile } = text.normTableColumns;
  const { title, metric, population, source, table: pairs } = norms;
  return [
    table(
      [score, metric === 't' ? t : percentile],
      pairs.map((pair) => pair.map((value) => germanNumber(value, Number.isInteger(value) ? 0 : 1))),
      { caption: text.normTable(title), numeric: [0, 1], widths: [1, 1] },
    ),
    muted(`${groupOf(norms)}. ${population} ${text.source(source)}`),
  ];
}

function normSetBlocks(norms: Instrument['norm_sets']): readonly Block[] {
  const { title, group, population, source, mean, sd } = text.normColumns;
  const rows = norms.map((norm) => [
    norm.title,
    groupOf(norm),
    norm.population,
    germanNumber(norm.mean, 2),
    germanNumber(norm.sd, 2),
    norm.source,
  ]);
  return [
    table([title, group, population, mean, sd, source], rows, {
      numeric: [3, 4],
      widths: [3, 3, 4, 2, 2, 4],
    }),
    muted(text.tScore),
  ];
}
