import { isQuestion, type Answer, type ItemType } from '../../domain/answer-types.ts';
import type { Instrument, InstrumentItem, Scale } from '../../domain/instrument-schema.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { compareIsoDates, type IsoDate } from '../../domain/iso-date.ts';
import type { QualitySign } from '../../domain/response-quality.ts';
import { isComparableVersion } from '../../domain/instrument-items.ts';
import {
  isAboutSame,
  scoreChange,
  type MeasuredScore,
  type ScoreChange,
} from '../../domain/scoring-change.ts';
import { scaleRange } from '../../domain/scoring-scales.ts';
import type { Help } from '../../domain/crisis.ts';
import { shortPoint } from '../print/short-name.ts';
import {
  rangeAround,
  shownBands,
  type CoursePoint,
  type MissedPoint,
  type ShownBand,
  type ShownChange,
  type ShownScale,
  type TimeAxis,
} from '../print/shown-scale.ts';
import type { ExpectedScale } from '../courses/signals.ts';
import { answerWords } from './answer-words.ts';
import type { CrisisItem } from './crisis-items.ts';
import type { Subject } from './subjects.ts';

export type SectionKey = NonNullable<Instrument['section']>;

/** The patient of a report. Birth date and gender are null where they must not be shown (R18). */
export type ReportPerson = {
  readonly code: string;
  readonly birth_date: IsoDate | null;
  readonly gender: 'FEMALE' | 'MALE' | 'DIVERSE' | null;
};

/** A finished measurement point of the patient. A report is about its last one. */
export type MeasurementPoint = {
  readonly label: string;
  readonly date: IsoDate;
  readonly scores: readonly MeasuredScore[];
};

/** An answer as it is shown; null where the item was left empty or asks nothing. */
export type ShownAnswer = {
  readonly item: string;
  readonly type: ItemType;
  readonly label: Answer['label'] | null;
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
  /** The courses that were expected; null where the protocol in force switches them off, and after the therapy. */
  readonly expected: readonly ExpectedScale[] | null;
  readonly protocol_version: string;
  readonly algorithm_version: string;
  readonly product_name: string;
  readonly help: Help;
};

export type ShownInstrument = { readonly instrument: Instrument; readonly scales: readonly ShownScale[] };
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
  const { instruments, points } = input;
  return sectionKeys.flatMap((key) => {
    const own = instruments.filter((instrument) => instrument.section === key);
    if (own.length === 0) return [];
    const shown = own.map((instrument) => showInstrument(instrument, points, time));
    return [{ key, kind: sectionKinds[key], instruments: shown }];
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

function showInstrument(
  instrument: Instrument,
  points: readonly MeasurementPoint[],
  time: TimeAxis,
): ShownInstrument {
  const scales = instrument.scales.map((scale) => ({ ...showScale(instrument, scale, points), time }));
  return { instrument, scales };
}

function showScale(
  instrument: Instrument,
  scale: Scale,
  points: readonly MeasurementPoint[],
): Omit<ShownScale, 'time'> {
  const scored = scoresOf(instrument, scale, points);
  const comparable = sinceLastBreak(scored, instrument);
  const measured = comparable.map(({ score }) => ({ value: valueOf(score) ?? 0, interval: score.interval }));
  const range = rangeAround(scale, scaleRange(scale, instrument), measured);
  const bands = shownBands(scale, range);
  const first = comparable[0]?.score;
  const course = comparable.map(({ point, score }) => coursePoint(point, score, { scale, bands, first }));
  const current = isCurrent(comparable, points) ? (course.at(-1) ?? null) : null;
  const changes = current ? shownChanges(scale, comparable) : [];
  const answer = current && answerWords(instrument, scale, current.value);
  const id = `rz-${instrument.id}-${scale.key}`;
  const people = peopleOf(scored, comparable);
  return { id, scale, range, bands, current, course, changes, answer, people };
}

/** How each symptom scale changed between the last two measurements. A scale without a change is left out. */
export function newestSymptomChanges({
  instruments,
  points,
}: Pick<ReportInput, 'instruments' | 'points'>): readonly ScoreChange['kind'][] {
  return instruments
    .filter(({ section }) => section !== undefined && sectionKinds[section] === 'symptom')
    .flatMap((instrument) =>
      instrument.scales.flatMap((scale) => {
        const scored = sinceLastBreak(scoresOf(instrument, scale, points), instrument);
        if (!isCurrent(scored, points)) return [];
        return shownChanges(scale, scored)
          .slice(0, 1)
          .map(({ change }) => change.kind);
      }),
    );
}

type Scored = { readonly point: MeasurementPoint; readonly score: MeasuredScore };

/** The scores of a scale, in order. */
function scoresOf(
  instrument: Instrument,
  scale: Scale,
  points: readonly MeasurementPoint[],
): readonly Scored[] {
  return points.flatMap((point) => {
    const score = point.scores.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
    return score && valueOf(score) !== null ? [{ point, score }] : [];
  });
}

/** The last scores that have one metric and are about the same people. What lies before is another course. */
function sinceLastBreak(scored: readonly Scored[], instrument: Instrument): readonly Scored[] {
  const now = scored.at(-1);
  if (!now) return [];
  return scored.slice(scored.findLastIndex(({ score }) => !isComparable(score, now.score, instrument)) + 1);
}

/** Whom the last score is about, and whether the one before its course was about others. */
function peopleOf(scored: readonly Scored[], comparable: readonly Scored[]): ShownScale['people'] {
  const about = scored.at(-1)?.score.about ?? null;
  const before = scored[scored.length - comparable.length - 1]?.score.about ?? null;
  return { about, were_others: about !== null && before !== null && about !== before };
}

function isCurrent(scored: readonly Scored[], points: readonly MeasurementPoint[]): boolean {
  const now = scored.at(-1);
  return now !== undefined && now.point === points.at(-1);
}

// Another norm or another kind of score is another metric, and another version may have other questions: no line joins
// them unless the instrument declares that its scores mean the same. No line joins scores about different people either.
function isComparable(one: MeasuredScore, now: MeasuredScore, { comparable_with }: Instrument): boolean {
  const pinned = { version: now.instrument_version, comparable_with };
  return (
    isComparableVersion(one.instrument_version, pinned) &&
    one.kind === now.kind &&
    one.norm_set === now.norm_set &&
    isAboutSame(one, now)
  );
}

/** The number that is shown: the T-score, or without one the score in the metric of its scale. */
export function valueOf({ t, raw }: Pick<MeasuredScore, 't' | 'raw'>): number | null {
  return t ?? raw;
}

type Context = { scale: Scale; bands: readonly ShownBand[]; first: MeasuredScore | undefined };

function coursePoint(
  point: MeasurementPoint,
  score: MeasuredScore,
  { scale, bands, first }: Context,
): CoursePoint {
  return {
    label: point.label,
    date: point.date,
    value: valueOf(score) ?? 0,
    interval: score.interval,
    norm_set: score.norm_set,
    band: bands.find(({ key }) => key === score.band) ?? null,
    change: first && first !== score ? scoreChange(scale, first, score) : null,
    is_carried: score.carried !== undefined,
  };
}

/** The changes since the point before and since the first point, which may be the same. */
function shownChanges(scale: Scale, scored: readonly Scored[]): readonly ShownChange[] {
  const now = scored.at(-1);
  const earlier = [...new Set([scored.at(-2), scored[0]])].filter((one) => one !== now);
  return earlier.flatMap((one) => {
    if (!one || !now) return [];
    const change = scoreChange(scale, one.score, now.score);
    return change ? [{ since: shortPoint(one.point.label), change }] : [];
  });
}

export type AnsweredItem = { readonly item: InstrumentItem; readonly answer: ShownAnswer };

/** The answers to an instrument as they were given; an adaptive test asks in another order than its file has. */
export function answeredItems(
  instrument: Instrument,
  answers: readonly ShownAnswer[],
): readonly AnsweredItem[] {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  return answers.flatMap((answer) => {
    const item = items.get(answer.item);
    return item && isQuestion(answer.type) ? [{ item, answer }] : [];
  });
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
