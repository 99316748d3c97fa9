import assert from 'node:assert/strict';
import test from 'node:test';
import { minutesLeftText, wholeDurationText } from './duration.ts';

test('the rest of a survey is given in whole minutes, and its end as nearly done', () => {
  assert.deepEqual([0, 1, 2, 12].map(minutesLeftText), [
    'gleich geschafft',
    'noch etwa 1 Minute',
    'noch etwa 2 Minuten',
    'noch etwa 12 Minuten',
  ]);
});

test('a survey that has not begun is announced in steps of five minutes, rounded up, and exactly up to two minutes', () => {
  assert.deepEqual([0, 1, 2, 3, 5, 6, 18].map(wholeDurationText), [
    'etwa 5 Minuten',
    'etwa 1 Minute',
    'etwa 2 Minuten',
    'etwa 5 Minuten',
    'etwa 5 Minuten',
    'etwa 10 Minuten',
    'etwa 20 Minuten',
  ]);
});
