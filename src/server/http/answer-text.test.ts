import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { answerText } from './answer-text.ts';

const person = v.object({ name: v.string(), age: v.optional(v.number()) });
const schema = v.object({
  valid: v.boolean(),
  note: v.optional(v.string()),
  people: v.array(person),
  end: v.number(),
});

function answer(count: number) {
  const people = Array.from({ length: count }, (_, index) => ({ name: `Müller "${index}"`, secret: index }));
  return { valid: true, people, end: 3, hidden: 'x' };
}

test('a long list leaves as the same text as a short one, without the fields that the schema does not name', async () => {
  for (const count of [0, 1, 250, 251, 500, 1234]) {
    const text = String(await answerText(schema, answer(count)));
    assert.equal(text, JSON.stringify(v.parse(schema, answer(count))), `${count} people`);
    assert.ok(!text.includes('secret') && !text.includes('hidden'));
  }
});

test('a long list with one wrong element does not leave', async () => {
  const wrong = answer(1000);
  const people = [...wrong.people, { name: 7, secret: 0 }];
  await assert.rejects(() => answerText(schema, { ...wrong, people }), v.ValiError);
});
