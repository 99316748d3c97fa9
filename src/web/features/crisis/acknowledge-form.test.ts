import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRISIS_ACTS } from '../../../domain/crisis.ts';
import { acknowledgeText as text } from '../../../text/crisis-events.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { acknowledgeBody, acknowledgeProblems, type AcknowledgeValues } from './acknowledge-form.ts';

const TODAY = '2026-11-22';
const empty: AcknowledgeValues = { done: '', note: '', to: '', again: '' };

const problems = (changed: Partial<AcknowledgeValues>) =>
  Object.values(acknowledgeProblems({ ...empty, ...changed }, TODAY)).filter(Boolean);

test('only handing over needs a colleague, and only "anderes" a note and a day', () => {
  const found = Object.fromEntries(CRISIS_ACTS.map((done) => [done, problems({ done })]));
  assert.deepEqual(found, {
    talked: [],
    assessed: [],
    handed_over: [text.toMissing],
    mistake: [],
    other: [text.noteMissing, dateProblemText.empty],
  });
  assert.deepEqual(problems({}), [text.missing]);
});

const on = (again: string) => problems({ done: 'other', note: 'Warten', again });

test('the day of a resubmission lies between tomorrow and 28 days from now', () => {
  for (const day of ['22.11.2026', '21.12.2026'])
    assert.deepEqual(on(day), [fieldText.again_on_out_of_range], day);
  for (const day of ['23.11.2026', '20.12.2026']) assert.deepEqual(on(day), [], day);
});

test('the call carries only what belongs to the chosen act', () => {
  const filled = { note: ' Bitte anrufen ', to: 'c', again: '23.11.2026' };
  assert.deepEqual(acknowledgeBody({ ...filled, done: 'handed_over' }), {
    done: 'handed_over',
    note: 'Bitte anrufen',
    to: 'c',
  });
  assert.deepEqual(acknowledgeBody({ ...filled, done: 'other' }), {
    done: 'other',
    note: 'Bitte anrufen',
    again_on: '2026-11-23',
  });
  assert.deepEqual(acknowledgeBody({ ...filled, done: 'talked' }), { done: 'talked', note: 'Bitte anrufen' });
});
