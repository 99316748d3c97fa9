import type { Answer, ItemType } from '../../domain/answer-types.ts';
import type { SignedVersion } from '../instruments/signatures.ts';
import type { Help } from '../../domain/crisis.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import { compareIsoDates, type IsoDate } from '../../domain/iso-date.ts';
import type { QualitySign } from '../../domain/response-quality.ts';
import { inReadingOrder, isSymptom, sectionOf, type Section } from '../../domain/sections.ts';
import type { MissedPoint, ScaleRow, ShownChange, TimeAxis } from '../print/scale-row.ts';
import type { ReportAddition } from '../services.ts';
import type { CrisisItem } from './crisis-items.ts';
import { changesOf, scaleRows, type MeasurementPoint } from './scale-rows.ts';
import type { Subject } from './subjects.ts';

/** The patient of a report. Birth date and gender are null where they must not be shown (R18). */
export type ReportPerson = {
  readonly code: string;
  readonly birth_date: IsoDate | null;
  readonly gender: 'FEMALE' | 'MALE' | 'DIVERSE' | null;
};

/** An answer as it is shown; null where the item was left empty or asks nothing. */
export type ShownAnswer = {
  readonly item: string;
  readonly type: ItemType;
  readonly label: Answer['label'] | null;
  /** A condition left the item out. */
  readonly not_asked?: true;
};

/** Everything a report is made of. The same input gives the same report, byte for byte. */
export type ReportInput = {
  readonly person: ReportPerson;
  readonly point: string;
  readonly started: IsoDate;
  readonly updated: IsoDate;
  /** The day on which the treating clinician first opened the report. */
  readonly read: IsoDate | null;
  readonly retrieved: IsoDate;
  readonly instruments: readonly Instrument[];
  /** The titles of instruments that earlier answers of the survey left out. */
  readonly not_asked: readonly string[];
  /** The sections that the protocol asks for at any measurement point. */
  readonly protocol_sections: readonly Section[];
  readonly points: readonly MeasurementPoint[];
  /** The surveys up to this one that ended without being filled in. */
  readonly missed: readonly MissedPoint[];
  /** The surveys up to this one that lie in no window since admission or discharge were changed. They are not shown. */
  readonly detached: readonly MissedPoint[];
  readonly therapy: TimeAxis['therapy'];
  readonly answers: readonly ShownAnswer[];
  readonly subjects: readonly Subject[];
  /** Answers that show danger, for the first box of the clinician's report. */
  readonly crisis: readonly CrisisItem[];
  /** Signs of answers that were given without reading. */
  readonly signs: readonly QualitySign[];
  /** The questions about danger that the person did not want to answer. */
  readonly declined: readonly string[];
  /** The patient's report begins with help: an answer of the session shows danger, or its severity is high. */
  readonly help_first: boolean;
  /** The patient reads it after the end of the therapy: the discharge is over, or the survey is a follow-up. */
  readonly after_therapy: boolean;
  /** What extensions add to the report for clinicians. */
  readonly additions: readonly ReportAddition[];
  /** Who signed for the instruments that the clinic made itself, on which day. */
  readonly signed: readonly SignedVersion[];
  readonly protocol_version: string;
  readonly algorithm_version: string;
  readonly product_name: string;
  readonly help: Help;
};

export type ShownInstrument = { readonly instrument: Instrument; readonly scales: readonly ScaleRow[] };
export type ReportSection = Section & { readonly instruments: readonly ShownInstrument[] };

/** The sections of these instruments in the order in which they are read. */
export function reportSections(
  input: Pick<ReportInput, 'instruments' | 'points' | 'therapy' | 'missed'>,
  time = timeAxis(input),
): readonly ReportSection[] {
  const groups = Map.groupBy(input.instruments, (instrument) => sectionOf(instrument).key);
  const sections = [...groups.values()].flatMap((own) => {
    const instruments = own.map((one) => ({ instrument: one, scales: scaleRows(one, input.points, time) }));
    return own.slice(0, 1).map((first) => ({ ...sectionOf(first), instruments }));
  });
  return inReadingOrder(sections);
}

/** What the protocol asks for and this measurement point did not. Questions about the person are asked once. */
export function missingSections(
  sections: readonly ReportSection[],
  { protocol_sections: all }: Pick<ReportInput, 'protocol_sections'>,
): readonly Section[] {
  const present = new Set(sections.map(({ key }) => key));
  return all.filter(({ key, kind }) => kind !== 'person' && !present.has(key));
}

function timeAxis({ points, therapy, missed }: Pick<ReportInput, 'points' | 'therapy' | 'missed'>): TimeAxis {
  const days = points.map(({ date }) => date);
  const [from = ''] = [...days, therapy.admission].toSorted(compareIsoDates);
  return { from, to: days.at(-1) ?? from, therapy, missed };
}

/** How each symptom scale changed between the last two measurements. A scale without a change is left out. */
export function newestSymptomChanges({
  instruments,
  points,
}: Pick<ReportInput, 'instruments' | 'points'>): readonly ShownChange['kind'][] {
  return instruments
    .filter(isSymptom)
    .flatMap((one) => one.scales.flatMap((scale) => changesOf(one, scale, points).slice(0, 1)))
    .map(({ kind }) => kind);
}

/** The scales of these sections, in order. */
export function rowsOf(sections: readonly ReportSection[]): readonly ScaleRow[] {
  return sections.flatMap(({ instruments }) => instruments.flatMap((one) => one.scales));
}

/** The subjects of the section's instruments. */
export function sectionSubjects(
  { instruments }: ReportSection,
  { subjects }: Pick<ReportInput, 'subjects'>,
): readonly Subject[] {
  return subjects.filter((one) =>
    instruments.some(({ instrument }) => one.instruments.includes(instrument.id)),
  );
}
