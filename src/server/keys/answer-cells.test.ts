import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openAnswer, recallAnswer, rememberAnswer, sealAnswer } from './answer-cells.ts';

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

test('a remembered answer is readable only at its own place', () => {
  const cell = sealAnswer(keys, session, { id: 'i', type }, { value: 3, label: 'oft' });
  const encrypted = cell.toString('hex');
  rememberAnswer(session, 'i', { encrypted, value: 3 });
  assert.equal(recallAnswer(keys, session, { id: 'i', type, encrypted }), 3);
  assert.throws(() => recallAnswer(keys, session, { id: 'j', type, encrypted }));
  assert.throws(() => recallAnswer(keys, { ...session, sessionId: 't' }, { id: 'i', type, encrypted }));
});
