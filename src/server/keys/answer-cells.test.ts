import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openAnswer, sealAnswer } from './answer-cells.ts';

const keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
const session = { clinicId: 'c', sessionId: 's' };
const type = 'QUESTION_CHECKBOX' as const;
const empty = { value: null, label: null };

test('value and label of an answer, also of an empty one and of several, are the same after encryption', () => {
  const contents = [
    { value: '', label: '' },
    { value: 0, label: 'nie' },
    { value: ['a', 'b'], label: ['über', '"zitiert"'] },
  ];
  for (const content of contents) {
    const encrypted = sealAnswer(keys, session, { id: 'i', type }, content);
    const row = { item_id: 'i', item_type: type, ...empty, encrypted };
    assert.deepEqual(openAnswer(keys, session, row), content);
  }
});

test('an answer is readable only at its own place', () => {
  const encrypted = sealAnswer(keys, session, { id: 'i', type }, { value: 3, label: 'oft' });
  const read = (place: typeof session, id: string) =>
    openAnswer(keys, place, { item_id: id, item_type: type, ...empty, encrypted }).value;
  assert.equal(read(session, 'i'), 3);
  assert.throws(() => read(session, 'j'));
  assert.throws(() => read({ ...session, sessionId: 't' }, 'i'));
});
