import { answersShown } from '../../domain/answers-shown.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { allNorms } from '../../domain/scoring-classical.ts';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import { Z_95 } from '../../psychometrics/t-scores.ts';
import { reportText, sectionTitle, sentenceText, signatureText, stopText } from '../../text/reports.ts';
import {
  bandChip,
  disclosure,
  heading,
  list,
  muted,
  note,
  paragraph,
  type Block,
  type HeadingLevel,
  type Line,
  type Report,
} from '../print/blocks.ts';
import { germanNumber } from '../print/number-format.ts';
import { crisisBox } from './crisis-box.ts';
import { documentation, toolsOf } from './documentation.ts';
import { changeNote, otherPeopleSentences, overview, worsenings } from './overview.ts';
import { answeredItems, answerTable } from './answer-table.ts';
import {
  missingSections,
  reportSections,
  sectionSubjects,
  type ReportInput,
  type ReportSection,
  type ShownInstrument,
} from './report-data.ts';
import { demonstrationText, notices, reportOf, signsOf } from './report-frame.ts';
import { changeSource, chartLegend, courseTable, scaleInBrief, scaleInFull } from './scale-blocks.ts';

/** The report for clinicians (product 14.2). */
export function clinicianReport(input: ReportInput): Report {
  const sections = reportSections(input);
  const leading = sections.filter(({ kind }) => kind === 'symptom');
  const more = sections.filter(({ kind }) => kind !== 'symptom');
  return reportOf(input, reportText.title, [
    toolsOf(input, sections),
    ...input.additions.flatMap(({ notes }) => notes),
    ...crisisBox(input),
    ...worsenings(sections).map((text) => note('warning', text)),
    ...changeNote(sections, input),
    ...signsOf(input).map((text) => note('plain', text)),
    overview(leading, more),
    notices(demonstrationText(input), reportText.notDiagnosis),
    { kind: 'nav', title: reportText.pages, choice: reportText.toolbar, withAnswers: true },
    ...leading.flatMap((section) => sectionBlock(section, input, 2)),
    ...input.additions.flatMap(({ sections: added }) =>
      added(leading.flatMap(({ instruments }) => instruments.flatMap(({ scales }) => scales))),
    ),
    ...moreDimensions(more, input),
    ...notAsked(sections, input),
    ...notAskedInstruments(input),
    documentation(input, sections),
    versions(input),
  ]);
}

/** A section of the report. Its id is its key (product 14.1). One that would be empty is left out. */
function sectionBlock(section: ReportSection, input: ReportInput, level: 2 | 3): readonly Block[] {
  const { key, instruments } = section;
  const titles = instruments.map(({ instrument }) => instrument.title);
  const title = 'title' in section ? section.title : titles.join(', ');
  const parts = instruments.flatMap((one) => namedBlocks(one, input, { title, level: level === 2 ? 3 : 4 }));
  if (parts.length === 0) return [];
  const about = sectionSubjects(section, input).map((one) => muted(reportText.subject(one)));
  const apart = otherPeopleSentences([section]).map(muted);
  const blocks = [...about, ...apart, ...parts];
  return [{ kind: 'section', id: key, title, level, folded: foldedLine(instruments), blocks }];
}

// An instrument whose name is not that of the section is named in it.
function namedBlocks(
  shown: ShownInstrument,
  input: ReportInput,
  section: { readonly title: string; readonly level: HeadingLevel },
): readonly Block[] {
  const { title } = shown.instrument;
  if (title === section.title) return instrumentBlocks(shown, input, section.level);
  const blocks = instrumentBlocks(shown, input, 4);
  return blocks.length > 0 ? [heading(section.level, title), ...blocks] : [];
}

// A closed section shows its value; several values stand in the overview.
function foldedLine(instruments: readonly ShownInstrument[]): Line {
  const [row, ...others] = instruments.flatMap(({ scales }) => scales);
  if (!row?.current || others.length > 0) return [];
  return [{ text: `${row.current.score} ` }, ...bandChip(row.current.band)];
}

function moreDimensions(sections: readonly ReportSection[], input: ReportInput): readonly Block[] {
  const parts = sections.flatMap((section) => sectionBlock(section, input, 3));
  if (parts.length === 0) return [];
  const title = reportText.moreDimensions;
  const place = { id: 'more', title };
  return [{ kind: 'group', look: 'more', place, blocks: [heading(2, title), ...parts] }];
}

function instrumentBlocks(shown: ShownInstrument, input: ReportInput, level: HeadingLevel): readonly Block[] {
  const { instrument, scales } = shown;
  const isShown = answersShown(instrument) === 'all';
  const answers = isShown ? answeredItems(instrument, input.answers) : [];
  const answered = answers.length > 0 ? [answerTable(answers)] : [];
  const [first] = scales;
  if (!first) return answered;
  const given = answers.filter(({ answer }) => !answer.not_asked).length;
  const title = reportText.answers(given, given - scoredItems(instrument, input));
  return [
    ...(scales.length === 1 ? [scaleInFull(first, level)] : briefs(shown, level)),
    ...answered.map((content) => disclosure(title, [content])),
    ...(isShown ? [] : [muted(reportText.answersHidden)]),
    measurement(shown, input),
  ];
}

/** How many questions of an instrument the scores of this report rest on, answered or not. */
function scoredItems(instrument: Instrument, { points }: ReportInput): number {
  const scores = points.at(-1)?.scores.filter(({ instrument_id: id }) => id === instrument.id) ?? [];
  return scores.reduce((sum, { items_answered, items_missing, items_not_applicable = 0 }) => {
    return sum + items_answered + items_missing + items_not_applicable;
  }, 0);
}

function briefs({ instrument, scales }: ShownInstrument, level: HeadingLevel): readonly Block[] {
  const cells = scales.map((row) => scaleInBrief(row, level));
  return [
    paragraph(instrument.purpose),
    { kind: 'columns', look: 'briefs', cells },
    ...courseTable(scales),
    chartLegend(scales),
  ];
}

/** How the scores of an instrument came about: precision, norms, sources. */
function measurement({ instrument, scales }: ShownInstrument, input: ReportInput): Block {
  const [first] = scales;
  const several = scales.length > 1;
  const now = input.points.at(-1)?.scores ?? [];
  const scores = scales.flatMap(({ scale }) => {
    const score = now.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
    return score ? [scoreNote(instrument, score, several ? `${scale.title}: ` : '')] : [];
  });
  const norms = allNorms(instrument).map(({ title, population, source }) =>
    sentenceText.norm(title, population, source),
  );
  const bandSource = several ? first?.scale.bands?.source : undefined;
  const { construction, source, licence } = instrument;
  const bands = bandSource ? [sentenceText.source(bandSource)] : [];
  const lines = [...scores, ...norms, ...bands, construction, source, licence].flatMap((text) => text || []);
  const change = several && first ? changeSource(first) : [];
  return disclosure(reportText.measurement, [list(lines, { tone: 'muted' }), ...change]);
}

function scoreNote(instrument: Instrument, score: ScaleScore, prefix: string): string {
  const { items_answered: answered, items_missing: missing, items_not_asked: hidden = 0 } = score;
  const { stop, interval, t, items_not_applicable: foreign = 0 } = score;
  if (score.kind !== 'irt' || stop === null || !interval || t === null)
    return prefix + sentenceText.items(answered, answered + missing + foreign, hidden, foreign);
  const dimension = instrument.dimensions.find(({ form }) => form === 'adaptive');
  // The interval is the estimate ± 1.96 standard errors, in T points.
  const se = germanNumber((interval.upper - interval.lower) / 2 / Z_95, 1);
  return prefix + sentenceText.adaptive(answered, dimension?.items.length ?? 0, se, stopText[stop]);
}

function notAsked(sections: readonly ReportSection[], input: ReportInput): readonly Block[] {
  const { instruments, subjects } = input;
  const missing = missingSections(sections, input).map(sectionTitle);
  const reasons = subjects.filter((one) => !instruments.some(({ id }) => one.instruments.includes(id)));
  if (missing.length === 0) return [];
  return [muted([reportText.notAsked(missing.join(', ')), ...reasons.map(reportText.subject)].join(' '))];
}

/** Instruments that the survey did not ask because of earlier answers. */
function notAskedInstruments({ not_asked: titles }: ReportInput): readonly Block[] {
  return titles.length > 0 ? [muted(reportText.notAskedInstruments(titles.join(', ')))] : [];
}

function versions({ instruments, signed, protocol_version, algorithm_version }: ReportInput): Block {
  const names = instruments.map(({ title, id, version }) => sentenceText.instrument(title, id, version));
  const own = signed.map(({ id, version, hash, signatures }) => {
    const people = signatures.map(({ by, role, at }) => signatureText[role](by, formatIsoDate(at)));
    return ` ${sentenceText.signed(`${id} ${version}`, people.join(', '), hash.slice(0, 12))}`;
  });
  const text = sentenceText.versions(names.join(', '), protocol_version, algorithm_version) + own.join('');
  return { kind: 'colophon', title: reportText.versions, text };
}
