import { formatIsoDate } from '../../domain/iso-date.ts';
import { isSymptom } from '../../domain/sections.ts';
import { changeText, reportText, sentenceText } from '../../text/reports.ts';
import { bandChip, line, note, type Block, type Line, type RowGroup } from '../print/blocks.ts';
import { sparkline } from '../print/charts/sparkline.ts';
import type { ScaleRow, ShownChange } from '../print/scale-row.ts';
import { shortPoint } from '../print/short-name.ts';
import { rowsOf } from './report-data.ts';
import type { ReportInput, ReportSection, ShownInstrument } from './report-data.ts';
import { coursePicture, scaleCard } from './scale-blocks.ts';

// A sentence that names more scales than these is not read.
const NAMED = 4;

/** A change in a sentence of changes. */
type NamedChange = { readonly text: string; readonly row: ScaleRow; readonly change: ShownChange };

/** The first changes, and how many more there are: symptoms before resources, and the larger change first. */
function named(changes: readonly NamedChange[], separator: string): string {
  const ordered = changes.toSorted(
    (one, other) =>
      Number(isSymptom(other.row.instrument)) - Number(isSymptom(one.row.instrument)) ||
      other.change.size - one.change.size,
  );
  const texts = ordered.slice(0, NAMED).map(({ text }) => text);
  return reportText.andMore(texts.join(separator), changes.length - texts.length);
}

/**
 * Names the scales that became worse since the last or the first point: one line for the reliable worsenings, one for the
 * hints.
 */
export function worsenings(sections: readonly ReportSection[]): readonly string[] {
  const found = rowsOf(sections).flatMap(worsening);
  return (['worse', 'hint'] as const).flatMap((kind) => {
    const changes = found.filter(({ change }) => change.kind === kind);
    return changes.length === 0 ? [] : [reportText.worsened[kind](named(changes, '; '))];
  });
}

// What is reliable counts before a hint, and the last measurement before the first.
function worsening(row: ScaleRow): readonly NamedChange[] {
  const change =
    row.changes.find(({ kind }) => kind === 'worse') ?? row.changes.find(({ kind }) => kind === 'hint');
  if (!change) return [];
  return [{ text: reportText.worsenedScale(row.name, change.since, change.points), row, change }];
}

/** What else changed since the last measurement, and which surveys were not filled in. */
export function changeSentences(
  sections: readonly ReportSection[],
  { missed, detached, points }: ReportInput,
): readonly string[] {
  const gaps = missed.map(({ label }) => shortPoint(label));
  const total = missed.length + points.length;
  const missedText = gaps.length > NAMED ? reportText.missedLately : reportText.missed;
  return [
    ...newestChanges(rowsOf(sections), points.length > 1),
    ...otherPeopleSentences(sections),
    ...(gaps.length > 0 ? [missedText(gaps.slice(-NAMED).join(', '), gaps.length, total)] : []),
    ...detachedSentences(detached),
  ];
}

function newestChanges(rows: readonly ScaleRow[], isLater: boolean): readonly string[] {
  const newest = rows.flatMap((row) => row.changes.slice(0, 1).map((change) => ({ row, change })));
  const withoutChange = isLater ? reportText.incomparable : reportText.firstMeasurement;
  const isUnexplained = rows.some(({ people }) => !people.were_others);
  if (newest.length === 0) return isUnexplained ? [withoutChange] : [];
  const better = newest.filter(({ change }) => change.kind === 'improved' || change.kind === 'recovered');
  const unsure = newest.filter(({ change }) => change.kind === 'unchanged');
  const improved = better.map(({ row, change }) => {
    const points = `${row.name} ${change.points}`;
    const text = change.kind === 'recovered' ? `${points} (${changeText.recovered})` : points;
    return { text, row, change };
  });
  return [
    ...(improved.length > 0 ? [reportText.improved(named(improved, ', '))] : []),
    ...(unsure.length > 0 ? [reportText.unsure(unsure.length, newest.length)] : []),
  ];
}

/** Names the instruments that this time were answered about other people. */
export function otherPeopleSentences(sections: readonly ReportSection[]): readonly string[] {
  const titles = sections
    .flatMap(({ instruments }) => instruments)
    .filter(({ scales }) => scales.some(({ people }) => people.were_others))
    .map(({ instrument }) => instrument.title);
  return titles.length > 0 ? [reportText.otherPeople(titles.join(', '))] : [];
}

/** Names the surveys without a window, because a reader would take them for not filled in. */
export function detachedSentences(detached: ReportInput['detached']): readonly string[] {
  const surveys = detached.map(({ label, date }) => reportText.detachedSurvey(label, formatIsoDate(date)));
  return surveys.length > 0 ? [reportText.detached(surveys.join(', '))] : [];
}

export function changeNote(sections: readonly ReportSection[], input: ReportInput): readonly Block[] {
  const sentences = changeSentences(sections, input);
  return sentences.length === 0 ? [] : [note('plain', sentences.join(' '))];
}

/** The state in five seconds: the symptom scales as cards, then all scales as a table with one line each. */
export function overview(leading: readonly ReportSection[], more: readonly ReportSection[]): Block {
  const rows = rowsOf(leading);
  const shown = [...leading, ...more].flatMap(({ instruments }) => instruments);
  // A symptom scale that is alone in its questionnaire says enough by its own name.
  const alone = rows.filter(({ instrument }) => instrument.scales.length === 1);
  const groups = shown.filter(({ scales }) => scales.some((row) => !alone.includes(row)));
  const cards: Block = { kind: 'columns', look: 'cards', cells: rows.map((row) => scaleCard(row, 3)) };
  return {
    kind: 'section',
    id: 'overview',
    title: reportText.overview,
    level: 2,
    look: 'overview',
    blocks: [
      ...(rows.length > 0 ? [cards] : []),
      ...(rows.length + groups.length > 0 ? [overviewTable(alone, groups)] : []),
    ],
  };
}

// A column that would be empty is left out: a first measurement has no course, a second one has one change.
function overviewTable(leading: readonly ScaleRow[], more: readonly ShownInstrument[]): Block {
  const { scale, value, band, course, sinceLast, sinceFirst } = reportText.columns;
  const all = [...leading, ...more.flatMap(({ scales }) => scales)];
  const changes = Math.max(...all.map((row) => row.changes.length));
  const isFirst = all.every((row) => row.course.length < 2);
  const columns = isFirst ? 3 : 4 + changes;
  const cellsOf = (rows: readonly ScaleRow[]) => rows.map((row) => overviewCells(row).slice(0, columns));
  return {
    kind: 'table',
    look: 'summary',
    label: reportText.overviewCaption,
    head: [
      ...[scale, value, band, course].map(line),
      [{ text: sinceLast, short: reportText.columnsInBrief.sinceLast }],
      [{ text: sinceFirst, short: reportText.columnsInBrief.sinceFirst }],
    ].slice(0, columns),
    rows: cellsOf(leading),
    groups: more.map(({ instrument: { title }, scales }): RowGroup => ({ title, rows: cellsOf(scales) })),
    ...(isFirst ? {} : { legend: marksOf(all) }),
    widths: [8.2, 2.9, 9.6, 3.2, 13.8, 13.8].slice(0, columns),
  };
}

// In the order of the reader: what is worse, then what is better.
const KINDS = ['worse', 'hint', 'unchanged', 'improved', 'recovered'] as const;

/** The marks of these scales and their words. */
function marksOf(rows: readonly ScaleRow[]): Line {
  const shown = new Set(rows.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
  return KINDS.filter((kind) => shown.has(kind)).map((mark) => ({ text: changeText[mark], mark }));
}

function overviewCells(row: ScaleRow): readonly Line[] {
  const { current, course, answer } = row;
  const [sinceLast, sinceFirst] = row.changes;
  return [
    line(row.name),
    line(current?.score ?? '–'),
    answer === null ? bandChip(current?.band ?? null) : line(sentenceText.answer(answer)),
    course.length > 0 ? [{ text: '', picture: coursePicture(row, 'spark', sparkline) }] : [],
    row.people.were_others && !sinceLast ? line(reportText.otherPeopleInBrief) : changeCell(sinceLast),
    changeCell(sinceFirst),
  ];
}

const changeCell = (change: ShownChange | undefined): Line =>
  change ? [{ text: change.brief, mark: change.kind, short: change.points }] : [];
