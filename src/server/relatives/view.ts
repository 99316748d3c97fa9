import { compareIsoDates } from '../../domain/iso-date.ts';
import { itemsOfScale } from '../../domain/instrument-items.ts';
import { systemViewText as text } from '../../text/relatives.ts';
import { disclosure, heading, list, muted, note, paragraph, source, table } from '../print/blocks.ts';
import type { Block, HeadingLevel } from '../print/blocks.ts';
import type { CoursePoint, ScaleRow, TimeAxis } from '../print/scale-row.ts';
import { reportSections, rowsOf } from '../reports/report-data.ts';
import type { CourseInput } from '../reports/patient-course.ts';
import { systemChart } from './system-chart.ts';
import { agreementTable, type PersonScale, type SharedScale } from './agreement.ts';

/** The own patients of one System-ID: those who agreed with their courses, and the codes of the others. */
export type System = {
  readonly name: string;
  readonly people: readonly { readonly code: string; readonly course: CourseInput }[];
  readonly withoutConsent: readonly string[];
};

// As wide as it is shown, so that its letters are as large as those around it.
const SIZE = { width: 220, height: 128 };

/** The view of one system: who is who, one chart for each scale, how far two persons agree, and all values. */
export function systemBlocks(system: System, place: string, level: HeadingLevel = 3): readonly Block[] {
  const { name, people, withoutConsent } = system;
  const missing = withoutConsent.length > 0 ? [muted(text.withoutConsent(withoutConsent))] : [];
  const start = [heading(level, text.system(name))];
  if (people.length < 2) return [...start, paragraph(text.tooFew), ...missing];
  const shared = sharedScales(people);
  const legend = list(people.map(({ code }, index) => text.person(letterOf(index), code)));
  if (shared.length === 0) return [...start, legend, paragraph(text.nothingShared), ...missing];
  const agreement = agreementTable(shared);
  return [
    ...start,
    legend,
    {
      kind: 'columns',
      look: 'multiples',
      cells: shared.map((one, index) => multiple(one, `${place}-${index}`, level)),
    },
    muted(text.sharedOnly),
    ...(agreement ? [agreement, source(text.agreementSource)] : []),
    disclosure(text.values, valueTables(shared)),
    ...missing,
    note('plain', text.careful),
  ];
}

/** The first person of a system is A. */
function letterOf(index: number): string {
  return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index] ?? String(index + 1);
}

function sharedScales(people: System['people']): readonly SharedScale[] {
  const groups = new Map<string, PersonScale[]>();
  for (const [index, { course }] of people.entries()) {
    for (const row of scalesOf(course)) {
      const { instrument, scale } = row;
      const norms = row.course.at(-1)?.norm_set ?? '';
      // Two courses about different people have nothing in common. Whom each means is a single answer, which is never shown.
      const key = [instrument.id, instrument.version, scale.key, norms, row.people.about].join(' ');
      groups.set(key, [...(groups.get(key) ?? []), { letter: letterOf(index), row }]);
    }
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first && group.length > 1 ? [{ scale: first.row.scale, people: group }] : [];
  });
}

/** What a person says of the own life is never shown, and no score that is a single answer. */
function scalesOf(course: CourseInput): readonly ScaleRow[] {
  const sections = reportSections(course).filter(({ kind }) => kind !== 'person');
  return rowsOf(sections).filter((row) => row.course.length > 0 && !isSingleAnswer(row));
}

function isSingleAnswer({ scale, instrument }: ScaleRow): boolean {
  return scale.method !== 'irt' && itemsOfScale(scale, instrument).length < 2;
}

function multiple({ scale, people }: SharedScale, place: string, level: HeadingLevel): readonly Block[] {
  const [first] = people;
  if (!first) return [];
  const title = text.chartTitle(scale.title);
  const desc = people.map(({ letter, row }) => `${letter}: ${row.words}`).join(' ');
  const points = people.flatMap(({ row }) => row.course);
  const course = points.toSorted((a, b) => compareIsoDates(a.date, b.date));
  const merged = { ...first.row, course, time: { ...first.row.time, ...spanOf(course) } };
  const series = people.map(({ letter, row }) => ({ letter, course: row.course }));
  const labels = { id: `${first.row.id}-${place}`, title, desc };
  return [
    heading(level === 2 ? 3 : 4, scale.title),
    { kind: 'figure', svg: systemChart(merged, series, labels, SIZE), alt: `${title}. ${desc}` },
  ];
}

/** The time of all points. The chart shows no therapy: those of several persons would be as many lines. */
function spanOf(course: readonly CoursePoint[]): Pick<TimeAxis, 'from' | 'to'> {
  return { from: course[0]?.date ?? '', to: course.at(-1)?.date ?? '' };
}

type Row = { readonly letter: string } & Pick<CoursePoint, 'label' | 'date' | 'day'>;

// With more columns the words of their heads would run into each other on paper.
const MOST_SCALES = 6;

/** One row for each survey of each person, one column for each scale. Many scales take several tables. */
function valueTables(shared: readonly SharedScale[]): readonly Block[] {
  const rows = surveysOf(shared);
  const parts = Math.ceil(shared.length / MOST_SCALES);
  const size = Math.ceil(shared.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const label = parts === 1 ? text.values : text.valuesPart(part + 1, parts);
    return valueTable(shared.slice(part * size, (part + 1) * size), rows, label);
  });
}

function surveysOf(shared: readonly SharedScale[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { letter, row } of shared.flatMap(({ people }) => people))
    for (const { label, date, day } of row.course)
      rows.set(`${letter} ${label}`, { letter, label, date, day });
  return [...rows.values()].toSorted(
    (a, b) => compareIsoDates(a.date, b.date) || (a.letter < b.letter ? -1 : 1),
  );
}

function valueTable(shared: readonly SharedScale[], rows: readonly Row[], label: string): Block {
  const cells = rows.map((row) => [
    text.personAt(row.letter, row.label),
    row.day,
    ...shared.map(({ people }) => valueAt(people, row)),
  ]);
  const head = [text.column.survey, text.column.date, ...shared.map(({ scale }) => scale.title)];
  return table(head, cells, { label });
}

function valueAt(people: readonly PersonScale[], { letter, label }: Row): string {
  const course = people.find((one) => one.letter === letter)?.row.course;
  const point = course?.find((one) => one.label === label);
  return point?.number ?? '–';
}
