import type { Clause, Condition } from '../src/domain/conditions.ts';
import type { Instrument } from '../src/domain/instrument-schema.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import { anInstrument } from './survey-samples.ts';

// Random questionnaires whose conditions name only items of earlier pages.

export type Dice = {
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export function dice(name: string): Dice {
  const random = randomSource(name);
  let rolls = 0;
  const roll = () => random((rolls += 1));
  return {
    below: (limit) => Math.floor(roll() * limit),
    chance: (share) => roll() < share,
    pick: <T>(list: readonly T[]) => list[Math.floor(roll() * list.length)]!,
  };
}

const levels = [0, 1, 2, 3].map((value) => ({ id: `o${value}`, label: `Stufe ${value}`, value }));
type Kind = { type: string; [key: string]: unknown };
type Item = Kind & { id: string };

const kinds: readonly ((dice: Dice) => Kind)[] = [
  ({ chance }) => ({
    type: 'QUESTION_VERTICAL_RADIO',
    options: levels,
    ...(chance(0.4) && { declinable: true }),
    ...(chance(0.3) && { not_applicable: true }),
  }),
  () => ({ type: 'QUESTION_CHECKBOX', options: levels }),
  () => ({ type: 'QUESTION_RANGE_INDICATOR' }),
  () => ({ type: 'QUESTION_INTEGER', max: 20 }),
  () => ({ type: 'QUESTION_TEXT_OPTIONAL' }),
];

/** Clauses that an answer to the item can make true. */
function clauseOn({ id: item, type }: Item, { below, chance, pick }: Dice): Clause {
  if (type === 'QUESTION_TEXT_OPTIONAL' || chance(0.2)) return { item, answered: chance(0.6) };
  if (type === 'QUESTION_CHECKBOX') return { item, [pick(['is', 'is_not'])]: below(4) };
  const operator = pick(['is', 'is_not', 'at_least', 'at_most']);
  return { item, [operator]: below(type === 'QUESTION_RANGE_INDICATOR' ? 101 : 4) };
}

function conditionOn(earlier: readonly Item[], some: Dice): Condition | undefined {
  if (earlier.length === 0) return undefined;
  const clauses = Array.from({ length: 1 + some.below(3) }, () => clauseOn(some.pick(earlier), some));
  return some.chance(0.5) ? { all: clauses } : { any: clauses };
}

/** One to three instruments; the last may end with an adaptive test. */
export function randomBattery(some: Dice): readonly Instrument[] {
  const earlier: Item[] = [];
  return Array.from({ length: 1 + some.below(3) }, (_, number) => {
    const id = `i${number}`;
    const show_if = some.chance(0.3) ? conditionOn(earlier, some) : undefined;
    const dimensions = Array.from({ length: 1 + some.below(2) }, (_, place) =>
      fixedDimension(`${id}-d${place}`, earlier, some),
    );
    const adaptive = some.chance(0.3) ? [adaptiveDimension(`${id}-a`)] : [];
    const text = { licence: 'Frei', source: 'Beispiel', language: 'de', title: id, purpose: 'Zweck' };
    const decision = { crisis: [], crisis_decided_by: 'Prüfung' };
    const head = { format: 1, id, version: '1.0.0', status: 'demonstration', ...text, ...decision };
    const file = { ...head, ...(show_if && { show_if }), dimensions: [...dimensions, ...adaptive] };
    return anInstrument(JSON.stringify(file));
  });
}

function fixedDimension(id: string, earlier: Item[], some: Dice) {
  const items: Item[] = [];
  const pages = Array.from({ length: 1 + some.below(4) }, (_, number) => {
    const page = Array.from({ length: 1 + some.below(3) }, (_, place): Item => {
      const show_if = some.chance(0.4) ? conditionOn(earlier, some) : undefined;
      const kind = some.pick(kinds)(some);
      return { id: `${id}-${number}-${place}`, content: 'Text', ...kind, ...(show_if && { show_if }) };
    });
    const show_if = some.chance(0.3) ? conditionOn(earlier, some) : undefined;
    items.push(...page);
    earlier.push(...page);
    return { items: page.map((item) => item.id), ...(show_if && { show_if }) };
  });
  return { id, form: 'fixed', pages, items };
}

function adaptiveDimension(id: string) {
  const items = [-1, 0, 1].map((b, number) => {
    return {
      id: `${id}-${number}`,
      type: 'QUESTION_VERTICAL_RADIO',
      content: 'Text',
      options: levels.slice(0, 2),
      a: 2,
      b: [b],
    };
  });
  const stop = { min_items: 1, max_items: 2 };
  const adaptive = { criterion: 'MFI', estimator: 'EAP', stop, expected_items: 2 };
  return { id, form: 'adaptive', model: 'GRM', adaptive, items };
}
