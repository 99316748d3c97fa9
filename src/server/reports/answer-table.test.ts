import assert from 'node:assert/strict';
import test from 'node:test';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { shippedInstrument } from '../../../test/survey-samples.ts';
import { answeredItems, answerTable } from './answer-table.ts';

test('an answered date stands in a report as people write it, and a declined one as it was given', () => {
  const instrument = shippedInstrument('item-types');
  const [date] = instrumentItems(instrument).filter(({ type }) => type === 'QUESTION_DATE');
  assert.ok(date);
  const shown = (label: string) =>
    JSON.stringify(answerTable(answeredItems(instrument, [{ item: date.id, type: 'QUESTION_DATE', label }])));
  assert.match(shown('2026-02-28'), /28\.02\.2026/);
  assert.doesNotMatch(shown('2026-02-28'), /2026-02-28/);
  assert.match(shown('Möchte ich nicht sagen'), /Möchte ich nicht sagen/);
});
