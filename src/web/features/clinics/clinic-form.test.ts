import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldText } from '../../../text/fields.ts';
import { CallFailed } from '../../api/failure.ts';
import {
  changedSettings,
  clinicBody,
  clinicProblems,
  clinicValues,
  helpOf,
  isStored,
  movedRow,
  refusedFields,
  withRow,
} from './clinic-form.ts';

const first = { name: 'Notruf', number: '112', hours: '' };
const second = { name: 'Ambulanz', number: '030 1', hours: 'Mo bis Fr' };
const settings = {
  revision: '4',
  contact: 'Telefon 030 1',
  help: { text: 'Rufen Sie an.', numbers: [first, second] },
  duty_address: 'dienst@ambulanz.example',
  hours: { urgent: 4, notice: 72 },
};

test('the form of stored settings sends them unchanged, and counts as stored', () => {
  const values = clinicValues(settings);
  const { revision, ...stored } = settings;
  assert.deepEqual(clinicBody(values), stored);
  assert.deepEqual(changedSettings(settings, values), { revision });
  assert.deepEqual(changedSettings(settings, { ...values, urgent: '5' }), {
    revision,
    hours: { urgent: 5, notice: 72 },
  });
  assert.equal(isStored(values, settings), true);
});

test('blanks around a text are no change, every other change is one', () => {
  const values = clinicValues(settings);
  assert.equal(isStored({ ...values, contact: ' Telefon 030 1 ' }, settings), true);
  assert.equal(isStored({ ...values, [`${values.rows[1]}.hours`]: '' }, settings), false);
  assert.equal(isStored({ ...values, rows: values.rows.toReversed() }, settings), false);
  assert.equal(isStored({ ...values, urgent: '5' }, settings), false);
});

test('a number can be added at the end, moved and removed', () => {
  const values = clinicValues(settings);
  const { id, changed } = withRow(values);
  const added = { ...values, ...changed, [`${id}.name`]: 'Krisendienst' };
  assert.deepEqual(helpOf(added).numbers, [first, second, { name: 'Krisendienst', number: '', hours: '' }]);
  const moved = { ...added, rows: movedRow(added.rows, 2, 0) };
  assert.deepEqual(
    helpOf(moved).numbers.map(({ name }) => name),
    ['Krisendienst', 'Notruf', 'Ambulanz'],
  );
  assert.deepEqual(helpOf({ ...values, rows: values.rows.slice(1) }).numbers, [second]);
});

test('hours that are no whole number are a problem before anything is sent', () => {
  const values = clinicValues(settings);
  const problemOf = (urgent: string) => clinicProblems({ ...values, urgent }).urgent;
  for (const typed of ['4', ' 4 ', '720']) assert.equal(problemOf(typed), undefined, typed);
  for (const typed of ['', '4,5', '1e2', '-1', 'vier', '99999'])
    assert.equal(problemOf(typed), fieldText.hours_out_of_range, typed);
});

test('a refusal marks the part of the number that was sent at this place', () => {
  const { rows } = clinicValues(settings);
  const message = fieldText.phone_invalid;
  const paths = ['help.numbers.1.number', 'help.text', 'hours.notice', 'help.numbers.9.name', 'elsewhere'];
  const errors = paths.map((path) => ({ path, code: 'phone_invalid', message }));
  const problem = { type: 'about:blank', status: 400, title: '', code: 'invalid_request', errors } as const;
  assert.deepEqual(refusedFields(new CallFailed(400, { ...problem, errors }), rows), {
    [`${rows[1]}.number`]: message,
    text: message,
    notice: message,
  });
});
