import { isTScale } from '../../domain/instrument-items.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { directionText, documentationText, genderText, reportText } from '../../text/reports.ts';
import { paragraph, type Block } from '../print/blocks.ts';
import { printText } from '../print/print-text.ts';
import type { ScaleRow } from '../print/scale-row.ts';
import { crisisSummary } from './crisis-box.ts';
import { changeSentences, worsenings } from './overview.ts';
import type { ReportInput, ReportSection, ShownInstrument } from './report-data.ts';
import { demonstrationText, notices, signsOf } from './report-frame.ts';
import { scoreLine } from './scale-blocks.ts';

/** The text for the clinic's own record, to be read, copied or printed. */
export function documentation(input: ReportInput, sections: readonly ReportSection[]): Block {
  const id = 'documentation';
  const text = printText(longText(input, sections));
  return {
    kind: 'section',
    id,
    title: reportText.documentation,
    level: 2,
    folded: [],
    blocks: [paragraph(reportText.documentationLead), { kind: 'plain', text, section: id }],
  };
}

/** The bar above the report: both texts, and printing. */
export function toolsOf(input: ReportInput, sections: readonly ReportSection[]): Block {
  const copies = [
    { name: reportText.copyShort, text: printText(shortText(input, sections)) },
    { name: reportText.copyLong, text: printText(longText(input, sections)) },
  ];
  return { kind: 'tools', copies };
}

/** Events, what changed, the symptoms and the alliance. */
function shortText(input: ReportInput, sections: readonly ReportSection[]): readonly Block[] {
  const { product_name: product, point, person, updated } = input;
  const chosen = sections.filter(({ kind }) => kind === 'symptom' || kind === 'alliance');
  return [
    paragraph(documentationText.head(product, `${point}, ${formatIsoDate(updated)}, ${person.code}`)),
    ...whatCounts(input, sections),
    ...chosen.flatMap(({ instruments }) => instruments.flatMap(summaryOf)),
    notices(demonstrationText(input), reportText.notDiagnosis),
  ];
}

function longText(input: ReportInput, sections: readonly ReportSection[]): readonly Block[] {
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
    ...whatCounts(input, sections),
    ...sections.flatMap(({ instruments }) => instruments.flatMap(summaryOf)),
    paragraph(''),
    notices(demonstrationText(input), reportText.notDiagnosis),
  ];
}

/** What a reader must know before the values. */
function whatCounts(input: ReportInput, sections: readonly ReportSection[]): readonly Block[] {
  const sentences = [...worsenings(sections), ...changeSentences(sections, input), ...signsOf(input)];
  return [...crisisSummary(input), ...sentences.map(paragraph)];
}

function summaryOf({ instrument, scales }: ShownInstrument): readonly Block[] {
  const lines = scales.map(summaryLine);
  if (lines.length < 2) return lines;
  const items = lines.map((one) => [one]);
  return [paragraph(`${instrument.title}:`), { kind: 'list', ordered: false, items }];
}

function summaryLine(row: ScaleRow): Block {
  const { title: text } = row.scale;
  if (!row.current) return paragraph(`${text}: ${documentationText.noScore}`);
  const interval = [scaleText(row), row.certainty].filter(Boolean).join('; ');
  return { ...scoreLine(row, row.current), interval, title: { level: 3, text } };
}

// A T-score has no ends, but a meaning.
function scaleText({ scale, ends }: ScaleRow): string {
  const meaning = directionText[scale.direction];
  return isTScale(scale) ? meaning : documentationText.range(...ends, meaning);
}
