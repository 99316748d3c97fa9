import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deputyText } from '../../../text/clinicians.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { deputyBody, deputyFormOf, deputyProblems } from './deputy-form.ts';

const TODAY = '2026-11-22';

const begun = { from: '2026-11-01', until: '2026-11-30' };

const problems = (deputy: string, from: string, until: string, present: typeof begun | null = null) => {
  const found = deputyProblems({ deputy, from, until }, present, TODAY);
  return [found.deputy, found.from, found.until];
};
const none = undefined;

test('a deputyship needs a deputy, two days in their order, and a last day that is not over', () => {
  assert.deepEqual(problems('d', '22.11.2026', '22.11.2026'), [none, none, none]);
  assert.deepEqual(problems('', '', '31.02.2026'), [
    deputyText.missing,
    dateProblemText.empty,
    dateProblemText.impossible,
  ]);
  assert.deepEqual(problems('d', '01.11.2026', '21.11.2026'), [none, none, fieldText.deputy_days_invalid]);
  assert.deepEqual(problems('d', '02.12.2026', '01.12.2026'), [none, none, fieldText.deputy_days_invalid]);
});

test('a deputyship begins today at the earliest, unless it has begun, and lasts three months at most', () => {
  const past = [none, fieldText.deputy_begins_in_past, none];
  assert.deepEqual(problems('d', '21.11.2026', '22.11.2026'), past);
  assert.deepEqual(problems('d', '01.11.2026', '24.12.2026', begun), [none, none, none]);
  assert.deepEqual(problems('d', '02.11.2026', '24.12.2026', begun), past);
  assert.deepEqual(problems('d', '22.11.2026', '22.02.2027'), [none, none, none]);
  assert.deepEqual(problems('d', '22.11.2026', '23.02.2027'), [none, none, fieldText.deputy_too_long]);
  assert.deepEqual(problems('d', '01.11.2026', '31.12.9999', begun), [none, none, fieldText.deputy_too_long]);
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
