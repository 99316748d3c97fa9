import { answerForm, isOptional, type OptionValue } from '../../../domain/answer-types.ts';
import { instrumentItems, itemsOfScale } from '../../../domain/instrument-items.ts';
import type { Instrument, InstrumentItem, Scale } from '../../../domain/instrument-schema.ts';
import { scoreScale, type ScaleScore } from '../../../domain/scoring-scales.ts';
import { answerOf, noAnswer, planOf, scoresOf, type Values } from './trial.ts';
import { walk } from './walk.ts';

// Answers whose scores a person wants to see in both reports before anybody gives such answers.

/** A place on the scales of a questionnaire. */
export type Point =
  | { readonly key: 'lowest' | 'middle' | 'highest' }
  | { readonly key: `cut:${string}`; readonly scale: string; readonly from: number; readonly label: string };

/** Lowest, middle, highest, and where each band of each scale begins. */
export function pointsOf({ scales }: Instrument): readonly Point[] {
  const cuts = scales.flatMap(({ key, title, bands }) =>
    (bands?.list ?? []).flatMap(({ key: band, from, label }): Point[] =>
      from === null ? [] : [{ key: `cut:${key}:${band}`, scale: title, from, label }],
    ),
  );
  return [{ key: 'lowest' }, { key: 'middle' }, { key: 'highest' }, ...cuts];
}

const SHARES = { lowest: 0, middle: 0.5, highest: 1 } as const;

/** Answers with these scores, or with the nearest that were found. */
export function valuesAt(instrument: Instrument, { key }: Point): Values {
  if (key === 'lowest' || key === 'middle' || key === 'highest')
    return valuesOfShare(instrument, SHARES[key]);
  const [, name, band] = key.split(':');
  const scale = instrument.scales.find((one) => one.key === name);
  const from = scale?.bands?.list.find((one) => one.key === band)?.from;
  if (!scale || from == null) return valuesOfShare(instrument, 0);
  return scale.method === 'irt' ? shareAt(instrument, scale, from) : valuesNear(instrument, scale, from);
}

/** Every question answered at this share of its range, a reversed one from the other end. */
function valuesOfShare(instrument: Instrument, share: number): Values {
  const reversed = new Set(instrument.scales.flatMap((scale) => ('reversed' in scale ? scale.reversed : [])));
  return new Map(
    instrumentItems(instrument).flatMap((item) => {
      const values = possible(item);
      const at = reversed.has(item.id) ? 1 - share : share;
      const value = values[Math.round(at * (values.length - 1))];
      return value === undefined ? [] : [[item.id, value] as const];
    }),
  );
}

const STEPS = 10;

type Value = OptionValue | readonly OptionValue[];

/** Some answers to a question, the lowest number first. An optional one may stay empty. */
function possible(item: InstrumentItem): readonly Value[] {
  const { type, options, min = 0 } = item;
  if (isOptional(type)) return [];
  switch (answerForm(type)) {
    case 'option':
      return options.map(({ value }) => value).toSorted((one, other) => Number(one) - Number(other));
    case 'options': {
      const rising = options.toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0));
      return rising.map((_, index) => rising.slice(0, index + 1).map(({ value }) => value));
    }
    case 'range':
      return spread(min, item.max ?? 100);
    case 'integer':
      return spread(min, item.max ?? min + STEPS);
    case 'decimal':
      return spread(1, 1 + STEPS);
    case 'date':
      return ['2026-01-01'];
    default:
      return ['…'];
  }
}

/** Every whole number, or some of a wide range. */
function spread(from: number, to: number): readonly number[] {
  const count = Math.min(to - from, 20);
  return Array.from({ length: count + 1 }, (_, index) =>
    Math.round(from + (index * (to - from)) / Math.max(1, count)),
  );
}

/** A test chooses its questions by the answers, so all are answered alike, and the share is looked for. */
function shareAt(instrument: Instrument, scale: Scale, target: number): Values {
  const tried = Array.from({ length: 21 }, (_, index) => valuesOfShare(instrument, index / 20));
  const distances = tried.map((values) => {
    const score = scoresOf(instrument, walk(instrument, values).answers)?.find(
      (one) => one.scale === scale.key,
    );
    return distanceOf(scale, target, score);
  });
  return tried[distances.indexOf(Math.min(...distances))] ?? new Map();
}

const ROUNDS = 3;

/** Few looks go far: most questions go from their lowest answer to their highest at once. */
function farthestFirst(item: InstrumentItem, present: Value | undefined): readonly Value[] {
  const values = possible(item);
  return present === values.at(-1) ? values : values.toReversed();
}

/** Goes from the lowest answers to the target, question by question, as long as that comes nearer. */
function valuesNear(instrument: Instrument, scale: Scale, target: number): Values {
  const own = new Set(itemsOfScale(scale, instrument));
  const items = instrumentItems(instrument).filter(({ id }) => own.has(id));
  const plan = planOf(instrument);
  const best = new Map(valuesOfShare(instrument, 0));
  const answers = new Map(
    items.map((item) => [item.id, answerOf(item, best.get(item.id) ?? '') ?? noAnswer(item)]),
  );
  const reached = () => {
    const given = { answers: [...answers.values()], notAsked: new Map<string, number | null>() };
    return distanceOf(scale, target, scoreScale(scale, instrument, given, plan));
  };
  let distance = reached();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const item of items)
      for (const value of farthestFirst(item, best.get(item.id))) {
        if (distance === 0) return best;
        const [before, tried] = [answers.get(item.id), answerOf(item, value)];
        if (!before || !tried) continue;
        answers.set(item.id, tried);
        const now = reached();
        if (now < distance) {
          distance = now;
          best.set(item.id, value);
          break;
        }
        answers.set(item.id, before);
      }
  return best;
}

function distanceOf(scale: Scale, target: number, score: ScaleScore | undefined): number {
  const value = scale.bands?.metric === 't' ? score?.t : score?.raw;
  if (value == null) return Infinity;
  // A score below the cut-off lies in the band before it.
  return Math.round(Math.abs(value - target) * 1e6) / 1e6 + (value < target ? 1e-7 : 0);
}
