import type { Answer, ItemType } from '../../domain/answer-types.ts';
import type { Help } from '../../domain/crisis.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import { compareIsoDates, type IsoDate } from '../../domain/iso-date.ts';
import type { QualitySign } from '../../domain/response-quality.ts';
import type { SectionKey } from '../../text/reports.ts';
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
  readonly protocol_version: string;
  readonly algorithm_version: string;
  readonly product_name: string;
  readonly help: Help;
};

export type ShownInstrument = { readonly instrument: Instrument; readonly scales: readonly ScaleRow[] };
export type ReportSection = {
  readonly key: SectionKey;
  readonly kind: SectionKind;
  readonly instruments: readonly ShownInstrument[];
};

/**
 * The sections of a report in the order in which they are read. Symptoms lead the report; what a patient says about the
 * own person is for clinicians alone. A section key without a row here does not compile.
 */
const sectionKinds = {
  dep: 'symptom',
  anx: 'symptom',
  exis: 'dimension',
  evos: 'dimension',
  eri: 'dimension',
  wai: 'dimension',
  eq5d: 'dimension',
  socio: 'person',
} as const satisfies Record<SectionKey, 'symptom' | 'dimension' | 'person'>;

export type SectionKind = (typeof sectionKinds)[SectionKey];

// The keys of an object literal are its own.
const sectionKeys = Object.keys(sectionKinds) as readonly SectionKey[];

/** The sections of a report, in order; those without an instrument are left out. */
export function reportSections(
  input: Pick<ReportInput, 'instruments' | 'points' | 'therapy' | 'missed'>,
  time = timeAxis(input),
): readonly ReportSection[] {
  const { points } = input;
  return sectionKeys.flatMap((key) => {
    const own = input.instruments.filter((instrument) => instrument.section === key);
    if (own.length === 0) return [];
    const instruments = own.map((one) => ({ instrument: one, scales: scaleRows(one, points, time) }));
    return [{ key, kind: sectionKinds[key], instruments }];
  });
}

/** The sections that no instrument of this measurement point belongs to. Questions about the person are asked once. */
export function missingSections(sections: readonly ReportSection[]): readonly SectionKey[] {
  const present = new Set(sections.map(({ key }) => key));
  return sectionKeys.filter((key) => sectionKinds[key] !== 'person' && !present.has(key));
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

/** Symptoms lead the report, because a small relapse matters more than a large change of a resource. */
export function isSymptom({ section }: Pick<Instrument, 'section'>): boolean {
  return section !== undefined && sectionKinds[section] === 'symptom';
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
