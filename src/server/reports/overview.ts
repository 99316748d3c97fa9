import type { Scale } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { changeText, reportText, sentenceText } from '../../text/reports.ts';
import { bandChip, line, note, type Block, type Line, type RowGroup } from '../print/blocks.ts';
import { sparkline } from '../print/charts/sparkline.ts';
import { shortPoint, shortScale } from '../print/short-name.ts';
import {
  changeInBrief,
  changeNumbers,
  courseWords,
  sizeOfChange,
  valueText,
  type ShownChange,
  type ShownScale,
} from '../print/shown-scale.ts';
import type { ReportInput, ReportSection } from './report-data.ts';
import { scaleCard } from './scale-blocks.ts';

// A sentence that names more scales than these is not read.
const NAMED = 4;

/** A scale in a sentence of changes. A change that is just reliable has size 1. */
type NamedChange = { readonly text: string; readonly size: number; readonly isSymptom: boolean };

/**
 * The first changes, and how many more there are: symptoms before resources, because a small relapse matters more than a large
 * change of a resource, and the larger change first.
 */
function named(changes: readonly NamedChange[], separator: string): string {
  const ordered = changes.toSorted(
    (one, other) => Number(other.isSymptom) - Number(one.isSymptom) || other.size - one.size,
  );
  const texts = ordered.slice(0, NAMED).map(({ text }) => text);
  return reportText.andMore(texts.join(separator), changes.length - texts.length);
}

type SectionScale = { readonly shown: ShownScale; readonly isSymptom: boolean };

function sectionScales(sections: readonly ReportSection[]): readonly SectionScale[] {
  return sections.flatMap((section) =>
    scalesOf([section]).map((shown) => ({ shown, isSymptom: section.kind === 'symptom' })),
  );
}

function scalesOf(sections: readonly ReportSection[]): readonly ShownScale[] {
  return sections.flatMap(({ instruments }) => instruments.flatMap((one) => one.scales));
}

/**
 * Names the scales that became worse since the last or the first point: one line for the reliable worsenings, one for the
 * hints.
 */
export function worsenings(sections: readonly ReportSection[]): readonly string[] {
  const found = sectionScales(sections).flatMap(worsening);
  return (['worse', 'hint'] as const).flatMap((kind) => {
    const changes = found.filter((one) => one.kind === kind);
    return changes.length === 0 ? [] : [reportText.worsened[kind](named(changes, '; '))];
  });
}

// What is reliable counts before a hint, and the last measurement before the first.
function worsening({
  shown: { scale, changes },
  isSymptom,
}: SectionScale): readonly (NamedChange & { readonly kind: 'worse' | 'hint' })[] {
  return (['worse', 'hint'] as const)
    .flatMap((kind) => {
      const found = changes.find(({ change }) => change.kind === kind);
      if (!found) return [];
      const { points } = changeNumbers(scale, found.change);
      const text = reportText.worsenedScale(shortScale(scale.title), found.since, points);
      return [{ kind, text, size: sizeOfChange(found.change), isSymptom }];
    })
    .slice(0, 1);
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
    ...newestChanges(sectionScales(sections), points.length > 1),
    ...otherPeopleSentences(sections),
    ...(gaps.length > 0 ? [missedText(gaps.slice(-NAMED).join(', '), gaps.length, total)] : []),
    ...detachedSentences(detached),
  ];
}

function newestChanges(scales: readonly SectionScale[], isLater: boolean): readonly string[] {
  const newest = scales.flatMap(({ shown: { scale, changes }, isSymptom }) =>
    changes.slice(0, 1).map(({ change }) => ({ scale, change, isSymptom })),
  );
  const withoutChange = isLater ? reportText.incomparable : reportText.firstMeasurement;
  const isUnexplained = scales.some(({ shown }) => !shown.people.were_others);
  if (newest.length === 0) return isUnexplained ? [withoutChange] : [];
  const better = newest.filter(({ change }) => change.kind === 'improved' || change.kind === 'recovered');
  const unsure = newest.filter(({ change }) => change.kind === 'unchanged');
  const improved = better.map(({ scale, change, isSymptom }) => {
    const points = `${shortScale(scale.title)} ${changeNumbers(scale, change).points}`;
    const text = change.kind === 'recovered' ? `${points} (${changeText.recovered})` : points;
    return { text, size: sizeOfChange(change), isSymptom };
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
  const cards = scalesOf(leading).map((shown) => scaleCard(shown, 3));
  const groups = more
    .flatMap(({ instruments }) => instruments)
    .filter(({ scales }) => scales.length > 0)
    .map(({ instrument, scales }) => ({ title: instrument.title, scales }));
  const hasTable = cards.length + groups.length > 0;
  return {
    kind: 'section',
    id: 'overview',
    title: reportText.overview,
    level: 2,
    look: 'overview',
    blocks: [
      ...(cards.length > 0 ? [{ kind: 'columns', look: 'cards', cells: cards } satisfies Block] : []),
      ...(hasTable ? [overviewTable(scalesOf(leading), groups)] : []),
    ],
  };
}

type ScaleGroup = { readonly title: string; readonly scales: readonly ShownScale[] };

// A column that would be empty is left out: a first measurement has no course, a second one has one change.
function overviewTable(leading: readonly ShownScale[], scaleGroups: readonly ScaleGroup[]): Block {
  const { scale, value, band, course, sinceLast, sinceFirst } = reportText.columns;
  const all = [...leading, ...scaleGroups.flatMap(({ scales }) => scales)];
  const changes = Math.max(...all.map((shown) => shown.changes.length));
  const isFirst = all.every((shown) => shown.course.length < 2);
  const columns = isFirst ? 3 : 4 + changes;
  const rowsOf = (scales: readonly ShownScale[]) =>
    scales.map((shown) => overviewRow(shown).slice(0, columns));
  return {
    kind: 'table',
    look: 'summary',
    label: reportText.overviewCaption,
    head: [
      ...[scale, value, band, course].map(line),
      [{ text: sinceLast, short: reportText.columnsInBrief.sinceLast }],
      [{ text: sinceFirst, short: reportText.columnsInBrief.sinceFirst }],
    ].slice(0, columns),
    rows: rowsOf(leading),
    groups: scaleGroups.map(({ title, scales }): RowGroup => ({ title, rows: rowsOf(scales) })),
    ...(isFirst ? {} : { legend: marksOf(all) }),
    widths: [8.2, 2.9, 9.6, 3.2, 13.8, 13.8].slice(0, columns),
  };
}

// In the order of the reader: what is worse, then what is better.
const KINDS = ['worse', 'hint', 'unchanged', 'improved', 'recovered'] as const;

/** The marks of these scales and their words. */
function marksOf(scales: readonly ShownScale[]): Line {
  const shown = new Set(scales.flatMap(({ changes }) => changes.map(({ change }) => change.kind)));
  return KINDS.filter((kind) => shown.has(kind)).map((mark) => ({ text: changeText[mark], mark }));
}

function overviewRow(shown: ShownScale): readonly Line[] {
  const { scale, current, changes, course, answer } = shown;
  const [sinceLast, sinceFirst] = changes;
  const title = `${scale.title}: ${reportText.courseTitle}`;
  const desc = courseWords(shown);
  const svg = sparkline(shown, { id: `${shown.id}-spark`, title, desc });
  return [
    line(shortScale(scale.title)),
    line(current ? valueText(scale, current.value) : '–'),
    answer === null ? bandChip(current?.band ?? null) : line(sentenceText.answer(answer)),
    course.length > 0 ? [{ text: '', picture: { svg, alt: `${title}. ${desc}` } }] : [],
    shown.people.were_others && !sinceLast
      ? line(reportText.otherPeopleInBrief)
      : changeCell(scale, sinceLast),
    changeCell(scale, sinceFirst),
  ];
}

function changeCell(scale: Scale, shown: ShownChange | undefined): Line {
  if (!shown) return [];
  const { points: short } = changeNumbers(scale, shown.change);
  return [{ text: changeInBrief(scale, shown), mark: shown.change.kind, short }];
}
