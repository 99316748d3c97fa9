import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import { Z_95 } from '../../psychometrics/t-scores.ts';
import {
  documentationText,
  genderText,
  reportText,
  sectionText,
  sentenceText,
  stopText,
} from '../../text/reports.ts';
import { bandChip, heading, line, list, muted, note, paragraph, table } from '../print/blocks.ts';
import type { Block, HeadingLevel, Line, Report, RowGroup } from '../print/blocks.ts';
import { sparkline } from '../print/charts/sparkline.ts';
import { germanNumber, scoreDigits, signedNumber } from '../print/number-format.ts';
import { printText } from '../print/print-text.ts';
import {
  changeWords,
  courseWords,
  valueText,
  type ShownChange,
  type ShownScale,
} from '../print/shown-scale.ts';
import { crisisBox, crisisSummary } from './crisis-box.ts';
import { answeredItems, missingSections, reportSections } from './report-data.ts';
import type { AnsweredItem, ReportInput, ReportSection, ShownInstrument } from './report-data.ts';
import { demonstrationText, navigation, notices, reportOf } from './report-frame.ts';
import {
  changeSource,
  chartLegend,
  courseTable,
  scaleCard,
  scaleInBrief,
  scaleInFull,
  scoreLine,
} from './scale-blocks.ts';

/** The report for clinicians (product 14.2). */
export function clinicianReport(input: ReportInput): Report {
  const sections = reportSections(input);
  const leading = sections.filter(({ kind }) => kind === 'symptom');
  const more = sections.filter(({ kind }) => kind !== 'symptom');
  return reportOf(input, reportText.title, [
    ...crisisBox(input),
    ...worsenings(sections).map((text) => note('warning', text)),
    overview(leading, more),
    notices(demonstrationText(input), reportText.notDiagnosis),
    navigation(reportText.pages, { withAnswers: true }),
    ...leading.map((section) => sectionBlock(section, input, 2)),
    ...moreDimensions(more, input),
    ...notAsked(sections),
    documentation(input, sections),
    versions(input),
  ]);
}

/**
 * Names each scale that became worse since the last or the first point: one line for the reliable worsenings, one for the
 * hints. The symptoms come first, as in the report.
 */
function worsenings(sections: readonly ReportSection[]): readonly string[] {
  const scales = sections.flatMap(({ instruments }) => instruments.flatMap((one) => one.scales));
  const found = scales.flatMap((shown) => worsening(shown));
  return (['worse', 'hint'] as const).flatMap((kind) => {
    const named = found.filter((one) => one.kind === kind).map(({ text }) => text);
    return named.length === 0 ? [] : [reportText.worsened[kind](named.join('; '))];
  });
}

// What is reliable counts before a hint, and the last measurement before the first.
function worsening({ scale, changes }: ShownScale): readonly { kind: 'worse' | 'hint'; text: string }[] {
  return (['worse', 'hint'] as const)
    .flatMap((kind) => {
      const found = changes.find(({ change }) => change.kind === kind);
      if (!found) return [];
      const points = signedNumber(found.change.points, scoreDigits(scale));
      return [{ kind, text: reportText.worsenedScale(scale.title, found.since, points) }];
    })
    .slice(0, 1);
}

/** The course in five seconds: the symptom scales as cards, everything else as a table with one line a scale. */
function overview(leading: readonly ReportSection[], more: readonly ReportSection[]): Block {
  const cards = leading
    .flatMap(({ instruments }) => instruments.flatMap(({ scales }) => scales))
    .map((shown) => scaleCard(shown, 3));
  const groups = more
    .flatMap(({ instruments }) => instruments)
    .filter(({ scales }) => scales.length > 0)
    .map(({ instrument, scales }) => ({ title: instrument.title, scales }));
  return {
    kind: 'section',
    id: 'overview',
    title: reportText.overview,
    level: 2,
    look: 'overview',
    blocks: [
      ...(cards.length > 0 ? [{ kind: 'columns', look: 'cards', cells: cards } satisfies Block] : []),
      ...(groups.length > 0 ? [overviewTable(groups)] : []),
    ],
  };
}

type ScaleGroup = { readonly title: string; readonly scales: readonly ShownScale[] };

// A first measurement has no course and no change, so it has no empty columns for them.
function overviewTable(scaleGroups: readonly ScaleGroup[]): Block {
  const { scale, value, band, course, sinceLast, sinceFirst } = reportText.columns;
  const isFirst = scaleGroups.every(({ scales }) => scales.every((shown) => shown.course.length < 2));
  const columns = isFirst ? 3 : 6;
  const groups = scaleGroups.map(({ title, scales }): RowGroup => ({
    title,
    rows: scales.map((shown) => overviewRow(shown).slice(0, columns)),
  }));
  return {
    kind: 'table',
    look: 'summary',
    label: reportText.overviewCaption,
    head: [scale, value, band, course, sinceLast, sinceFirst].slice(0, columns).map(line),
    rows: [],
    groups,
    widths: [5, 2, 3, 3, 5, 5].slice(0, columns),
  };
}

function overviewRow(shown: ShownScale): readonly Line[] {
  const { scale, current, changes, course } = shown;
  const [sinceLast, sinceFirst] = changes;
  const title = `${scale.title}: ${reportText.courseTitle}`;
  const desc = courseWords(shown);
  const svg = sparkline(shown, { id: `${shown.id}-spark`, title, desc });
  return [
    line(scale.title),
    line(current ? valueText(scale, current.value) : '–'),
    bandChip(current?.band ?? null),
    course.length > 0 ? [{ text: '', picture: { svg, alt: `${title}. ${desc}` } }] : [],
    changeCell(scale, sinceLast),
    changeCell(scale, sinceFirst),
  ];
}

function changeCell(scale: Scale, shown: ShownChange | undefined): Line {
  return shown ? [{ text: changeWords(scale, shown), mark: shown.change.kind }] : [];
}

/** A section of the report. Its id is its key (product 14.1). */
function sectionBlock({ key, instruments }: ReportSection, input: ReportInput, level: 2 | 3): Block {
  const inner = level === 2 ? 3 : 4;
  const title = instruments.map(({ instrument }) => instrument.title).join(', ');
  const blocks = instruments.flatMap((one) => instrumentBlocks(one, input, inner));
  return { kind: 'section', id: key, title, level, blocks };
}

function moreDimensions(sections: readonly ReportSection[], input: ReportInput): readonly Block[] {
  if (sections.length === 0) return [];
  const parts = sections.map((section) => sectionBlock(section, input, 3));
  return [{ kind: 'group', look: 'more', blocks: [heading(2, reportText.moreDimensions), ...parts] }];
}

function instrumentBlocks(shown: ShownInstrument, input: ReportInput, level: HeadingLevel): readonly Block[] {
  const { instrument, scales } = shown;
  const answers = answeredItems(instrument, input.answers);
  const answered = answers.length > 0 ? [answerTable(answers)] : [];
  const [first] = scales;
  if (!first) return answered;
  const title = reportText.answers(answers.length);
  return [
    ...(scales.length === 1 ? [scaleInFull(first, instrument, level)] : briefs(shown, level)),
    ...answered.map((content): Block => ({ kind: 'disclosure', title, blocks: [content] })),
    measurement(shown, input),
  ];
}

function briefs({ instrument, scales }: ShownInstrument, level: HeadingLevel): readonly Block[] {
  const cells = scales.map((shown) => scaleInBrief(shown, level));
  return [
    paragraph(instrument.purpose),
    { kind: 'columns', look: 'briefs', cells },
    ...courseTable(scales),
    chartLegend(scales),
  ];
}

function answerTable(answers: readonly AnsweredItem[]): Block {
  const { item, answer } = reportText.answerColumns;
  const rows = answers.map((one) => [one.item.content, answerText(one)]);
  return table([item, answer], rows, { look: 'answers', widths: [3, 1] });
}

function answerText({ answer: { label } }: AnsweredItem): string {
  if (label === null || label.length === 0) return reportText.noAnswer;
  return typeof label === 'string' ? label : label.join(', ');
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
  const norms = instrument.norm_sets.map(({ title, population, source }) =>
    sentenceText.norm(title, population, source),
  );
  const bandSource = several ? first?.scale.bands?.source : undefined;
  const { construction, source, licence } = instrument;
  const lines = [
    ...scores,
    ...norms,
    bandSource && sentenceText.source(bandSource),
    construction,
    source,
    licence,
  ]
    .filter((text) => text !== undefined)
    .filter((text) => text !== '');
  const change = several && first ? changeSource(first.scale) : [];
  return {
    kind: 'disclosure',
    title: reportText.measurement,
    blocks: [list(lines, { tone: 'muted' }), ...change],
  };
}

function scoreNote(instrument: Instrument, score: ScaleScore, prefix: string): string {
  const { items_answered: answered, items_missing: missing, stop, interval, t } = score;
  if (score.kind !== 'irt' || stop === null || !interval || t === null)
    return prefix + sentenceText.items(answered, answered + missing);
  const dimension = instrument.dimensions.find(({ form }) => form === 'adaptive');
  // The interval is the estimate ± 1.96 standard errors, in T points.
  const se = germanNumber((interval.upper - interval.lower) / 2 / Z_95, 1);
  return prefix + sentenceText.adaptive(answered, dimension?.items.length ?? 0, se, stopText[stop]);
}

function notAsked(sections: readonly ReportSection[]): readonly Block[] {
  const missing = missingSections(sections).map((key) => sectionText[key]);
  return missing.length === 0 ? [] : [muted(reportText.notAsked(missing.join(', ')))];
}

function documentation(input: ReportInput, sections: readonly ReportSection[]): Block {
  const { copy, copied, notCopied, printDocumentation } = reportText;
  const id = 'documentation';
  const text = printText(summaryBlocks(input, sections));
  const buttons = { copy, copied, notCopied, print: { section: id, text: printDocumentation } };
  return {
    kind: 'section',
    id,
    title: reportText.documentation,
    level: 2,
    blocks: [paragraph(reportText.documentationLead), { kind: 'plain', text, buttons }],
  };
}

/** The report in brief, for the clinic's own record. */
function summaryBlocks(input: ReportInput, sections: readonly ReportSection[]): readonly Block[] {
  const { person } = input;
  const days = [input.started, input.updated, input.retrieved].map(formatIsoDate);
  const [started = '', updated = '', retrieved = ''] = days;
  return [
    paragraph(documentationText.head(input.product_name, input.point)),
    paragraph(
      person.birth_date && person.gender
        ? documentationText.person(person.code, formatIsoDate(person.birth_date), genderText[person.gender])
        : person.code,
    ),
    paragraph(documentationText.dates(started, updated, retrieved)),
    paragraph(''),
    ...crisisSummary(input),
    ...worsenings(sections).map(paragraph),
    ...sections.flatMap(({ instruments }) => instruments.flatMap(summaryOf)),
    paragraph(''),
    notices(demonstrationText(input), reportText.notDiagnosis),
  ];
}

function summaryOf({ instrument, scales }: ShownInstrument): readonly Block[] {
  const lines = scales.map(summaryLine);
  if (lines.length < 2) return lines;
  const items = lines.map((one) => [one]);
  return [paragraph(`${instrument.title}:`), { kind: 'list', ordered: false, items }];
}

function summaryLine(shown: ShownScale): Block {
  const { title: text } = shown.scale;
  if (!shown.current) return paragraph(`${text}: ${documentationText.noScore}`);
  return { ...scoreLine(shown, shown.current), title: { level: 3, text } };
}

function versions({ instruments, protocol_version, algorithm_version }: ReportInput): Block {
  const names = instruments.map(({ title, id, version }) => sentenceText.instrument(title, id, version));
  const text = sentenceText.versions(names.join(', '), protocol_version, algorithm_version);
  return { kind: 'colophon', title: reportText.versions, text };
}
