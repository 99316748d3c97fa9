import assert from 'node:assert/strict';
import test from 'node:test';
import {
  frequency,
  imported,
  importedItem,
  importItem,
  limitation,
  messages,
  type Json,
} from '../test/samples.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';

test('each FHIR item type becomes our item type that asks the same', () => {
  const slider = [
    { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
    { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 100 },
    {
      url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
      valueCodeableConcept: { coding: [{ code: 'slider' }] },
    },
  ];
  const dropDown = [{ ...slider[2], valueCodeableConcept: { coding: [{ code: 'drop-down' }] } }];
  const answers = { answerValueSet: frequency['url'] };
  const cases: readonly (readonly [Json, string])[] = [
    [{ type: 'display' }, 'INFO'],
    [{ type: 'choice', ...answers }, 'QUESTION_VERTICAL_RADIO'],
    [{ type: 'choice', ...answers, repeats: true }, 'QUESTION_CHECKBOX'],
    [{ type: 'choice', ...answers, extension: dropDown }, 'QUESTION_SELECT'],
    [{ type: 'integer' }, 'QUESTION_INTEGER'],
    [{ type: 'integer', extension: slider.slice(0, 1) }, 'QUESTION_INTEGER'],
    [{ type: 'integer', extension: slider }, 'QUESTION_RANGE_INDICATOR'],
    [{ type: 'date' }, 'QUESTION_DATE'],
    [{ type: 'string' }, 'QUESTION_TEXT_OPTIONAL'],
    [{ type: 'string', required: true }, 'QUESTION_TEXT'],
    [{ type: 'text' }, 'QUESTION_TEXT_AREA_OPTIONAL'],
    [{ type: 'text', required: true }, 'QUESTION_TEXT_AREA'],
  ];
  for (const [item, type] of cases) assert.equal(importedItem(item)?.type, type, JSON.stringify(item));
  assert.equal(
    importedItem({ type: 'boolean' }, { boolean_labels: ['ja', 'nein'] })?.options[0]?.label,
    'ja',
  );
  assert.equal(
    importedItem({ type: 'decimal' }, { types: { 1: 'QUESTION_DOUBLE_POSITIVE' } })?.type,
    'QUESTION_DOUBLE_POSITIVE',
  );
});

test('a linkId gets the id of the instrument as a prefix, because other instruments may use it', () => {
  assert.equal(importedItem({ type: 'date' })?.id, 'recovery.1');
  assert.equal(importedItem({ type: 'date', linkId: '/a b' })?.id, 'recovery.a-b');
  assert.equal(importedItem({ type: 'date', linkId: '/a b' })?.link_id, '/a b');
});

test('an item may list its answers as codes, texts or numbers', () => {
  const coded = importedItem({
    type: 'choice',
    answerOption: [
      {
        valueCoding: {
          code: 'x',
          display: 'Erstens',
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/itemWeight', valueDecimal: 2 }],
        },
      },
      { valueString: 'Zweitens' },
      { valueInteger: 3 },
    ],
  });
  assert.deepEqual(
    coded?.options.map(({ id, label, value }) => [id, label, value]),
    [
      ['x', 'Erstens', 2],
      ['Zweitens', 'Zweitens', 'Zweitens'],
      ['3', '3', '3'],
    ],
  );
});

test('an answer code may have the name of a property that every object has', () => {
  const item = importedItem({
    type: 'choice',
    answerOption: [{ valueString: 'constructor' }, { valueString: 'x' }],
  });
  assert.equal(item?.options[0]?.value, 'constructor');
});

test('the sidecar gives values to answer codes that have none', () => {
  const values = { 'l-none': 0, 'l-some': 1, 'l-much': 2, 'l-very': 3 };
  const item = importedItem({ type: 'choice', answerValueSet: limitation['url'] }, { values });
  assert.deepEqual(
    item?.options.map(({ value }) => value),
    [0, 1, 2, 3],
  );
});

test('an item of a Questionnaire that is computed, hidden or skipped is not asked', () => {
  const hidden = { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true };
  const date = { linkId: '2', type: 'date', text: 'Wann?' };
  const asked = (item: Json, extra: Json = {}) =>
    instrumentItems(
      imported(importItem({}, extra, { item: [{ linkId: '1', text: 'x', ...item }, date] })),
    ).map(({ link_id }) => link_id);
  assert.deepEqual(asked({ type: 'quantity', readOnly: true }), ['2']);
  assert.deepEqual(asked({ type: 'quantity', extension: [hidden] }), ['2']);
  assert.deepEqual(asked({ type: 'quantity' }, { skip: ['1'] }), ['2']);
  assert.deepEqual(asked({ type: 'group', item: [{ ...date, linkId: '3' }] }, { skip: ['1'] }), ['2']);
});

test('the import refuses elements of a Questionnaire that an instrument cannot express, and drops none', () => {
  const limit = { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 };
  const cases: readonly (readonly [Json, RegExp])[] = [
    [{ type: 'date', initial: [] }, /"1" uses initial/],
    [{ type: 'date', modifierExtension: [] }, /"1" uses modifierExtension/],
    [{ type: 'text', maxLength: 5 }, /"1" uses maxLength/],
    [{ type: 'decimal', extension: [limit] }, /"1" uses maxValue/],
    [{ type: 'date', item: [{ linkId: '2', type: 'date', text: 'x' }] }, /"1" uses items below a question/],
    [{ type: 'group', initial: [], item: [{ linkId: '2', type: 'date', text: 'x' }] }, /"2" uses initial/],
    [{ type: 'attachment' }, /"1" is of type attachment/],
    [{ type: 'decimal' }, /"1" is of type decimal/],
    [{ type: 'open-choice' }, /"1" is of type open-choice/],
    [{ type: 'boolean' }, /must name "boolean_labels"/],
    [{ type: 'choice' }, /"1" has no answers/],
    [{ type: 'choice', answerValueSet: 'urn:x' }, /needs the ValueSet urn:x, which was not given/],
    [{ type: 'date', text: '' }, /"1" has no text/],
  ];
  for (const [item, expected] of cases) assert.match(messages(importItem(item)).join('\n'), expected);
});

test('a ValueSet that describes its codes instead of listing them is refused', () => {
  const describing = [
    { include: [{ system: 'urn:s' }] },
    { include: [{ system: 'urn:s', concept: [{ code: 'a', display: 'A' }], filter: [] }] },
    { include: [{ concept: [{ code: 'a', display: 'A' }] }], exclude: [] },
  ];
  for (const compose of describing) {
    const contained = [{ resourceType: 'ValueSet', id: 'own', compose }];
    const result = importItem(
      {},
      {},
      { contained, item: [{ linkId: '1', type: 'choice', text: 'x', answerValueSet: '#own' }] },
    );
    assert.match(messages(result).join(), /needs the ValueSet #own with every code listed/);
  }
});

test('the import reads contained, versioned and expanded ValueSets', () => {
  const contains = [
    { system: 'urn:s', code: 'a', display: 'A' },
    { system: 'urn:s', code: 'b', display: 'B' },
  ];
  const contained = [{ resourceType: 'ValueSet', id: 'own', expansion: { contains } }];
  const item = [
    { linkId: '1', type: 'choice', text: 'x', answerValueSet: '#own' },
    { linkId: '2', type: 'choice', text: 'x', answerValueSet: `${frequency['url']}|1.0` },
  ];
  const items = instrumentItems(imported(importItem({}, {}, { contained, item })));
  assert.deepEqual(
    items.map(({ options }) => options[0]?.label),
    ['A', 'so gut wie nie'],
  );
});

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/';
const limit = (name: string, valueInteger: number) => ({ url: `${EXTENSIONS}${name}`, valueInteger });

const refusedLimits = (...extension: Json[]) =>
  messages(importItem({ type: 'integer', extension })).join('\n');

function limitsOf(...extension: Json[]) {
  const { min, max } = importedItem({ type: 'integer', extension }) ?? {};
  return [min, max];
}

test('the import keeps the limits of a whole number, unless they are below 0 or no limits of a number', () => {
  assert.deepEqual(limitsOf(limit('minValue', 0)), [undefined, undefined]);
  assert.deepEqual(limitsOf(limit('minValue', 1), limit('maxValue', 20)), [1, 20]);
  assert.match(refusedLimits(limit('minValue', -1)), /"1" uses minValue/);
  assert.match(
    messages(
      importItem({ type: 'integer', extension: [limit('maxValue', 9)] }, { types: { 1: 'QUESTION_TEXT' } }),
    ).join(),
    /limits that only a QUESTION_INTEGER can have/,
  );
  const decimal = importItem(
    { type: 'decimal', extension: [limit('minValue', 0)] },
    { types: { 1: 'QUESTION_DOUBLE_POSITIVE' } },
  );
  assert.match(messages(decimal).join(), /"1" uses minValue/);
});

test('the import accepts only sliders from 0 to 100', () => {
  const control = {
    url: `${EXTENSIONS}questionnaire-itemControl`,
    valueCodeableConcept: { coding: [{ code: 'slider' }] },
  };
  const refused = (lowest: number, highest: number) => {
    const extension = [limit('minValue', lowest), limit('maxValue', highest), control];
    return messages(importItem({ type: 'integer', extension })).length > 0;
  };
  assert.equal(refused(0, 100), false);
  assert.equal(refused(0, 10), true);
  assert.equal(refused(1, 100), true);
});

test('a choice with horizontal answers is asked horizontally', () => {
  const extension = [{ url: `${EXTENSIONS}questionnaire-choiceOrientation`, valueCode: 'horizontal' }];
  const item = { type: 'choice', answerValueSet: frequency['url'], extension };
  assert.equal(importedItem(item)?.type, 'QUESTION_HORIZONTAL_RADIO');
});

test('the import accepts a question with an empty list of items below it', () => {
  assert.equal(importedItem({ type: 'date', item: [] })?.type, 'QUESTION_DATE');
});

test('the codes of an imported item keep their system and display, and codes without them get none', () => {
  const code = [{ code: 'a' }, { system: 'urn:s', code: 'b', display: 'B' }];
  assert.deepEqual(importedItem({ type: 'date', code })?.codes, code);
  assert.ok(!('codes' in (importedItem({ type: 'date' }) ?? {})));
});

test('a code that cannot be an option id gets its position, from 1, as id and is kept as code', () => {
  const answerOption = [{ valueString: 'Ja, sehr' }, { valueString: 'ok' }, { valueString: '-' }];
  assert.deepEqual(
    importedItem({ type: 'choice', answerOption })?.options.map(({ id, codes }) => [id, codes?.[0]?.code]),
    [
      ['option-1', 'Ja, sehr'],
      ['ok', 'ok'],
      ['option-3', '-'],
    ],
  );
});

const refusedAnswer = (answer: Json) =>
  messages(importItem({ type: 'choice', answerOption: [{ valueString: 'x' }, answer] })).join();

test('the import refuses an answer option without a text or of an unknown type', () => {
  assert.match(
    refusedAnswer({ valueCoding: { code: 'x', display: ' ' } }),
    /"1" has an answer that has no text/,
  );
  assert.match(
    refusedAnswer({ valueDate: '2026-01-01' }),
    /an answer that is no coding, text or whole number/,
  );
});

test('a code of a ValueSet needs a text in the language of the import', () => {
  const contains = [
    { system: 'urn:s', code: 'a', display: 'A', designation: [{ language: 'en', value: 'An A' }] },
    { system: 'urn:s', code: 'b', display: 'B' },
  ];
  const contained = [{ resourceType: 'ValueSet', id: 'own', expansion: { contains } }];
  const item = [{ linkId: '1', type: 'choice', text: 'x', answerValueSet: '#own' }];
  const result = importItem({}, { language: 'en' }, { contained, item });
  assert.match(messages(result).join('\n'), /has no text in the language "en"/);
  const translated = { text: 'x', _text: { extension: [translation('en', 'An x')] } };
  const again = importItem({}, { language: 'en' }, { contained, item: [{ ...item[0], ...translated }] });
  assert.deepEqual(messages(again), ['questionnaire: "1" needs a text for the code b of #own.']);
});

function translation(lang: string, content: string) {
  return {
    url: `${EXTENSIONS}translation`,
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', valueString: content },
    ],
  };
}

test('every limit that an instrument cannot express is refused by its name', () => {
  for (const name of [
    'minValue',
    'maxValue',
    'minLength',
    'maxDecimalPlaces',
    'regex',
    'questionnaire-optionExclusive',
  ]) {
    const item = { type: 'string', extension: [{ url: `${EXTENSIONS}${name}`, valueString: 'x' }] };
    assert.match(messages(importItem(item)).join(), new RegExp(`"1" uses ${name},`));
  }
});
