import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deputyText } from '../../../text/clinicians.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { deputyBody, deputyFormOf, deputyProblems } from './deputy-form.ts';

const TODAY = '2026-11-22';

const problems = (deputy: string, from: string, until: string) => {
  const found = deputyProblems({ deputy, from, until }, TODAY);
  return [found.deputy, found.from, found.until];
};
const none = undefined;

test('a deputyship needs a deputy, two days in their order, and a last day that is not over', () => {
  assert.deepEqual(problems('d', '01.11.2026', '22.11.2026'), [none, none, none]);
  assert.deepEqual(problems('', '', '31.02.2026'), [
    deputyText.missing,
    dateProblemText.empty,
    dateProblemText.impossible,
  ]);
  assert.deepEqual(problems('d', '01.11.2026', '21.11.2026'), [none, none, fieldText.deputy_days_invalid]);
  assert.deepEqual(problems('d', '02.12.2026', '01.12.2026'), [none, none, fieldText.deputy_days_invalid]);
});

test('the days of a deputyship are sent as ISO dates', () => {
  assert.deepEqual(deputyBody({ deputy: 'd', from: '01.12.2026', until: '24.12.2026' }), {
    deputy_id: 'd',
    from: '2026-12-01',
    until: '2026-12-24',
  });
});

test('the form begins with the present deputyship, and with today after its last day', () => {
  const deputy = { deputy_id: 'd', from: '2026-11-01', until: '2026-11-22' };
  assert.deepEqual(deputyFormOf(deputy, TODAY), { deputy: 'd', from: '01.11.2026', until: '22.11.2026' });
  const empty = { deputy: '', from: '22.11.2026', until: '' };
  assert.deepEqual(deputyFormOf({ ...deputy, until: '2026-11-21' }, TODAY), empty);
  assert.deepEqual(deputyFormOf(null, TODAY), empty);
});
