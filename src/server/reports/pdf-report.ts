import { formatIsoDate } from '../../domain/iso-date.ts';
import { instrumentItems } from '../../domain/instrument.ts';
import { genderText, reportPdfText, reportText, sentenceText } from '../../text/reports.ts';
import { heading, line, muted, note, type Block, type Document, type Line } from '../documents/content.ts';
import { missingSections, symptomKeys } from './clinician-report.ts';
import { documentation } from './documentation.ts';
import { scoreDigits, signedNumber } from '../print/number-format.ts';
import { scaleCard, sectionBlocks } from './pdf-sections.ts';
import { reportSections, type ReportInput, type ReportSection, type ShownScale } from './report-data.ts';
import { demonstrationText } from './report-frame.ts';
import { chipOf, glyphs } from './marks.ts';
import { valueText } from './report-words.ts';
import { sectionTitle } from './section-html.ts';
import { changeText } from '../../text/reports.ts';

/** The clinician's report for paper: what the HTML report says (product 14), with everything unfolded. */
export function pdfReport(input: ReportInput): Document {
  const { point, person, product_name: product } = input;
  const sections = reportSections(input);
  const leading = sections.filter(({ key }) => symptomKeys.includes(key));
  const more = sections.filter(({ key }) => !symptomKeys.includes(key));
  return {
    title: `${reportText.title}: ${point}`,
    layout: 'page',
    footer: reportPdfText.footer(product, person.code, formatIsoDate(input.retrieved)),
    blocks: [
      { kind: 'facts', rows: facts(input) },
      ...notices(input),
      ...flags(input),
      ...overview(leading, more),
      ...leading.flatMap((section) => [
        heading(2, sectionTitle(section)),
        ...sectionBlocks(section, input, 3),
      ]),
      ...(more.length > 0 ? [heading(2, reportText.moreDimensions)] : []),
      ...more.flatMap((section) => [heading(3, sectionTitle(section)), ...sectionBlocks(section, input, 4)]),
      ...missing(sections),
      heading(2, reportText.documentation),
      { kind: 'plain', text: documentation(input, sections) },
      heading(2, reportText.versions),
      muted(versions(input)),
    ],
  };
}

function facts(input: ReportInput): readonly (readonly [string, string])[] {
  const { person, point, started, updated, retrieved } = input;
  return [
    [reportText.code, person.code],
    [reportText.birthDate, person.birth_date ? formatIsoDate(person.birth_date) : reportText.masked],
    [reportText.gender, person.gender ? genderText[person.gender] : reportText.masked],
    [reportText.point, point],
    [reportText.started, formatIsoDate(started)],
    [reportText.updated, formatIsoDate(updated)],
    [reportText.retrieved, formatIsoDate(retrieved)],
  ];
}

function notices(input: ReportInput): readonly Block[] {
  const demonstration = demonstrationText(input);
  return [
    ...(demonstration === null ? [] : [note('warning', demonstration)]),
    note('plain', reportText.notDiagnosis),
  ];
}

function flags({ flags: found, instruments }: ReportInput): readonly Block[] {
  if (found.length === 0) return [];
  const contents = new Map(instruments.flatMap(instrumentItems).map(({ id, content }) => [id, content]));
  const lines = found.map(({ clinician, item_id: id, label }) =>
    [clinician, reportText.flagAnswer(contents.get(id) ?? id, label)].join(' '),
  );
  return [heading(2, reportText.flagsTitle), ...lines.map((text) => note('warning', text))];
}

function overview(leading: readonly ReportSection[], more: readonly ReportSection[]): readonly Block[] {
  const cards = leading
    .flatMap(({ instruments }) => instruments.flatMap(({ scales }) => scales))
    .map(scaleCard);
  const rows = more
    .flatMap(({ instruments }) => instruments)
    .flatMap(({ instrument, scales }) =>
      scales.map((shown) => overviewRow(scales.length > 1 ? `${instrument.title}: ` : '', shown)),
    );
  const { scale, value, band, change } = reportText.columns;
  return [
    heading(2, reportText.overview),
    ...(cards.length > 0 ? [{ kind: 'columns', cells: cards } satisfies Block] : []),
    ...(rows.length > 0
      ? [
          {
            kind: 'table',
            head: [scale, value, band, change].map(line),
            rows,
            numeric: [1],
            widths: [5, 2, 3, 5],
          } satisfies Block,
        ]
      : []),
  ];
}

function overviewRow(prefix: string, { scale, current, changes }: ShownScale): readonly Line[] {
  const [since] = changes;
  const change = since
    ? `${glyphs[since.change.kind]} ${signedNumber(since.difference, scoreDigits(scale))} ${changeText[since.change.kind]}`
    : '';
  return [
    line(prefix + scale.title),
    line(current ? valueText(scale, current.value) : '–'),
    chipOf(current?.band ?? null),
    line(change),
  ];
}

function missing(sections: readonly ReportSection[]): readonly Block[] {
  const titles = missingSections(sections);
  return titles.length === 0 ? [] : [muted(reportText.notAsked(titles.join(', ')))];
}

function versions({ instruments, protocol_version, algorithm_version }: ReportInput): string {
  const names = instruments.map(({ title, id, version }) => sentenceText.instrument(title, id, version));
  return sentenceText.versions(names.join(', '), protocol_version, algorithm_version);
}
