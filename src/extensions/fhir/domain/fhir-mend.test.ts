import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../test/samples.ts';
import { mendedForm } from './fhir-mend.ts';

const mend = (item: Json) => {
  const { form, lost } = mendedForm({ resourceType: 'Questionnaire', item: [{ linkId: '1', ...item }] });
  const [{ linkId: _, ...rest }] = (form as { item: [Json] }).item;
  return { item: rest, lost: lost.map(({ name, place }) => `${place}: ${name}`) };
};

test('values that a program wrote as texts get their type back, and texts stay texts', () => {
  const { item, lost } = mend({
    text: 'true',
    required: 'true',
    repeats: 'no',
    maxLength: '20',
    extension: [{ url: 'x', valueInteger: '-2', valueString: '2' }],
  });
  assert.deepEqual(item, {
    text: 'true',
    required: true,
    repeats: 'no',
    maxLength: 20,
    extension: [{ url: 'x', valueInteger: -2, valueString: '2' }],
  });
  assert.deepEqual(lost, []);
});

test('answers with words alone, days and times become texts, and their loss is named', () => {
  const scored = { display: 'Ja', extension: [{ url: 'score' }] };
  const { item, lost } = mend({
    type: 'choice',
    answerOption: [
      { valueCoding: scored, extension: [{ url: 'other' }] },
      { valueCoding: { system: 'urn:x', display: 'Nein' } },
      { valueCoding: { system: 'urn:x', code: 'a' } },
      { valueCoding: { system: 'urn:x' } },
      { valueTime: '12:00:00' },
    ],
  });
  assert.deepEqual(item['answerOption'], [
    { valueString: 'Ja', extension: [{ url: 'other' }, { url: 'score' }] },
    { valueString: 'Nein' },
    { valueCoding: { system: 'urn:x', code: 'a' } },
    { valueCoding: { system: 'urn:x' } },
    { valueString: '12:00:00' },
  ]);
  assert.deepEqual(lost, ['1: answers without a code', '1: type of the answers (time)']);
  const time = mend({ type: 'time', answerOption: [{ valueTime: '12:00' }] });
  assert.equal(time.item['type'], 'choice');
});

test('a text that is answered several times gets one large field, any other repetition stays for a person', () => {
  const text = mend({ type: 'string', repeats: true });
  assert.deepEqual(text, { item: { type: 'text' }, lost: ['1: several answers, written into one field'] });
  for (const item of [
    { type: 'date', repeats: true },
    { type: 'string', repeats: true, item: [] },
    { type: 'string', repeats: true, answerOption: [{ valueString: 'Tee' }] },
  ])
    assert.deepEqual(mend(item), { item, lost: [] });
});

test('a coding without a code is dropped by name', () => {
  const { item, lost } = mend({ code: [{ display: 'Schlaf' }, { code: 's' }] });
  assert.deepEqual([item['code'], lost], [[{ code: 's' }], ['1: coding without a code']]);
});
