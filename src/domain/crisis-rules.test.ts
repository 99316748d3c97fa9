import assert from 'node:assert/strict';
import test from 'node:test';
import { anAnswer, shippedInstrument } from '../../test/survey-samples.ts';
import { crisisAnswers } from './crisis-rules.ts';

const dep = shippedInstrument('dep');

const levelAt = (value: number | string) => crisisAnswers([dep], [anAnswer('dep-31', value)])[0]?.level;

test('a wish to die is a notice when it is rare and urgent when it is frequent', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(levelAt), [undefined, 'notice', 'notice', 'urgent', 'urgent']);
});

test('an answer that shows danger has the words of its instrument', () => {
  const [answer, ...others] = crisisAnswers([dep], [anAnswer('dep-31', 3)]);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [answer?.instrument_id, answer?.instrument_version, answer?.item_id, answer?.value, answer?.label],
    ['dep', dep.version, 'dep-31', 3, 'oft'],
  );
  assert.match(answer?.clinician ?? '', /umgehend Suizidalität/);
});

test('no answer, an answer to another item and a word as answer show no danger', () => {
  assert.deepEqual(crisisAnswers([dep], []), []);
  assert.deepEqual(crisisAnswers([dep], [anAnswer('dep-41', 4)]), []);
  assert.equal(levelAt('4'), undefined);
});
