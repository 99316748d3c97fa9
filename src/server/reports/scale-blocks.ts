import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import type { ScoreChange } from '../../domain/scoring-change.ts';
import { normalShare } from '../../psychometrics/normal.ts';
import { reportText, sentenceText } from '../../text/reports.ts';
import { heading, line, muted, paragraph, source, table } from '../print/blocks.ts';
import type { Block, Disclosure, Figure, HeadingLevel, Line, ScoreLine } from '../print/blocks.ts';
import { courseChart, type CourseStyle } from '../print/charts/course-chart.ts';
import { namesAllBands, scoreChart } from '../print/charts/score-chart.ts';
import { germanNumber, scoreDigits, valueDigits } from '../print/number-format.ts';
import { shortPoint, shortScale } from '../print/short-name.ts';
import {
  bandRange,
  changeNumbers,
  changeSentence,
  changeWords,
  courseWords,
  intervalText,
  valueText,
  type CoursePoint,
  type ShownScale,
} from '../print/shown-scale.ts';

// As wide as a phone, so that its letters are not shrunk.
const WIDTH = 360;

/** A scale at its full size: score, explanation, cut-offs, course with its data. */
export function scaleInFull(shown: ShownScale, instrument: Instrument, level: HeadingLevel): Block {
  const { scale, current } = shown;
  if (!current) return paragraph(reportText.noScore);
  const score = [
    heading(level, reportText.scoreTitle),
    scoreFigure(shown, current, WIDTH, 0.9),
    ...bandList(shown, false),
    ...(scale.bands ? [source(sentenceText.source(scale.bands.source))] : []),
  ];
  const hasCourse = shown.course.length > 1;
  const chart = hasCourse
    ? courseFigure(shown, 'full', { width: 600, height: 250 })
    : muted(shown.people.were_others ? reportText.otherPeopleCourse : reportText.noCourse);
  const course = [heading(level, reportText.courseTitle), chart];
  return {
    kind: 'group',
    look: 'scale',
    blocks: [
      scoreLine(shown, current),
      paragraph([scale.clinician, current.band?.clinician].filter(Boolean).join(' ')),
      ...normSentence(shown, current, instrument),
      { kind: 'columns', look: 'scale', cells: [score, course] },
      ...(hasCourse
        ? [
            source(reportText.legend),
            ...pointTables(shown),
            ...changeSource(shown.scale),
            ...carriedNote(shown),
          ]
        : []),
    ],
  };
}

/** A scale among others of its instrument: score, a line of explanation, course. */
export function scaleInBrief(shown: ShownScale, level: HeadingLevel): readonly Block[] {
  const { scale, current, course } = shown;
  const title = heading(level, scale.title);
  if (!current) return [title, paragraph(reportText.noScore)];
  const hasCourse = course.length > 1;
  // A phone's chart has no room for names, however short they are.
  const bands = bandList(shown, namesAllBands(shown, WIDTH));
  const charts: Block = {
    kind: 'columns',
    look: 'charts',
    cells: [
      [scoreFigure(shown, current, WIDTH), ...bands],
      hasCourse ? [courseFigure(shown, 'compact', { width: 360, height: 130 })] : [],
    ],
  };
  return [
    title,
    scoreLine(shown, current),
    paragraph(scale.clinician),
    charts,
    // On paper one table has the courses of all scales (courseTable).
    ...(hasCourse ? [{ ...pointTable(shown), only: 'screen' } as const] : []),
  ];
}

/** A scale as a card of the overview. */
export function scaleCard(shown: ShownScale, level: HeadingLevel): readonly Block[] {
  const { scale, current, course } = shown;
  if (!current) return [heading(level, scale.title), paragraph(reportText.noScore)];
  const chart =
    course.length < 2
      ? scoreFigure(shown, current, WIDTH, 1, 'card')
      : courseFigure(shown, 'card', { width: 260, height: 128 }, 'card');
  const line = scoreLine(shown, current);
  const text: readonly Block[] = [
    { ...line, title: { level, text: shortScale(scale.title) }, interval: '', changes: [] },
    muted(intervalText(shown, current)),
    ...line.changes.map(({ kind, text: words }): Block => ({
      kind: 'paragraph',
      runs: [{ text: words, mark: kind }],
    })),
  ];
  const worse = shown.changes[0]?.change.kind === 'worse';
  return [{ kind: 'columns', look: 'card', cells: [text, [chart]], worse }];
}

/** The score of a scale with its changes, the newest first. */
export function scoreLine(shown: ShownScale, current: CoursePoint): ScoreLine {
  const { scale, changes } = shown;
  return {
    kind: 'score-line',
    value: valueText(scale, current.value),
    band: current.band,
    interval: intervalText(shown, current),
    changes: changes.map((change) => ({ kind: change.change.kind, text: changeSentence(scale, change) })),
  };
}

function normSentence(
  { scale }: ShownScale,
  { value, norm_set: normSet }: CoursePoint,
  instrument: Instrument,
): readonly Block[] {
  const norm = scale.method === 'irt' && instrument.norm_sets.find(({ id }) => id === normSet);
  if (!norm) return [];
  return [muted(`${sentenceText.tScore} ${sentenceText.percentile(percentile(value), norm.title)}`)];
}

/** How many of 100 persons of the norm group have a lower T-score, 1 to 99. */
export function percentile(t: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * normalShare((t - 50) / 10))));
}

type Place = 'card' | 'section';

function scoreFigure(
  shown: ShownScale,
  current: CoursePoint,
  width: number,
  share = 1,
  place: Place = 'section',
): Figure {
  const { scale } = shown;
  const band = current.band ? `, ${current.band.label}` : '';
  const value = `${valueText(scale, current.value)} (${intervalText(shown, current)})`;
  const title = `${scale.title}: ${reportText.scoreTitle}`;
  const desc = sentenceText.scoreDesc(scale.title, value, band);
  const id = `${shown.id}-${place === 'card' ? 'card' : 'score'}`;
  return { kind: 'figure', svg: scoreChart(shown, { id, title, desc }, width), alt: desc, share };
}

type Size = { width: number; height: number };

function courseFigure(
  shown: ShownScale,
  style: Exclude<CourseStyle, 'plain'>,
  size: Size,
  place: Place = 'section',
): Figure {
  const title = `${shown.scale.title}: ${reportText.courseTitle}`;
  const desc = courseWords(shown);
  const id = `${shown.id}-${place === 'card' ? 'card' : 'course'}`;
  const svg = courseChart(shown, { id, title, desc }, style, size);
  const alt = `${title}. ${desc}`;
  if (style !== 'full') return { kind: 'figure', svg, alt };
  return { kind: 'figure', svg, alt, scrolls: title };
}

function bandList({ bands, scale }: ShownScale, phone: boolean): readonly Block[] {
  if (bands.length === 0) return [];
  return [{ kind: 'bands', phone, bands: bands.map((band) => ({ band, range: bandRange(scale, band) })) }];
}

/** What the marks of the charts mean; said once for all scales of an instrument. */
export function chartLegend(scales: readonly ShownScale[]): Block {
  const withCourse = scales.find(({ course }) => course.length > 1);
  const first = withCourse?.course[0];
  if (!first) return source(reportText.scoreLegend);
  return source(`${reportText.scoreLegend}${reportText.earlierLegend(first.label)} ${reportText.legend}`);
}

export function changeSource({ reliable_change: rule }: Scale): readonly Block[] {
  return rule ? [source(sentenceText.changeSource(rule.source))] : [];
}

function carriedNote({ course }: ShownScale): readonly Block[] {
  return course.some(({ is_carried }) => is_carried) ? [source(sentenceText.carried)] : [];
}

/** The courses of all scales of an instrument in one table, which saves pages. */
export function courseTable(scales: readonly ShownScale[]): readonly Block[] {
  const { course: points } = scales.reduce((one, other) =>
    other.course.length > one.course.length ? other : one,
  );
  if (points.length < 2) return [];
  const { point, date } = reportText.pointColumns;
  const head = [point, date, ...scales.map(({ scale }) => shortScale(scale.title))];
  const rows = points.map((one) => [
    shortPoint(one.label),
    formatIsoDate(one.date),
    ...scales.map(({ scale, course }) =>
      courseCell(
        scale,
        course.find(({ label }) => label === one.label),
      ),
    ),
  ]);
  const widths = [4.4, 3.6, ...scales.map(() => 3.6)];
  const content = table(head, rows, { look: 'points', widths });
  return [{ kind: 'disclosure', title: reportText.dataTable, only: 'paper', blocks: [content] }];
}

function courseCell(scale: Scale, point: CoursePoint | undefined): string {
  if (!point) return '';
  return [germanNumber(point.value, valueDigits(scale, point.value)), point.band?.label]
    .filter(Boolean)
    .join(', ');
}

// On paper a course of more points stands in two halves, with marks in place of words.
const LONG = 8;

function pointTables(shown: ShownScale): readonly Disclosure[] {
  if (shown.course.length <= LONG) return [pointTable(shown)];
  return [{ ...pointTable(shown), only: 'screen' }, pointsInBrief(shown)];
}

function pointsInBrief({ course, scale }: ShownScale): Disclosure {
  const { point, date, value, interval, changeInBrief } = reportText.pointColumns;
  const rows = course.map((one): readonly Line[] => [
    line(shortPoint(one.label)),
    line(formatIsoDate(one.date)),
    line(germanNumber(one.value, valueDigits(scale, one.value))),
    line(intervalCell(scale, one)),
    one.change ? [{ text: changeInNumbers(scale, one.change), mark: one.change.kind }] : [],
  ]);
  const head = [point, date, value, interval, changeInBrief(shortPoint(course[0]?.label ?? ''))].map(line);
  const content: Block = { kind: 'table', look: 'points', head, rows, widths: [3.8, 3.6, 2, 3.8, 5] };
  return { kind: 'disclosure', title: reportText.dataTable, only: 'paper', blocks: [content] };
}

function changeInNumbers(scale: Scale, change: ScoreChange): string {
  const { points, threshold } = changeNumbers(scale, change);
  return sentenceText.changeInNumbers(points, threshold);
}

/** The numbers behind a course chart. */
function pointTable({ course, scale }: ShownScale): Disclosure {
  const { point, date, value, interval, band, change } = reportText.pointColumns;
  const [first] = course;
  // Without bands their column would be empty.
  const hasBands = course.some((one) => one.band !== null);
  const rows = course.map((one) => [
    shortPoint(one.label),
    formatIsoDate(one.date),
    germanNumber(one.value, valueDigits(scale, one.value)),
    intervalCell(scale, one),
    ...(hasBands ? [one.band?.label ?? ''] : []),
    changeCell(scale, one),
  ]);
  const bands = hasBands ? [band] : [];
  const head = [point, date, value, interval, ...bands, change(shortPoint(first?.label ?? ''))];
  const label = `${reportText.dataTable}: ${scale.title}`;
  const widths = [4, 3, 2, 3, ...bands.map(() => 3), 8];
  const content = table(head, rows, { label, numeric: [2], widths });
  return { kind: 'disclosure', title: reportText.dataTable, blocks: [content] };
}

function intervalCell(scale: Scale, { interval }: CoursePoint): string {
  if (!interval) return '';
  const digits = scoreDigits(scale);
  return `${germanNumber(interval.lower, digits)} – ${germanNumber(interval.upper, digits)}`;
}

function changeCell(scale: Scale, { change }: CoursePoint): string {
  return change ? changeWords(scale, { change }) : '';
}
