import type { Instrument } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { genderText, reportPdfText, reportText } from '../../text/reports.ts';
import { signsText } from '../../text/response-signs.ts';
import { note, type Block, type Fact, type Report } from '../print/blocks.ts';
import type { ReportInput } from './report-data.ts';

/** A report with its head; what must not be shown is masked (R18). */
export function reportOf(input: ReportInput, title: string, blocks: readonly Block[]): Report {
  const { person, point, product_name: product, retrieved } = input;
  return {
    title: `${title}: ${point}`,
    layout: 'page',
    product,
    facts: reportFacts(input),
    footer: reportPdfText.footer(product, person.code, formatIsoDate(retrieved)),
    blocks,
  };
}

function reportFacts({ person, point, started, updated, retrieved }: ReportInput): readonly Fact[] {
  return [
    [reportText.code, person.code],
    person.birth_date
      ? [reportText.birthDate, formatIsoDate(person.birth_date)]
      : masked(reportText.birthDate),
    person.gender ? [reportText.gender, genderText[person.gender]] : masked(reportText.gender),
    [reportText.point, point],
    [reportText.started, formatIsoDate(started)],
    [reportText.updated, formatIsoDate(updated)],
    [reportText.retrieved, formatIsoDate(retrieved)],
  ];
}

const masked = (name: string): Fact => [name, reportText.masked, reportText.maskedAloud];

/** The instruments of a report that only show what the platform can do. */
export function demonstrations({ instruments }: ReportInput): readonly Instrument[] {
  return shownInstruments(instruments).filter(({ status }) => status === 'demonstration');
}

/** Names unusual answers, if there are some. Nothing is drawn from them. */
export function signsOf({ signs }: ReportInput): readonly string[] {
  return signs.length > 0 ? [signsText(signs)] : [];
}

/** Says which instruments are demonstrations, or that all are; null where none is. */
export function demonstrationText(input: ReportInput): string | null {
  const titles = demonstrations(input).map(({ title }) => title);
  if (titles.length === 0) return null;
  const isAll = titles.length === shownInstruments(input.instruments).length;
  return isAll ? reportText.allDemonstration : reportText.demonstration(titles.join(', '));
}

function shownInstruments(instruments: readonly Instrument[]): readonly Instrument[] {
  return instruments.filter(({ section, scales }) => section !== undefined || scales.length > 0);
}

/** What the reader must know of a report: that it is a demonstration, that it is no diagnosis. */
export function notices(demonstration: string | null, notDiagnosis: string): Block {
  const warning = demonstration === null ? [] : [[note('warning', demonstration)]];
  return { kind: 'columns', look: 'notes', cells: [...warning, [note('plain', notDiagnosis)]] };
}
