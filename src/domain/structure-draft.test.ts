import assert from 'node:assert/strict';
import { test } from 'node:test';
import { structures } from '../../test/published/structures.ts';
import { parseInstrument } from './instrument.ts';
import { structureDraft, type Structure } from './structure-draft.ts';

const parts: Structure = {
  id: 'made',
  source: 'Beispiel 2001',
  own_answers: false,
  items: [
    { to: 2, range: [0, 2] },
    { to: 3, values: [4, 2, 0] },
    { to: 4, slider: [0, 10] },
    { to: 5, boxes: [1, 0] },
  ],
  danger: [3],
  norm_tables: [],
  scales: [
    { key: 'total', method: 'sum', items: [1, 2, 3], reversed: [2], cuts: [3, 5] },
    { key: 'case', method: 'formula', formula: 'if(i1 >= 2 and i3 >= 4, 1, 0)', range: [0, 1] },
  ],
};

const places = (draft: object): readonly string[] => {
  const parsed = parseInstrument(JSON.stringify(draft, null, 2));
  assert.ok(parsed.kind === 'mistakes');
  assert.ok(parsed.mistakes.every(({ message }) => message.startsWith('Nobody has decided')));
  return parsed.mistakes.map(({ path }) => path);
};

test('the check refuses the draft of a structure for every wording, the licence, and each question about danger', () => {
  const found = places(structureDraft(parts));
  for (const place of [
    'licence',
    'purpose',
    ...parts.items.map((_, index) => `dimensions[0].items[${index}].content`),
    'option_sets.answers-1[0].label',
    'option_sets.answers-2[2].label',
    'dimensions[0].items[4].options[0].label',
    'scales[0].bands.list[2].label',
    'scales[1].patient',
    'crisis[0].at_least',
    'crisis_decided_by',
  ])
    assert.ok(found.includes(place), place);
});

test('questions have ids of the instrument, and equal answers share their words unless each question has its own', () => {
  const text = JSON.stringify(structureDraft(parts));
  assert.match(text, /"items":\["made-1","made-2","made-3"\],"reversed":\["made-2"\]/);
  assert.match(text, /"formula":"if\(made-1 >= 2 and made-3 >= 4, 1, 0\)"/);
  assert.match(text, /"from":null,.*below 3.*"from":3,.*from 3 on.*"from":5,/);
  assert.deepEqual(text.match(/"options":"answers-\d"/g), [
    '"options":"answers-1"',
    '"options":"answers-1"',
    '"options":"answers-2"',
  ]);
  const own = places(structureDraft({ ...parts, own_answers: true }));
  assert.ok(own.includes('dimensions[0].items[1].options[0].label'));
});

test('the published structures with known questions about danger have their rules', () => {
  const asked = structures.flatMap(({ crisis }) => crisis.map(({ item, kind }) => `${item} ${kind}`));
  assert.deepEqual(asked.toSorted(), [
    'bsi-18-17 self',
    'core-10-6 self',
    'core-om-16 self',
    'core-om-24 self',
    'core-om-34 self',
    'core-om-9 self',
    'epds-10 self',
    'phq-9-9 self',
  ]);
});

test('high scores are worse, but for questionnaires of well-being and of the alliance', () => {
  const better = structures.filter(({ scales }) =>
    scales.some(({ direction }) => direction === 'low_is_worse'),
  );
  assert.deepEqual(
    better.map(({ id }) => id),
    ['who-5', 'ors', 'srs', 'wai-sr'],
  );
});
