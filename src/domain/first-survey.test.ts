import assert from 'node:assert/strict';
import { test } from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { aPatient, aPlan, shippedInstrument, taken } from '../../test/survey-samples.ts';

const window = standard.windows.find(({ type }) => type === 'PRE');
assert.ok(window);
const instruments = window.instruments.map(shippedInstrument);

test('the first survey begins with questions to tap alone, and asks for a text last of its first part', () => {
  const { shown } = taken(aPlan(instruments), aPatient('anyone'));
  const [first, second] = shown.map(({ items }) => items.map(({ type }) => type));
  assert.ok(first && second);
  assert.ok(first.length > 1 && first.every((type) => type.endsWith('_RADIO')), first.join());
  assert.match(second.at(-1) ?? '', /^QUESTION_TEXT_AREA/);
});

// Only these questions differ in number from person to person. `patient-effort.test.ts` counts the taps of all others.

const PEOPLE = 200;

test('half of the people are asked at most 14 questions by both adaptive tests of the first survey together', (context) => {
  const adaptive = new Set(
    instruments.flatMap(({ dimensions }) =>
      dimensions.flatMap((dimension) =>
        dimension.form === 'adaptive' ? dimension.items.map(({ id }) => id) : [],
      ),
    ),
  );
  assert.ok(adaptive.size > 0);
  const counts = Array.from({ length: PEOPLE }, (_, person) => {
    const { shown } = taken(aPlan(instruments, { seed: `seed ${person}` }), aPatient(`person ${person}`));
    return shown.filter(({ items: [item] }) => item && adaptive.has(item.id)).length;
  }).sort((a, b) => a - b);
  const share = (part: number) => counts[Math.floor(PEOPLE * part)];
  context.diagnostic(`quartiles: ${share(0.25)}, ${share(0.5)}, ${share(0.75)}; most: ${counts.at(-1)}`);
  assert.ok((share(0.5) ?? Infinity) <= 14);
});
