import type { Instrument } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { changeWord, reportText, sentenceText } from '../../text/reports.ts';
import { heading, list, muted, paragraph, table, type Block, type Line } from '../documents/content.ts';
import { courseChart } from './course-chart.ts';
import { glyphs, chipOf } from './marks.ts';
import { germanNumber, scoreDigits, signedNumber } from '../print/number-format.ts';
import type { CoursePoint, ReportInput, ReportSection, ShownInstrument, ShownScale } from './report-data.ts';
import {
  bandRange,
  changeSentence,
  courseWords,
  intervalText,
  percentile,
  valueText,
} from './report-words.ts';
import { scoreChart } from './score-chart.ts';
import { answersOf, answerText, measurementLines } from './section-html.ts';

/** A section for paper; the same facts in the same order as in the HTML report. */
export function sectionBlocks(
  { instruments }: ReportSection,
  input: ReportInput,
  level: 3 | 4,
): readonly Block[] {
  return instruments.flatMap((shown) => instrumentBlocks(shown, input, level));
}

function instrumentBlocks(shown: ShownInstrument, input: ReportInput, level: 3 | 4): readonly Block[] {
  const { instrument, scales } = shown;
  const answers = answerTable(instrument, input);
  if (scales.length === 0) return answers;
  const [first] = scales;
  const content =
    scales.length === 1 && first
      ? scaleInFull(first, instrument)
      : [
          paragraph(instrument.purpose),
          ...scales.flatMap((scale) => scaleInBrief(scale, level)),
          ...courseTable(scales),
        ];
  return [...content, ...answers, list(measurementLines(shown, input))];
}

function scaleInFull(shown: ShownScale, instrument: Instrument): readonly Block[] {
  const { scale, current } = shown;
  if (!current) return [paragraph(reportText.noScore)];
  return [
    scoreLine(shown, current),
    ...changeList(shown, 2),
    paragraph([scale.clinician, current.band?.clinician].filter(Boolean).join(' ')),
    ...normSentence(shown, current, instrument),
    scoreFigure(shown, current, { width: 440, share: 0.72 }),
    ...bandTable(shown),
    ...courseBlocks(shown),
  ];
}

function scaleInBrief(shown: ShownScale, level: 3 | 4): readonly Block[] {
  const { scale, current } = shown;
  const title: Block =
    level === 3 ? heading(4, scale.title) : { kind: 'paragraph', runs: [{ text: scale.title, bold: true }] };
  if (!current) return [title, paragraph(reportText.noScore)];
  const charts = [
    [scoreFigure(shown, current, { width: 360, share: 1 })],
    courseFigure(shown, 'compact', { width: 320, height: 120 }),
  ];
  return [
    title,
    scoreLine(shown, current),
    ...changeList(shown, 1),
    paragraph(scale.clinician),
    { kind: 'columns', cells: charts },
  ];
}

/** A scale as a card of the overview. */
export function scaleCard(shown: ShownScale): readonly Block[] {
  const { scale, current } = shown;
  const title: Block = { kind: 'paragraph', runs: [{ text: scale.title, bold: true }] };
  if (!current) return [title, paragraph(reportText.noScore)];
  const chart =
    shown.course.length < 2
      ? [scoreFigure(shown, current, { width: 360, share: 1 })]
      : courseFigure(shown, 'compact', { width: 360, height: 170 });
  return [title, scoreLine(shown, current), ...changeList(shown, 1), ...chart];
}

function scoreLine({ scale }: ShownScale, current: CoursePoint): Block {
  const chip: Line = current.band
    ? [{ text: '  ' }, ...chipOf(current.band), { text: '  ' }]
    : [{ text: '  ' }];
  const value = { text: valueText(scale, current.value), bold: true } as const;
  return { kind: 'paragraph', runs: [value, ...chip, { text: intervalText(scale, current) }] };
}

function changeList({ scale, changes }: ShownScale, most: number): readonly Block[] {
  return changes
    .slice(0, most)
    .map((change) => paragraph(`${glyphs[change.change.kind]} ${changeSentence(scale, change)}`));
}

function normSentence(
  { scale }: ShownScale,
  { value }: CoursePoint,
  instrument: Instrument,
): readonly Block[] {
  const norm = scale.method === 'irt' && instrument.norm_sets.find(({ id }) => id === scale.norm_set);
  if (!norm) return [];
  return [muted(`${sentenceText.tScore} ${sentenceText.percentile(percentile(value), norm.title)}`)];
}

type Width = { width: number; share: number };

function scoreFigure(shown: ShownScale, current: CoursePoint, { width, share }: Width): Block {
  const { scale } = shown;
  const band = current.band ? `, ${current.band.label}` : '';
  const value = `${valueText(scale, current.value)} (${intervalText(scale, current)})`;
  const title = `${scale.title}: ${reportText.scoreTitle}`;
  const desc = sentenceText.scoreDesc(scale.title, value, band);
  return { kind: 'figure', svg: scoreChart(shown, { id: shown.id, title, desc }, width), alt: desc, share };
}

function bandTable(shown: ShownScale): readonly Block[] {
  const { scale, bands } = shown;
  if (!scale.bands) return [];
  const runs = bands.flatMap((band): Line => [...chipOf(band), { text: ` ${bandRange(scale, band)}     ` }]);
  return [{ kind: 'paragraph', runs }, muted(sentenceText.source(scale.bands.source))];
}

type Size = { width: number; height: number };

function courseBlocks(shown: ShownScale): readonly Block[] {
  if (shown.course.length < 2) return [muted(reportText.noCourse)];
  const chart = courseFigure(shown, 'full', { width: 600, height: 250 });
  return [...chart, muted(reportText.legend), pointTable(shown)];
}

function courseFigure(shown: ShownScale, style: 'full' | 'compact', size: Size): readonly Block[] {
  const { scale, course } = shown;
  if (course.length < 2) return [];
  const title = `${scale.title}: ${reportText.courseTitle}`;
  const desc = courseWords(shown);
  const svg = courseChart(shown, { id: shown.id, title, desc }, style, size);
  return [{ kind: 'figure', svg, alt: `${title}. ${desc}`, share: style === 'full' ? 0.9 : 1 }];
}

/** The courses of the scales of one instrument; the numbers behind their charts. */
function courseTable(scales: readonly ShownScale[]): readonly Block[] {
  const points = longest(scales).map(({ label, date }) => ({ label, date }));
  if (points.length < 2) return [];
  const head = [
    reportText.columns.scale,
    ...points.map(({ label, date }) => `${label}, ${formatIsoDate(date)}`),
  ];
  const rows = scales.map(({ scale, course }) => [
    scale.title,
    ...points.map(({ label }) =>
      courseCell(
        scale,
        course.find((one) => one.label === label),
      ),
    ),
  ]);
  return [table(head, rows, { caption: reportText.dataTable, widths: [4, ...points.map(() => 3)] })];
}

function longest(scales: readonly ShownScale[]): readonly CoursePoint[] {
  return scales
    .map(({ course }) => course)
    .reduce((one, other) => (other.length > one.length ? other : one), []);
}

function courseCell(scale: ShownScale['scale'], point: CoursePoint | undefined): string {
  if (!point) return '';
  return [germanNumber(point.value, scoreDigits(scale)), point.band?.label].filter(Boolean).join(', ');
}

function pointTable({ course, scale }: ShownScale): Block {
  const { point, date, value, interval, band, change } = reportText.pointColumns;
  const digits = scoreDigits(scale);
  const [first] = course;
  const rows = course.map((one) => [
    one.label,
    formatIsoDate(one.date),
    germanNumber(one.value, digits),
    one.interval
      ? `${germanNumber(one.interval.lower, digits)} – ${germanNumber(one.interval.upper, digits)}`
      : '',
    one.band?.label ?? '',
    one.change && first
      ? `${signedNumber(one.value - first.value, digits)} (${changeWord[one.change.kind]})`
      : '',
  ]);
  const head = [point, date, value, interval, band, change(first?.label ?? '')];
  return table(head, rows, { numeric: [2], widths: [5, 3, 2, 4, 3, 5] });
}

function answerTable(instrument: Instrument, input: ReportInput): readonly Block[] {
  const answers = answersOf(instrument, input.answers);
  if (answers.length === 0) return [];
  const { item, answer } = reportText.answerColumns;
  const rows = answers.map((one) => [one.item.content, answerText(one.answer)]);
  return [table([item, answer], rows, { caption: reportText.answers(answers.length), widths: [3, 1] })];
}
