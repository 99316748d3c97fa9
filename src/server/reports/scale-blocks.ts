import { isTScale } from '../../domain/instrument-items.ts';
import { allNorms } from '../../domain/scoring-classical.ts';
import { normalShare } from '../../psychometrics/normal.ts';
import { reportText, sentenceText } from '../../text/reports.ts';
import {
  disclosure,
  heading,
  line,
  muted,
  paragraph,
  source,
  table,
  type Block,
  type Disclosure,
  type Figure,
  type HeadingLevel,
  type Line,
  type Picture,
  type ScoreLine,
} from '../print/blocks.ts';
import type { Labels } from '../print/charts/chart-scale.ts';
import { courseChart, type CourseStyle } from '../print/charts/course-chart.ts';
import { namesAllBands, scoreChart } from '../print/charts/score-chart.ts';
import type { Html } from '../print/html.ts';
import type { CoursePoint, ScaleRow } from '../print/scale-row.ts';

// As wide as a phone, so that its letters are not shrunk.
const WIDTH = 360;

/** A scale at its full size: score, explanation, cut-offs, course with its data. */
export function scaleInFull(row: ScaleRow, level: HeadingLevel): Block {
  const { scale, current } = row;
  if (!current) return paragraph(reportText.noScore);
  const score = [
    heading(level, reportText.scoreTitle),
    scoreFigure(row, current, 'score', 0.9),
    ...bandList(row, false),
    ...(scale.bands ? [source(sentenceText.source(scale.bands.source))] : []),
  ];
  const hasCourse = row.course.length > 1;
  const chart = hasCourse
    ? courseFigure(row, 'full', { width: 600, height: 250 })
    : muted(row.people.were_others ? reportText.otherPeopleCourse : reportText.noCourse);
  const course = [heading(level, reportText.courseTitle), chart];
  const data = [source(reportText.legend), ...pointTables(row), ...changeSource(row), ...carriedNote(row)];
  return {
    kind: 'group',
    look: 'scale',
    blocks: [
      scoreLine(row, current),
      paragraph([scale.clinician, current.band?.clinician].filter(Boolean).join(' ')),
      ...normSentence(row, current),
      { kind: 'columns', look: 'scale', cells: [score, course] },
      ...(hasCourse ? data : []),
    ],
  };
}

/** A scale among others of its instrument: score, a line of explanation, course. */
export function scaleInBrief(row: ScaleRow, level: HeadingLevel): readonly Block[] {
  const { scale, current } = row;
  const title = heading(level, scale.title);
  if (!current) return [title, paragraph(reportText.noScore)];
  const hasCourse = row.course.length > 1;
  // A phone's chart has no room for names, however short they are.
  const bands = bandList(row, namesAllBands(row, WIDTH));
  const charts: Block = {
    kind: 'columns',
    look: 'charts',
    cells: [
      [scoreFigure(row, current, 'score'), ...bands],
      hasCourse ? [courseFigure(row, 'compact', { width: 360, height: 130 })] : [],
    ],
  };
  return [
    title,
    scoreLine(row, current),
    paragraph(scale.clinician),
    charts,
    // On paper one table has the courses of all scales (courseTable).
    ...(hasCourse ? [{ ...pointTable(row), only: 'screen' } as const] : []),
  ];
}

/** A scale as a card of the overview. */
export function scaleCard(row: ScaleRow, level: HeadingLevel): readonly Block[] {
  const { scale, current, changes } = row;
  if (!current) return [heading(level, scale.title), paragraph(reportText.noScore)];
  const chart =
    row.course.length < 2
      ? scoreFigure(row, current, 'card')
      : courseFigure(row, 'card', { width: 260, height: 128 });
  const score = scoreLine(row, current);
  const text: readonly Block[] = [
    { ...score, title: { level, text: row.name }, interval: '', changes: [] },
    muted(row.certainty),
    ...score.changes.map(({ kind, text: words }) => paragraph([{ text: words, mark: kind }])),
  ];
  return [{ kind: 'columns', look: 'card', cells: [text, [chart]], worse: changes[0]?.kind === 'worse' }];
}

/** The score of a scale with its changes, the newest first. */
export function scoreLine({ certainty, changes }: ScaleRow, { score, band }: CoursePoint): ScoreLine {
  return {
    kind: 'score-line',
    value: score,
    band,
    interval: certainty,
    changes: changes.map(({ kind, since, words }) => ({
      kind,
      text: sentenceText.changeSince(since, words),
    })),
  };
}

function normSentence({ scale, instrument }: ScaleRow, current: CoursePoint): readonly Block[] {
  const normOf = (key: string | null | undefined) => allNorms(instrument).find(({ id }) => id === key);
  const { norm_set, percentile: published } = current;
  const norm = isTScale(scale) && normOf(norm_set);
  const table = normOf(published?.table);
  const meaning = norm ? [sentenceText.tScore] : [];
  const share =
    published && table
      ? [sentenceText.percentile(Math.round(published.value), table.title)]
      : norm
        ? [sentenceText.percentile(percentile(current.value), norm.title)]
        : [];
  const words = [...meaning, ...share].join(' ');
  return words === '' ? [] : [muted(words)];
}

/** How many of 100 persons of the norm group have a lower T-score, 1 to 99. */
export function percentile(t: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * normalShare((t - 50) / 10))));
}

function scoreFigure(row: ScaleRow, current: CoursePoint, place: 'card' | 'score', share = 1): Figure {
  const { scale, certainty } = row;
  const band = current.band ? `, ${current.band.label}` : '';
  const title = `${scale.title}: ${reportText.scoreTitle}`;
  const desc = sentenceText.scoreDesc(scale.title, `${current.score} (${certainty})`, band);
  const svg = scoreChart(row, { id: `${row.id}-${place}`, title, desc }, WIDTH);
  return { kind: 'figure', svg, alt: desc, share };
}

type Size = { width: number; height: number };

function courseFigure(row: ScaleRow, style: Exclude<CourseStyle, 'plain'>, size: Size): Figure {
  const place = style === 'card' ? 'card' : 'course';
  const picture = coursePicture(row, place, (one, labels) => courseChart(one, labels, style, size));
  if (style !== 'full') return { kind: 'figure', ...picture };
  return { kind: 'figure', ...picture, scrolls: courseTitle(row) };
}

const courseTitle = ({ scale }: ScaleRow) => `${scale.title}: ${reportText.courseTitle}`;

/** The course of a scale as a picture, with its points as a description. */
export function coursePicture(
  row: ScaleRow,
  place: string,
  draw: (row: ScaleRow, labels: Labels) => Html,
): Picture {
  const title = courseTitle(row);
  const svg = draw(row, { id: `${row.id}-${place}`, title, desc: row.words });
  return { svg, alt: `${title}. ${row.words}` };
}

function bandList({ bands }: ScaleRow, phone: boolean): readonly Block[] {
  return bands.length === 0 ? [] : [{ kind: 'bands', phone, bands }];
}

/** What the marks of the charts mean; said once for all scales of an instrument. */
export function chartLegend(rows: readonly ScaleRow[]): Block {
  const first = rows.find(({ course }) => course.length > 1)?.course[0];
  if (!first) return source(reportText.scoreLegend);
  return source(`${reportText.scoreLegend}${reportText.earlierLegend(first.label)} ${reportText.legend}`);
}

export function changeSource({ scale: { reliable_change: rule } }: ScaleRow): readonly Block[] {
  return rule ? [source(sentenceText.changeSource(rule.source))] : [];
}

function carriedNote({ course }: ScaleRow): readonly Block[] {
  return course.some(({ is_carried }) => is_carried) ? [source(sentenceText.carried)] : [];
}

/** The courses of all scales of an instrument in one table, which saves pages. */
export function courseTable(rows: readonly ScaleRow[]): readonly Block[] {
  const { course: points } = rows.reduce((one, other) =>
    other.course.length > one.course.length ? other : one,
  );
  if (points.length < 2) return [];
  const { point, date } = reportText.pointColumns;
  const head = [point, date, ...rows.map(({ name }) => name)];
  const cells = points.map(({ label, name, day }) => [name, day, ...rows.map((row) => valueAt(row, label))]);
  const widths = [4.4, 3.6, ...rows.map(() => 3.6)];
  return [{ ...dataOf(table(head, cells, { look: 'points', widths })), only: 'paper' }];
}

/** The score and its band at the point of this name; '' where it has none. */
export function valueAt({ course }: ScaleRow, label: string): string {
  const point = course.find((one) => one.label === label);
  return [point?.number, point?.band?.label].filter(Boolean).join(', ');
}

const dataOf = (content: Block): Disclosure => disclosure(reportText.dataTable, [content]);

// On paper a course of more points stands in two halves, with marks in place of words.
const LONG = 8;

function pointTables(row: ScaleRow): readonly Disclosure[] {
  if (row.course.length <= LONG) return [pointTable(row)];
  return [
    { ...pointTable(row), only: 'screen' },
    { ...pointsInBrief(row), only: 'paper' },
  ];
}

const numbersOf = ({ name, day, number, spread }: CoursePoint) => [name, day, number, spread];

function pointsInBrief({ course }: ScaleRow): Disclosure {
  const { point, date, value, interval, changeInBrief } = reportText.pointColumns;
  const rows = course.map((one): readonly Line[] => [
    ...numbersOf(one).map(line),
    one.change
      ? [
          {
            text: sentenceText.changeInNumbers(one.change.points, one.change.threshold),
            mark: one.change.kind,
          },
        ]
      : [],
  ]);
  const head = [point, date, value, interval, changeInBrief(course[0]?.name ?? '')].map(line);
  return dataOf({ kind: 'table', look: 'points', head, rows, widths: [3.8, 3.6, 2, 3.8, 5] });
}

/** The numbers behind a course chart. */
function pointTable({ course, scale }: ScaleRow): Disclosure {
  const { point, date, value, interval, band, change } = reportText.pointColumns;
  // Without bands their column would be empty.
  const hasBands = course.some((one) => one.band !== null);
  const bands = hasBands ? [band] : [];
  const rows = course.map((one) => [
    ...numbersOf(one),
    ...bands.map(() => one.band?.label ?? ''),
    one.change?.words ?? '',
  ]);
  const head = [point, date, value, interval, ...bands, change(course[0]?.name ?? '')];
  const label = `${reportText.dataTable}: ${scale.title}`;
  const widths = [4, 3, 2, 3, ...bands.map(() => 3), 8];
  return dataOf(table(head, rows, { label, numeric: [2], widths }));
}
