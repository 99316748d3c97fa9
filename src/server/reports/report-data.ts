import type { Answer, ItemType } from '../../domain/answer-types.ts';
import type { Band, Instrument, Scale } from '../../domain/instrument-schema.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { scoreChange, type ScoreChange } from '../../domain/scoring-change.ts';
import { scaleRange } from '../../domain/scoring-scales.ts';
import type { CrisisFlag, ScaleScore } from '../../domain/scoring.ts';

export type SectionKey = NonNullable<Instrument['section']>;

/** Whom a report is about. Birth date and gender are null where they must not be shown (R18). */
export type ReportPerson = {
  readonly code: string;
  readonly birth_date: IsoDate | null;
  readonly gender: 'FEMALE' | 'MALE' | 'DIVERSE' | null;
};

/** A measurement point of the patient that is finished; the last one of a report is the one it is about. */
export type MeasurementPoint = {
  readonly label: string;
  readonly date: IsoDate;
  readonly scores: readonly ScaleScore[];
};

/** An answer as it is shown; null where the item was left empty or nothing is to be answered. */
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
  readonly retrieved: IsoDate;
  readonly instruments: readonly Instrument[];
  readonly points: readonly MeasurementPoint[];
  readonly answers: readonly ShownAnswer[];
  readonly flags: readonly CrisisFlag[];
  readonly protocol_version: string;
  readonly algorithm_version: string;
  readonly product_name: string;
  readonly crisis_text: string;
};

/**
 * A band of a scale as it is drawn: from (included) to (excluded), how bad it is, 0 (best) to 3 (worst), and whether its
 * cut-offs say something of the condition or only divide the scale.
 */
export type ShownBand = Pick<Band, 'key' | 'label' | 'clinician' | 'patient'> & {
  readonly from: number;
  readonly to: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rank: 0 | 1 | 2 | 3;
  readonly tone: 'clinical' | 'neutral';
};

/** One scale at one measurement point. `change` is that since the first one. */
export type CoursePoint = {
  readonly label: string;
  readonly date: IsoDate;
  readonly value: number;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly band: ShownBand | null;
  readonly change: ScoreChange | null;
};

export type ShownScale = {
  /** Names what is drawn of this scale in the page. */
  readonly id: string;
  readonly scale: Scale;
  readonly range: { readonly lower: number; readonly upper: number };
  readonly bands: readonly ShownBand[];
  /** The score of this report; null where the answers allow none. */
  readonly current: CoursePoint | null;
  /** In order, the last one the current where there is one. */
  readonly course: readonly CoursePoint[];
  readonly changes: readonly ShownChange[];
};

/** The change of a scale since an earlier point. */
export type ShownChange = {
  readonly since: string;
  readonly difference: number;
  readonly change: ScoreChange;
};

export type ShownInstrument = { readonly instrument: Instrument; readonly scales: readonly ShownScale[] };
export type ReportSection = { readonly key: SectionKey; readonly instruments: readonly ShownInstrument[] };

const order: readonly SectionKey[] = ['dep', 'anx', 'exis', 'evos', 'eri', 'wai', 'eq5d', 'socio'];

/** The sections of a report, in the order in which they are read; those without an instrument are left out. */
export function reportSections({ instruments, points }: ReportInput): readonly ReportSection[] {
  return order.flatMap((key) => {
    const own = instruments.filter((instrument) => instrument.section === key);
    if (own.length === 0) return [];
    return [{ key, instruments: own.map((instrument) => showInstrument(instrument, points)) }];
  });
}

function showInstrument(instrument: Instrument, points: readonly MeasurementPoint[]): ShownInstrument {
  return { instrument, scales: instrument.scales.map((scale) => showScale(instrument, scale, points)) };
}

function showScale(instrument: Instrument, scale: Scale, points: readonly MeasurementPoint[]): ShownScale {
  const range = scaleRange(scale, instrument);
  const bands = shownBands(scale, range);
  const scored = points.flatMap((point) => {
    const score = point.scores.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
    return score && valueOf(score) !== null ? [{ point, score }] : [];
  });
  const now = scored.at(-1);
  const isCurrent = now !== undefined && now.point === points.at(-1);
  const comparable = scored.filter(({ score }) => now && isComparable(score, now.score));
  const first = comparable[0]?.score;
  const course = comparable.map(({ point, score }) => coursePoint(point, score, { scale, bands, first }));
  const current = isCurrent ? (course.at(-1) ?? null) : null;
  const changes = current ? shownChanges(scale, comparable) : [];
  return { id: `rz-${instrument.id}-${scale.key}`, scale, range, bands, current, course, changes };
}

// Another norm or another kind of score is another metric: no line may join them.
function isComparable(one: ScaleScore, other: ScaleScore): boolean {
  return one.kind === other.kind && one.norm_set === other.norm_set;
}

/** The number that is shown: T where there is one, else the score in the metric of its scale. */
export function valueOf({ t, raw }: Pick<ScaleScore, 't' | 'raw'>): number | null {
  return t ?? raw;
}

type Context = { scale: Scale; bands: readonly ShownBand[]; first: ScaleScore | undefined };

function coursePoint(
  point: MeasurementPoint,
  score: ScaleScore,
  { scale, bands, first }: Context,
): CoursePoint {
  return {
    label: point.label,
    date: point.date,
    value: valueOf(score) ?? 0,
    interval: score.interval,
    band: bands.find(({ key }) => key === score.band) ?? null,
    change: first && first !== score ? scoreChange(scale, first, score) : null,
  };
}

type Scored = { point: MeasurementPoint; score: ScaleScore };

/** Since the first point, and since the one before where that is another. */
function shownChanges(scale: Scale, scored: readonly Scored[]): readonly ShownChange[] {
  const now = scored.at(-1);
  const earlier = [...new Set([scored[0], scored.at(-2)])].filter((one) => one !== now);
  return earlier.flatMap((one) => {
    if (!one || !now) return [];
    const change = scoreChange(scale, one.score, now.score);
    const difference = (valueOf(now.score) ?? 0) - (valueOf(one.score) ?? 0);
    return change ? [{ since: one.point.label, difference, change }] : [];
  });
}

export function shownBands(scale: Scale, range: ShownScale['range']): readonly ShownBand[] {
  const list = scale.bands?.list ?? [];
  return list.map((band, index) => {
    const worse = scale.direction === 'high_is_worse' ? index : list.length - 1 - index;
    return {
      key: band.key,
      label: band.label,
      clinician: band.clinician,
      patient: band.patient,
      from: band.from ?? range.lower,
      to: list[index + 1]?.from ?? range.upper,
      isFirst: index === 0,
      isLast: index === list.length - 1,
      rank: rankOf(worse, list.length),
      tone: scale.bands?.condition_severity === 'on' ? 'clinical' : 'neutral',
    };
  });
}

// Any number of bands is shown in four steps, the best and the worst always as such.
function rankOf(worse: number, count: number): ShownBand['rank'] {
  if (count < 2) return 0;
  return ([0, 1, 2, 3] as const)[Math.round((worse * 3) / (count - 1))] ?? 3;
}
