import { answersShown } from '../../domain/answers-shown.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { dialLink } from '../../domain/phone.ts';
import { patientReportText as words } from '../../text/patient-report.ts';
import { reportText } from '../../text/reports.ts';
import { disclosure, heading, line, muted, note, paragraph, table } from '../print/blocks.ts';
import { helpBlocks } from '../documents/help-blocks.ts';
import type { Block, Line, Report } from '../print/blocks.ts';
import { courseChart } from '../print/charts/course-chart.ts';
import { germanNumber, scoreDigits } from '../print/number-format.ts';
import type { CoursePoint, ScaleRow, ShownChange } from '../print/scale-row.ts';
import { answeredItems, answerTable } from './answer-table.ts';
import { reportSections, rowsOf, sectionSubjects } from './report-data.ts';
import type { ReportInput, ReportSection } from './report-data.ts';
import { demonstrations, notices, reportOf } from './report-frame.ts';

/**
 * The report for patients: shorter, in everyday words, without severity, with the clinic's help in a crisis, which comes
 * first where the answers call for it. Birth date and gender are always masked (R18).
 */
export function patientReport(input: ReportInput): Report {
  const sections = reportSections(input).filter(({ kind }) => kind !== 'person');
  const masked = { ...input, person: { ...input.person, birth_date: null, gender: null } };
  const demonstration = demonstrations(input).length > 0 ? words.demonstration : null;
  const help = helpSection(input);
  const blocks: readonly Block[] = [
    ...(input.help_first ? [help] : []),
    ...worsening(sections),
    { kind: 'paragraph', runs: leadOf(input), tone: 'lead' },
    muted(readLine(input)),
    summary(sections, input),
    notices(demonstration, words.notDiagnosis),
    { kind: 'nav', title: words.pages, choice: words.toolbar, withAnswers: false },
    ...sections.map((section) => sectionBlock(section, input)),
    ...ownAnswers(input),
    input.help_first ? wayToHelp : help,
  ];
  return { ...reportOf(masked, words.title, blocks), factsLast: true };
}

function helpSection({ help }: ReportInput): Block {
  const title = words.crisisTitle;
  return { kind: 'section', id: 'help', title, level: 2, look: 'help', blocks: helpBlocks(help) };
}

/** The last words of a report that begins with the help: the way back to it. */
const wayToHelp = paragraph([
  { text: `${words.helpAbove.sentence} ` },
  { text: words.helpAbove.link, href: '#help' },
  { text: '.' },
]);

// A copy of the own answers. The clinician sees this report too, so answers that the clinician must not see are left out.
function ownAnswers({ instruments, answers }: ReportInput): readonly Block[] {
  const shown = instruments
    .filter((instrument) => answersShown(instrument) === 'all')
    .flatMap((instrument) => answeredItems(instrument, answers))
    .filter(({ answer }) => !answer.not_asked);
  if (shown.length === 0) return [];
  const blocks = [paragraph(words.answersLead), answerTable(shown)];
  return [{ kind: 'section', id: 'answers', title: words.answers, level: 2, folded: [], blocks }];
}

/** A row under its everyday name. */
type NamedScale = { readonly name: string; readonly row: ScaleRow };

// The only scale of a section has the everyday name of the section, which says no more than it must.
function namedScales(section: ReportSection): readonly NamedScale[] {
  const rows = rowsOf([section]);
  const nameOf = ({ scale: { patient_title: own, title } }: ScaleRow) =>
    own ?? (rows.length === 1 ? words.sections[section.key] : title);
  return rows.map((row) => ({ name: nameOf(row), row }));
}

type SummaryName = keyof typeof words.summary;

const summaryKinds = {
  worse: ['worse'],
  hint: ['hint'],
  better: ['recovered', 'improved'],
  unsure: ['unchanged'],
} as const satisfies Record<SummaryName, readonly ShownChange['kind'][]>;

// A mere hint stands beside what is reliably worse, in words of its own.
const summaryGroups = [['worse', 'hint'], ['better'], ['unsure']] as const;

// After the therapy there is no next session to talk in.
function leadOf({ after_therapy: isAfter, points }: ReportInput): Line {
  const { first, later, afterTherapy, therapy, onCall } = words.lead;
  const what = points.length > 1 ? later : first;
  if (!isAfter) return line(`${what} ${therapy}`);
  return [{ text: `${what} ${afterTherapy} ` }, { text: onCall, href: dialLink(onCall) }, { text: '.' }];
}

// A reader in a crisis must not wait for a reader at the clinic.
function readLine({ read, help_first: isUrgent }: ReportInput): string {
  if (read !== null) return words.read(formatIsoDate(read));
  return isUrgent ? `${words.unread} ${words.doNotWait}` : words.unread;
}

// A longer list weighs on the reader, and the summary below names all of them.
const NAMED = 3;

/** Names reliable worsenings since the last survey before anything else but help. */
function worsening(sections: readonly ReportSection[]): readonly Block[] {
  const isWorse = isOf('worse');
  const names = namesOf(sections, isWorse);
  if (names.length === 0) return [];
  const isAll = sections.flatMap(namedScales).every(isWorse);
  const rest = names.length > NAMED ? words.andMore : '';
  const listed = `${names.slice(0, NAMED).join(', ')}${rest}`;
  return [note('plain', isAll && names.length > NAMED ? words.allWorsened : words.worsened(listed))];
}

/** The scales by name, and a section by its own name where it is true of all its scales. */
function namesOf(
  sections: readonly ReportSection[],
  isOf: (scale: NamedScale) => boolean,
): readonly string[] {
  return sections.flatMap((section) => {
    const scales = namedScales(section);
    return scales.length > 0 && scales.every(isOf)
      ? [words.sections[section.key]]
      : scales.filter(isOf).map(({ name }) => name);
  });
}

function isOf(name: SummaryName): (scale: NamedScale) => boolean {
  const kinds: readonly string[] = summaryKinds[name];
  return ({ row: { changes } }) => kinds.includes(changes[0]?.kind ?? '');
}

// A frame around improvements would belittle a worsening beside them, or an answer that shows danger.
function isGoodNews(sections: readonly ReportSection[], { help_first: isUrgent }: ReportInput): boolean {
  const has = (name: SummaryName) => sections.flatMap(namedScales).some(isOf(name));
  return !isUrgent && has('better') && !has('worse') && !has('hint');
}

/** What became worse, better or was not shown to change since the last time, by name. */
function summary(sections: readonly ReportSection[], input: ReportInput): Block {
  const items = summaryGroups.flatMap((group): readonly (readonly Block[])[] => {
    const parts = group.flatMap((name) => summaryPart(name, sections));
    const runs = parts.flatMap((part, index) => (index === 0 ? part : [{ text: '. ' }, ...part]));
    return runs.length > 0 ? [[paragraph(runs)]] : [];
  });
  const withoutChange = input.points.length > 1 ? words.incomparable : words.firstTime;
  return {
    kind: 'section',
    id: 'summary',
    title: words.overview,
    level: 2,
    look: isGoodNews(sections, input) ? 'good-news' : 'overview',
    unlisted: true,
    blocks: items.length > 0 ? [{ kind: 'list', ordered: false, items }] : [paragraph(withoutChange)],
  };
}

function summaryPart(name: SummaryName, sections: readonly ReportSection[]): readonly Line[] {
  const found = namesOf(sections, isOf(name));
  if (found.length === 0) return [];
  const title = `${words.arrow[summaryKinds[name][0]]} ${words.summary[name]}:`;
  return [[{ text: title, bold: true }, { text: ` ${found.join(', ')}` }]];
}

function sectionBlock(section: ReportSection, input: ReportInput): Block {
  const scales = namedScales(section);
  const cells = scales.map((scale) => scaleBlocks(scale, scales.length === 1));
  const about = sectionSubjects(section, input).map(({ question, answer }) =>
    muted(reportText.subject({ question, answer, before: null })),
  );
  const isNew = scales.some(({ row }) => row.people.were_others);
  const apart = isNew ? [paragraph(words.otherPeople)] : [];
  return {
    kind: 'section',
    id: section.key,
    title: words.sections[section.key],
    level: 2,
    folded: foldedLine(scales),
    blocks: [...about, ...apart, { kind: 'columns', look: 'briefs', cells }],
  };
}

// A closed section says how its scales changed. It names scales without a sure change only where no other scale changed.
function foldedLine(scales: readonly NamedScale[]): Line {
  const parts = summaryGroups.flat().flatMap((name) => {
    const [kind] = summaryKinds[name];
    const count = scales.filter(isOf(name)).length;
    const said = count === scales.length ? words.change[kind] : words.partly(words.change[kind]);
    return count > 0 ? [{ name, text: `${words.arrow[kind]}\u00A0${said}` }] : [];
  });
  const changed = parts.filter(({ name }) => name !== 'unsure');
  const shown = changed.length > 0 ? changed : parts;
  return shown.length > 0 ? line(shown.map(({ text }) => text).join(', ')) : [];
}

function scaleBlocks({ name, row }: NamedScale, isSingle: boolean): readonly Block[] {
  const { scale, current } = row;
  const title = isSingle ? [] : [heading(3, name)];
  if (!current) return [...title, paragraph(words.noScore)];
  const result = current.band?.patient ?? valueSentence(row, current);
  return [
    ...title,
    paragraph(scale.patient),
    paragraph([{ text: result, bold: true }]),
    ...changeLine(row),
    ...(isSingle ? courseBlocks(name, row) : []),
  ];
}

function valueSentence({ scale, answer, ends }: ScaleRow, { value }: CoursePoint): string {
  if (answer !== null) return words.answer(answer);
  return words.value(germanNumber(value, scoreDigits(scale)), ...ends);
}

/** One sentence and one arrow a scale: since the last survey, then since the first. */
function changeLine({ changes }: ScaleRow): readonly Block[] {
  const [newest] = changes;
  if (!newest) return [];
  const parts = changes.map((change) => words.changeSince(change.since, wordsOf(change)));
  return [paragraph(words.changeSentence(words.arrow[newest.kind], parts))];
}

/** A reliable change is not a large one: only twice the threshold is. */
function wordsOf({ kind, size }: ShownChange): string {
  const said = words.change[kind];
  return kind !== 'hint' && size > 2 ? words.large(said) : said;
}

function courseBlocks(name: string, row: ScaleRow): readonly Block[] {
  if (row.course.length < 2) return [];
  const points = row.course.map((point, index) => `${point.label}: ${changeWords(point, index)}`);
  const title = words.courseTitle(name);
  const desc = words.courseDesc(points.join('; '));
  const labels = { id: `${row.id}-course`, title, desc };
  const svg = courseChart(row, labels, 'plain', { width: 340, height: 180 });
  return [
    { kind: 'figure', svg, alt: `${title}. ${desc}`, caption: words.courseCaption },
    disclosure(words.table, [wordTable(row)]),
  ];
}

function changeWords({ change }: CoursePoint, index: number): string {
  if (index === 0) return words.first;
  return change ? wordsOf(change) : words.noChange;
}

/** The course in words: the data behind the chart, without numbers that would need an explanation. */
function wordTable({ course }: ScaleRow): Block {
  const { point, date, change } = words.columns;
  const rows = course.map((one, index) => [one.label, one.day, changeWords(one, index)]);
  return table([point, date, change], rows);
}
