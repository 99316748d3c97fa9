import { compareIsoDates, formatIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { courseText as text, reportText } from '../../text/reports.ts';
import { bandChip, heading, muted, source, table, type Block, type Line } from '../print/blocks.ts';
import { courseChart } from '../print/charts/course-chart.ts';
import { germanNumber, valueDigits } from '../print/number-format.ts';
import {
  changeInBrief,
  courseWords,
  valueText,
  type CoursePoint,
  type ShownScale,
  type TimeAxis,
} from '../print/shown-scale.ts';
import { detachedSentences, otherPeopleSentences } from './overview.ts';
import { reportSections, type ReportInput } from './report-data.ts';

export type CourseInput = Pick<ReportInput, 'instruments' | 'points' | 'missed' | 'detached' | 'therapy'> & {
  readonly today: IsoDate;
};

// As many charts as stand side by side; the others are folded.
const FIRST_ROW = 5;
const SIZE = { width: 220, height: 128 };

/** All scales of a patient over all surveys on one axis of time, and one table of their values. */
export function courseBlocks(input: CourseInput): readonly Block[] {
  const sections = reportSections(input, courseAxis(input));
  const scales = sections
    .flatMap(({ instruments }) => instruments.flatMap((one) => one.scales))
    .filter(({ course }) => course.length > 0);
  const sentences = [...otherPeopleSentences(sections), ...detachedSentences(input.detached)];
  const lead = [muted(factsOf(input)), ...sentences.map(muted)];
  if (scales.length === 0) return input.detached.length > 0 ? lead : [];
  const [first, rest] = [scales.slice(0, FIRST_ROW), scales.slice(FIRST_ROW)];
  return [
    ...lead,
    multiples(first),
    ...(rest.length > 0 ? [disclosure(text.more(rest.length), [multiples(rest)])] : []),
    disclosure(text.table, [valueTable(scales, input), source(reportText.legend)]),
  ];
}

// A discharge that lies ahead would press the course into the left of the charts.
function courseAxis({ points, missed, therapy, today }: CourseInput): TimeAxis {
  const { discharge } = therapy;
  const ends = discharge !== null && discharge <= today ? [discharge] : [];
  const days = [...points, ...missed].map(({ date }) => date);
  const all = [therapy.admission, ...days, ...ends].toSorted(compareIsoDates);
  const [from = therapy.admission] = all;
  return { from, to: all.at(-1) ?? from, therapy, missed };
}

function factsOf({ points, missed, therapy: { admission, discharge }, today }: CourseInput): string {
  return [
    text.admission(formatIsoDate(admission)),
    discharge === null ? text.openEnd : text.discharge(formatIsoDate(discharge), discharge <= today),
    text.missed(missed.length, missed.length + points.length),
    ...(points.length > 1 ? [text.changes] : []),
  ].join(' · ');
}

function disclosure(title: string, blocks: readonly Block[]): Block {
  return { kind: 'disclosure', title, blocks };
}

function multiples(scales: readonly ShownScale[]): Block {
  return { kind: 'columns', look: 'multiples', cells: scales.map(multiple) };
}

function multiple(shown: ShownScale): readonly Block[] {
  const { scale, course } = shown;
  const last = course.at(-1);
  const title = `${scale.title}: ${reportText.courseTitle}`;
  const desc = courseWords(shown);
  const svg = courseChart(shown, { id: `${shown.id}-whole`, title, desc }, 'card', SIZE);
  return [
    heading(3, scale.title),
    { kind: 'paragraph', runs: last ? valueRuns(shown, last) : [] },
    { kind: 'figure', svg, alt: `${title}. ${desc}` },
  ];
}

function valueRuns({ scale, changes }: ShownScale, last: CoursePoint): Line {
  const [newest] = changes;
  return [
    { text: `${valueText(scale, last.value)} `, bold: true },
    ...bandChip(last.band),
    ...(newest ? [{ text: ` ${changeInBrief(scale, newest)}`, mark: newest.change.kind }] : []),
  ];
}

type Row = { readonly label: string; readonly date: IsoDate; readonly isMissed: boolean };

/** One row for each survey up to today, one column for each scale. */
function valueTable(scales: readonly ShownScale[], { points, missed }: CourseInput): Block {
  const rows: readonly Row[] = [
    ...points.map(({ label, date }) => ({ label, date, isMissed: false })),
    ...missed.map(({ label, date }) => ({ label, date, isMissed: true })),
  ].toSorted((a, b) => compareIsoDates(a.date, b.date));
  const { point, date } = reportText.pointColumns;
  const head = [point, date, ...scales.map(({ scale }) => scale.title)];
  const cells = rows.map((row) => [
    row.label,
    row.isMissed ? text.notFilledIn : formatIsoDate(row.date),
    ...scales.map((shown) => valueCell(shown, row)),
  ]);
  return table(head, cells, { label: text.label });
}

function valueCell({ scale, course }: ShownScale, { label, isMissed }: Row): string {
  const point = isMissed ? undefined : course.find((one) => one.label === label);
  if (!point) return '–';
  const value = germanNumber(point.value, valueDigits(scale, point.value));
  return [value, point.band?.label].filter(Boolean).join(', ');
}
