import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ITEM_TYPE_NAMES, answerForm, type ItemType } from '../../domain/answer-types.ts';
import { checkAnswer } from '../../domain/answers.ts';
import type { InstrumentItem } from '../../domain/instrument-schema.ts';
import { answerOf, type ItemKnowledge, type Person } from './demo-answers.ts';

// A clinic tries its own questionnaires with the demo data, so each invented person must answer whatever they ask.

const THETAS = [-3, -1, 0, 1, 3];
const DANGERS = [undefined, 'notice', 'urgent'] as const;
const LIMITS = [
  {},
  { min: 100 },
  { max: 0 },
  { min: 7, max: 7 },
  { min: 1900, max: 2026 },
  { min: 2_147_483_647 },
  { max: 2 },
];
/** Values as clinics choose them: from 0, in tens, below zero, words, and one alone. */
const OPTION_VALUES = [[0, 1, 2, 3], [10, 20, 30], [-2, -1, 0, 1, 2], ['ja', 'nein', 'weiß nicht'], [5]];

const optionsOf = (values: readonly (number | string)[]) =>
  values.map((value) => ({ id: `o${value}`, label: `Antwort ${value}`, value }));

/** Items of a type with each of the limits or options. */
function itemsOf(type: ItemType): InstrumentItem[] {
  const item = { id: 'x-01', type, content: 'Frage' };
  const form = answerForm(type);
  // The schema of an instrument adds the rest, which no answer depends on.
  if (form === 'integer') return LIMITS.map((limits) => ({ ...item, ...limits })) as InstrumentItem[];
  if (form === 'option' || form === 'options')
    return OPTION_VALUES.map((values) => ({ ...item, options: optionsOf(values) })) as InstrumentItem[];
  return [item] as InstrumentItem[];
}

/** What an instrument and a protocol may say of an item: nothing, that its last answer shows danger, that its answers skip others. */
function knowledgeOf(item: InstrumentItem): ItemKnowledge[] {
  const values = item.options?.map(({ value }) => value) ?? [];
  const high = values.at(-1);
  const at_least = typeof high === 'number' ? high : Math.max(1, item.min ?? 1);
  const plain: ItemKnowledge = { item, strain: 'higher', crisis: [], avoided: [] };
  // Only these parts of a rule matter here.
  const crisis = [{ item: item.id, at_least, level: 'urgent' }] as unknown as ItemKnowledge['crisis'];
  return [
    plain,
    { ...plain, strain: 'lower' },
    ...(typeof high === 'string' ? [] : [{ ...plain, crisis }]),
    { ...plain, avoided: values.slice(0, 1) },
    { ...plain, avoided: values },
  ];
}

test('the invented people answer every type of item inside its limits, whatever the questionnaire', () => {
  for (const type of ITEM_TYPE_NAMES)
    for (const item of itemsOf(type))
      for (const known of knowledgeOf(item))
        for (const theta of THETAS)
          for (const danger of DANGERS) {
            const person: Person = { name: `P|${theta}`, theta, ...(danger && { danger }) };
            const { id, content, min, max } = item;
            const asked = { id, type, content, response_options: [...(item.options ?? [])], min, max };
            const answer = answerOf(person, asked, known);
            const checked = checkAnswer(asked, answer);
            assert.ok(
              'answer' in checked,
              `${JSON.stringify(item)}: ${JSON.stringify([answer.value, checked])}`,
            );
          }
});
