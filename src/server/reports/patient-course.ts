import { compareIsoDates, formatIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { courseText as text, reportText } from '../../text/reports.ts';
import {
  bandChip,
  disclosure,
  heading,
  muted,
  source,
  table,
  type Block,
  type Line,
} from '../print/blocks.ts';
import { courseChart } from '../print/charts/course-chart.ts';
import type { CoursePoint, ScaleRow, TimeAxis } from '../print/scale-row.ts';
import { detachedSentences, otherPeopleSentences } from './overview.ts';
import { reportSections, rowsOf, type ReportInput } from './report-data.ts';
import { coursePicture, valueAt } from './scale-blocks.ts';

export type CourseInput = Pick<ReportInput, 'instruments' | 'points' | 'missed' | 'detached' | 'therapy'> & {
  readonly today: IsoDate;
};

// As many charts as stand side by side; the others are folded.
const FIRST_ROW = 5;
const SIZE = { width: 220, height: 128 };

/** All scales of a patient over all surveys on one axis of time, and one table of their values. */
export function courseBlocks(input: CourseInput): readonly Block[] {
  const sections = reportSections(input, courseAxis(input));
  const scales = rowsOf(sections).filter(({ course }) => course.length > 0);
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

function multiples(scales: readonly ScaleRow[]): Block {
  return { kind: 'columns', look: 'multiples', cells: scales.map(multiple) };
}

function multiple(row: ScaleRow): readonly Block[] {
  const last = row.course.at(-1);
  return [
    heading(3, row.scale.title),
    { kind: 'paragraph', runs: last ? valueRuns(row, last) : [] },
    {
      kind: 'figure',
      ...coursePicture(row, 'whole', (one, labels) => courseChart(one, labels, 'card', SIZE)),
    },
  ];
}

function valueRuns({ changes: [newest] }: ScaleRow, { score, band }: CoursePoint): Line {
  return [
    { text: `${score} `, bold: true },
    ...bandChip(band),
    ...(newest ? [{ text: ` ${newest.brief}`, mark: newest.kind }] : []),
  ];
}

/** One row for each survey up to today, one column for each scale. */
function valueTable(scales: readonly ScaleRow[], { points, missed }: CourseInput): Block {
  const surveys = [...points, ...missed].toSorted((a, b) => compareIsoDates(a.date, b.date));
  const { point, date } = reportText.pointColumns;
  const head = [point, date, ...scales.map(({ scale }) => scale.title)];
  const cells = surveys.map((survey) => [
    survey.label,
    'scores' in survey ? formatIsoDate(survey.date) : text.notFilledIn,
    ...scales.map((scale) => ('scores' in survey && valueAt(scale, survey.label)) || '–'),
  ]);
  return table(head, cells, { label: text.label });
}
