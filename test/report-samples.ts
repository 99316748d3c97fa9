import { addMonths } from '../src/domain/dates.ts';
import { scoreSession } from '../src/domain/scoring.ts';
import { plannedItems } from '../src/domain/survey-flow.ts';
import type { Instrument } from '../src/domain/instrument-schema.ts';
import { protocolSections } from '../src/domain/sections.ts';
import type { WindowType } from '../src/domain/window-types.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import type { ReportInput } from '../src/server/reports/report-data.ts';
import { answered, aPlan, shippedInstrument } from './survey-samples.ts';

/** A measurement point of a made-up patient; a higher theta is a worse state. */
export type Point = {
  readonly type: WindowType;
  readonly label: string;
  readonly date: string;
  readonly theta: number;
  /** How well the person answers where no theta decides: 0 is the worst answer, 1 the best. Without it answers are random. */
  readonly wellness?: number;
  /** Shipped ones by their ids. */
  readonly instruments?: readonly (string | Instrument)[];
};

const all = ['socio', 'dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'wai'];

const shipped = new Map(all.map((id) => [id, shippedInstrument(id)]));
const standardSections = protocolSections({ sections: {}, windows: [{ instruments: all }] }, shipped);

/** The report of a patient with answers at these points. */
export function anInput(points: readonly Point[], changed: Partial<ReportInput> = {}): ReportInput {
  const done = points.map(({ type, label, date, theta, wellness, instruments = all }, index) => {
    const asked = instruments.map((one) => (typeof one === 'string' ? shippedInstrument(one) : one));
    const plan = aPlan(asked, { window: type, seed: String(index) });
    const place = wellness === undefined ? {} : { place: placeOf(plan.instruments, wellness) };
    const pages = answered(plan, { theta, random: randomSource(`person ${index}`), ...place });
    return { plan, pages, point: { label, date, scores: scoreSession(plan, pages).scales } };
  });
  const last = done.at(-1);
  if (!last) throw new Error('A report needs a measurement point.');
  const items = plannedItems(last.plan);
  return {
    person: { code: 'AB12', birth_date: '1990-01-01', gender: 'FEMALE' },
    point: last.point.label,
    started: last.point.date,
    updated: last.point.date,
    read: '2026-11-20',
    retrieved: '2026-11-21',
    instruments: last.plan.instruments,
    protocol_sections: standardSections,
    points: done.map(({ point }) => point),
    missed: [],
    detached: [],
    therapy: { admission: points[0]?.date ?? '2025-01-02', discharge: '2025-09-03' },
    answers: last.pages.flatMap(({ answers }) =>
      answers.map(({ id, label }) => ({
        item: id,
        type: items.get(id)?.type ?? 'INFO',
        label: label || null,
      })),
    ),
    subjects: [],
    signs: [],
    not_asked: [],
    declined: [],
    crisis: [],
    help_first: false,
    after_therapy: false,
    additions: [],
    protocol_version: 'standard 1.0.0',
    signed: [],
    algorithm_version: 'scoring-1.0.0',
    product_name: 'Resonanz',
    help: { text: 'Rufen Sie an.', numbers: [{ name: 'Notruf', number: '112', hours: '' }] },
    ...changed,
  };
}

// The first option is the best of the five health questions, of a question about danger, and of one that a scale counts the
// other way round.
function placeOf(instruments: readonly Instrument[], wellness: number): (item: string) => number {
  const scales = instruments.flatMap((instrument) => instrument.scales);
  const falling = new Set([
    ...scales.flatMap((scale) =>
      scale.method === 'index' ? scale.items : scale.method === 'mean' ? scale.reversed : [],
    ),
    ...instruments.flatMap(({ crisis }) => crisis.map(({ item }) => item)),
  ]);
  return (item) => (falling.has(item) ? 1 - wellness : wellness);
}

export const pre: Point = { type: 'PRE', label: 'Erstgespräch', date: '2025-01-02', theta: 1.8 };
export const post: Point = { type: 'POST', label: 'Therapieende', date: '2025-09-03', theta: -0.5 };
export const worse: Point = { ...post, theta: 3 };

const followUp: Point = {
  type: 'FOLLOW_UP_1',
  label: 'Nachsorge 6 Monate',
  date: '2026-03-04',
  theta: 1,
};

/** T falls over the therapy and rises after it: better than at the start, worse than the last time. */
export const relapse: readonly Point[] = [{ ...pre, theta: 2.2 }, { ...post, theta: -1 }, followUp];

/** Every scale falls after the therapy. */
const allWorse: readonly Point[] = [
  { ...pre, wellness: 0.4 },
  { ...post, theta: -2, wellness: 1 },
  { ...followUp, theta: 3, wellness: 0 },
];

/** Every scale improves over the therapy. */
const allBetter: readonly Point[] = [
  { ...pre, theta: 3, wellness: 0 },
  { ...post, theta: -2, wellness: 1 },
];

const missed = [
  { label: 'Verlauf 1', date: '2025-03-20' },
  { label: 'Verlauf 2', date: '2025-06-18' },
];

function weekly(count: number): readonly Point[] {
  return Array.from({ length: count }, (_, week) => ({
    type: week === 0 ? 'PRE' : 'INTERMEDIATE',
    label: week === 0 ? 'Erstgespräch' : `Woche ${week}`,
    date: addDays(pre.date, 7 * week),
    theta: 1.5 - week / 25 + Math.sin(week) / 2,
    instruments: ['dep', 'anx', 'wai'],
  }));
}

/** All instruments at this number of points, three months apart. */
function quarterly(count: number): readonly Point[] {
  return Array.from({ length: count }, (_, quarter) => ({
    type: quarter === 0 ? 'PRE' : 'INTERMEDIATE',
    label: quarter === 0 ? 'Erstgespräch' : `Verlauf ${quarter}`,
    date: addMonths('2020-01-15', 3 * quarter),
    theta: 1.5 - quarter / 10 + Math.sin(quarter) / 2,
  }));
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** An open event of a session that ended with this label. */
const crisis: ReportInput['crisis'] = [
  {
    question: 'In den letzten 7 Tagen wünschte ich, nicht mehr zu leben.',
    events: [
      {
        id: '5b0c7a52-1111-4222-8333-944455556666',
        level: 'urgent',
        clinician: 'Bitte Suizidalität umgehend abklären.',
        answer: 'oft',
        point: 'Therapieende',
        at: { text: '18.11.2026, 14:05 Uhr', day: '2026-11-18' },
        acknowledged: null,
      },
    ],
    answers: [{ point: 'Therapieende', day: '2026-11-18', answer: 'oft' }],
  },
];

/** A name for each combination that a reader of reports meets, and its input. */
export const reportSamples = {
  first: () => anInput([pre]),
  better: () => anInput([pre, { ...post, theta: 0.9, label: 'Verlauf 1', date: '2025-05-10' }, post]),
  all_better: () => anInput(allBetter),
  worse: () => anInput([{ ...pre, theta: 0 }, worse], { help_first: true, after_therapy: true }),
  relapse: () => anInput(relapse, { missed, after_therapy: true }),
  event: () => anInput([{ ...pre, theta: 0 }, worse], { crisis, help_first: true }),
  /** The hardest report to read alone: everything is worse than last time, an urgent answer, and no therapy any more. */
  worst: () => anInput(allWorse, { crisis, help_first: true, after_therapy: true, read: null }),
  /** Scores beyond the usual ends of a T-score, at the second and the last point */
  extreme: () => withExtremes(anInput(relapse.map((point) => ({ ...point, theta: 2 })))),
  acknowledged: () => anInput([{ ...pre, theta: 0 }, worse], { crisis: crisis.map(acknowledged) }),
  detached: () => anInput([pre, post], { missed, detached: [{ label: 'Therapieende', date: '2025-04-23' }] }),
  missing: () => anInput([pre, post], { missed, read: null }),
  long_names: () => withLongNames(anInput(relapse.map(withLongLabel), { missed: missed.map(withLongLabel) })),
  no_norm: () => withoutBands(anInput([pre, post])),
  /** Every week of the weekly protocol */
  sixty: () =>
    anInput(weekly(61), { therapy: { admission: pre.date, discharge: addMonths(pre.date, 15) }, missed }),
  /** Five years of every questionnaire */
  twenty: () => anInput(quarterly(20), { therapy: { admission: '2020-01-15', discharge: '2024-12-01' } }),
} as const satisfies Record<string, () => ReportInput>;

/** The same answer after somebody has seen to it. */
function acknowledged(item: ReportInput['crisis'][number]): ReportInput['crisis'][number] {
  const seen = {
    by: 'therapie1',
    at: '18.11.2026, 16:20 Uhr',
    done: 'assessed',
    note: 'Notfallplan besprochen.',
  } as const;
  return { ...item, events: item.events.map((event) => ({ ...event, acknowledged: seen })) };
}

/** Depression at T 74, 83.4 and 88.6, anxiety at 22 in the end. */
function withExtremes(input: ReportInput): ReportInput {
  const shown = { dep: [74, 83.4, 88.6], anx: [61, 40, 22] };
  const points = input.points.map((point, index) => ({
    ...point,
    scores: point.scores.map((score) => {
      const t = score.scale === 'dep' || score.scale === 'anx' ? shown[score.scale][index] : undefined;
      return t === undefined ? score : { ...score, t, interval: { lower: t - 5.2, upper: t + 5.2 } };
    }),
  }));
  return { ...input, points };
}

function withLongLabel<Named extends { readonly label: string }>(one: Named): Named {
  return { ...one, label: `${one.label} nach der Entlassung aus der Behandlung` };
}

/** Names as translated questionnaires have them, one of them a single word of 48 letters. */
function withLongNames(input: ReportInput): ReportInput {
  const instruments = input.instruments.map((instrument) => ({
    ...instrument,
    title: `${instrument.title} in der Fassung für Erwachsene in ambulanter Behandlung`,
    scales: instrument.scales.map((scale) => ({
      ...scale,
      title: `${scale.title} und Funktionsbeeinträchtigungsselbsteinschätzungen`,
      patient_title: `${scale.patient_title ?? scale.title} im Alltag mit anderen Menschen`,
    })),
  }));
  return { ...input, instruments };
}

function withoutBands(input: ReportInput): ReportInput {
  const instruments = input.instruments.map((instrument) => ({
    ...instrument,
    scales: instrument.scales.map((scale) => ({ ...scale, bands: undefined })),
  }));
  const points = input.points.map((point) => ({
    ...point,
    scores: point.scores.map((score) => ({ ...score, band: null })),
  }));
  return { ...input, instruments, points };
}
