import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressKind,
  hasOptions,
  isExported,
  isExportedAsDay,
  isItemType,
  isOptional,
  isQuestion,
  ITEM_TYPE_NAMES,
  privacyOf,
  type ItemType,
} from './answer-types.ts';

const typesThat = (holds: (type: ItemType) => boolean) => ITEM_TYPE_NAMES.filter(holds);
const information = ['INFO', 'INFO_AUTOSUBMIT'];
const texts = [
  'QUESTION_TEXT',
  'QUESTION_TEXT_OPTIONAL',
  'QUESTION_TEXT_AREA',
  'QUESTION_TEXT_AREA_OPTIONAL',
];
const addresses = [
  'EMAIL_NOTIFICATION_PRE',
  'EMAIL_NOTIFICATION_INTERMEDIATE',
  'EMAIL_NOTIFICATION_POST',
  'EMAIL_NOTIFICATION_FOLLOW_UP',
];
const choices = [
  'QUESTION_HORIZONTAL_RADIO',
  'QUESTION_HORIZONTAL_RADIO_ENFORCED',
  'QUESTION_VERTICAL_RADIO',
  'QUESTION_CHECKBOX',
  'QUESTION_SELECT',
];

test('a patient may leave optional texts and e-mail addresses empty, and no other answer', () => {
  const optional = ['QUESTION_TEXT_OPTIONAL', 'QUESTION_TEXT_AREA_OPTIONAL'];
  assert.deepEqual(typesThat(isOptional), [...information, ...optional, ...addresses]);
});

test('every item but an information page is a question with a number', () => {
  assert.deepEqual(
    typesThat((type) => !isQuestion(type)),
    information,
  );
});

test('a patient chooses among options in radio buttons, checkboxes and lists', () => {
  assert.deepEqual(typesThat(hasOptions), choices);
});

test('texts and e-mail addresses of patients are never stored in clear', () => {
  assert.deepEqual(
    typesThat((type) => privacyOf(type) === 'text'),
    texts,
  );
  assert.deepEqual(
    typesThat((type) => privacyOf(type) === 'address'),
    addresses,
  );
});

const leftOut = (freeText: 'included' | 'left_out') => typesThat((type) => !isExported(type, freeText));

test('an export holds texts only on request, and never e-mail addresses', () => {
  assert.deepEqual(leftOut('included'), [...information, ...addresses]);
  assert.deepEqual(leftOut('left_out'), [...information, ...texts, ...addresses]);
});

test('an export shifts the answers that are days', () => {
  assert.deepEqual(typesThat(isExportedAsDay), ['QUESTION_DATE']);
});

test('each e-mail item asks for the address of its windows', () => {
  const kinds = ITEM_TYPE_NAMES.map(addressKind).filter((kind) => kind !== undefined);
  assert.deepEqual(kinds, ['PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP']);
});

test('a name that every object has is no item type', () => {
  assert.equal(isItemType('QUESTION_DATE'), true);
  assert.equal(isItemType('constructor'), false);
});
