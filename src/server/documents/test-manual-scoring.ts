import type { Instrument, Scale } from '../../domain/instrument.ts';
import { Z_95 } from '../../psychometrics/t-scores.ts';
import { scaleRange } from '../../domain/instrument-items.ts';
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
  const { method, items, reversed, missing, range, direction } = text.scaleFacts;
  const { lower, upper } = scaleRange(scale, instrument);
  const number = (value: number) => endNumber(scale, value);
  const ends: Fact[] = scale.method === 'irt' ? [] : [[range, `${number(lower)} bis ${number(upper)}`]];
  return [
    [method, text.method[scale.method]],
    ...(scale.method === 'irt' ? [] : [[items, itemNames(scale)] satisfies Fact]),
    ...('reversed' in scale && scale.reversed.length > 0
      ? [[reversed, scale.reversed.join(', ')] satisfies Fact]
      : []),
    ...('missing' in scale ? [[missing, missingRule(scale.missing)] satisfies Fact] : []),
    ...ends,
    [direction, text.direction[scale.direction]],
  ];
}

function itemNames(scale: Exclude<Scale, { method: 'irt' }>): string {
  return scale.method === 'value' ? scale.item : scale.items.join(', ');
}

function missingRule(rule: Extract<Scale, { method: 'sum' | 'mean' | 'pomp' }>['missing']): string {
  if (rule.type === 'complete') return text.missing.complete;
  if (rule.type === 'max_missing') return text.missing.max_missing(rule.value);
  return text.missing.min_valid_fraction(Math.round(rule.value * 100));
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
  const rows = shownBands(scale, scaleRange(scale, instrument)).map((band) => [
    band.label,
    `${scale.bands?.metric === 't' ? 'T ' : ''}${band.range}`,
    band.clinician,
  ]);
  return [
    table([label, range, clinician], rows, { caption: text.bands(scale.title), widths: [3, 3, 8] }),
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

/** The patients that are compared with a norm set. */
function groupOf({ group }: Instrument['norm_sets'][number]): string {
  if (!group) return text.everybody;
  const { genders, age } = group;
  const years = age ? [text.ages(age.from, age.to)] : [];
  return [...(genders ?? []).map((gender) => genderText[gender]), ...years].join(', ');
}

/** The norms of an instrument, or that there are none. */
export function normBlocks({ norm_sets: norms }: Instrument): readonly Block[] {
  if (norms.length === 0) return [paragraph(text.noNorms)];
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
