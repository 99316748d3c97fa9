import assert from 'node:assert/strict';
import test from 'node:test';
import { shippedIds, shippedInstrument } from '../../test/survey-samples.ts';
import { itemsWithoutRule } from './danger-wording.ts';
import type { Instrument } from './instrument-schema.ts';

/** An instrument with one question, which may have a rule. */
function asking(
  content: string,
  { code = 'x', ruled = false, type = 'QUESTION_VERTICAL_RADIO' as const } = {},
): Instrument {
  const dep = shippedInstrument('dep');
  const item = { id: 'q', type, content, options: [], codes: [{ code }] };
  const dimension = { id: 'd', form: 'fixed' as const, title: '', paragraph: '', connector: '', footer: '' };
  const rule = { item: 'q', kind: 'self' as const, at_least: 1, level: 'urgent' as const, clinician: 'Text' };
  return { ...dep, dimensions: [{ ...dimension, items: [item] }], crisis: ruled ? [rule] : [] };
}

const isFound = (instrument: Instrument) => itemsWithoutRule(instrument).length === 1;

test('a question for a wish to die or to hurt oneself is recognised in German and English', () => {
  for (const content of [
    'Gedanken, dass Sie lieber tot wären oder sich Leid zufügen möchten',
    'Ich wollte nicht mehr leben.',
    'Haben Sie daran gedacht, sich das Leben zu nehmen?',
    'Ich habe Selbstmordgedanken, würde sie aber nicht ausführen.',
    'Denken Sie an Suizid?',
    'Wie oft wollten Sie sich etwas antun?',
    'Ich dachte daran, mich selbst zu verletzen oder mich umzubringen – oder: mich umbringen',
    'Thoughts that you would be better off dead or of hurting yourself in some way',
    'Have you wished to die?',
    'I have thoughts of killing myself',
    'Suicidal thoughts',
    'Did you think about ending it, of self-harm?',
  ])
    assert.ok(isFound(asking(content)), content);
});

test('a question about other things, and one that has a rule, is not', () => {
  for (const content of [
    'Die Totalität meines Alltags',
    'Müdigkeit oder Gefühl, keine Energie zu haben',
    'Wie zufrieden sind Sie mit Ihrem Leben?',
    'I met the deadline',
    'Haben Sie an Gewicht verloren?',
    'Thinking of the kids, did you die laughing?',
  ])
    assert.ok(!isFound(asking(content)), content);
  assert.ok(!isFound(asking('Ich wollte nicht mehr leben.', { ruled: true })));
});

test('item 9 of the PHQ-9 is recognised by its LOINC code in any wording', () => {
  assert.ok(isFound(asking('Frage 9', { code: '44260-8' })));
  assert.ok(!isFound(asking('Frage 8', { code: '44253-3' })));
});

test('every shipped instrument has a rule for each question of this kind', () => {
  for (const id of shippedIds()) {
    const found = itemsWithoutRule(shippedInstrument(id)).map((item) => item.content);
    assert.deepEqual(found, [], id);
  }
});
