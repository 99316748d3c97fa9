import assert from 'node:assert/strict';
import test from 'node:test';
import {
  frequency,
  imported,
  importedItem,
  importItem,
  limitation,
  messages,
  notKept,
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
  const shown = { linkId: '2', type: 'display', text: 'Danke.' };
  const both = importItem({}, {}, { item: [{ linkId: '1', type: 'date', text: 'x' }, shown] });
  assert.equal(instrumentItems(imported(both))[1]?.type, 'INFO');
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
  const cases: readonly (readonly [Json, RegExp])[] = [
    [{ type: 'date', modifierExtension: [] }, /"1" uses modifierExtension/],
    [{ type: 'date', repeats: true }, /"1" is answered several times/],
    [
      { type: 'group', repeats: true, item: [{ linkId: '2', type: 'date', text: 'x' }] },
      /"1" is answered several times/,
    ],
    [
      { type: 'choice', repeats: true, item: [{ linkId: '2', type: 'date', text: 'x' }] },
      /"1" is answered several times/,
    ],
    [{ type: 'date', enableWhn: [] }, /"1" has the element "enableWhn", which the import does not know here/],
    [{ type: 'date', answerValueSet: 'urn:x' }, /"1" has a list of answers/],
    [{ type: 'date', text: 'Wann <b>genau</b>?' }, /"1" has a text with the HTML mark <b>/],
    [{ type: 'date', text: '=HYPERLINK("x")' }, /"1" has a text that begins with "=" as a formula/],
    [{ type: 'attachment' }, /"1" is of type attachment/],
    [{ type: 'decimal' }, /"1" is of type decimal/],
    [{ type: 'open-choice' }, /"1" has no answers/],
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
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';
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
  assert.match(refusedLimits(limit('minValue', -1)), /"1" allows numbers below 0/);
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
  assert.ok(notKept(decimal).includes('minValue: 1'));
});

test('a slider from 0 to 100 stays one, another one becomes a whole number with its limits, and the import says so', () => {
  const control = {
    url: `${EXTENSIONS}questionnaire-itemControl`,
    valueCodeableConcept: { coding: [{ code: 'slider' }] },
  };
  const slider = (lowest: number, highest: number) =>
    importItem({
      type: 'integer',
      extension: [limit('minValue', lowest), limit('maxValue', highest), control],
    });
  const lost = 'questionnaire-itemControl: 1';
  assert.ok(!notKept(slider(0, 100)).includes(lost));
  assert.equal(instrumentItems(imported(slider(0, 100)))[0]?.type, 'QUESTION_RANGE_INDICATOR');
  assert.ok(notKept(slider(1, 10)).includes(lost));
  const [{ type, min, max } = assert.fail()] = instrumentItems(imported(slider(1, 10)));
  assert.deepEqual([type, min, max], ['QUESTION_INTEGER', 1, 10]);
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
  const labels = (valueSet: Json) => {
    const form = { language: 'en', contained: [{ ...contained[0], ...valueSet }], item };
    return instrumentItems(imported(importItem({}, {}, form)))[0]?.options[0]?.label;
  };
  assert.equal(labels({}), 'An A', 'a ValueSet that states no language is read by its translation');
  assert.equal(labels({ language: 'en' }), 'A');
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

test('limits of the words typed, lengths and first answers are lost, and listed by name and linkId', () => {
  for (const name of ['minValue', 'maxValue', 'minLength', 'maxDecimalPlaces', 'regex']) {
    const item = { type: 'string', extension: [{ url: `${EXTENSIONS}${name}`, valueString: 'x' }] };
    assert.ok(notKept(importItem(item)).includes(`${name}: 1`), name);
  }
  const first = importItem({ type: 'text', maxLength: 5, initial: [{ valueString: 'x' }], prefix: 'a' });
  for (const name of ['maxLength', 'initial', 'prefix'])
    assert.ok(notKept(first).includes(`${name}: 1`), name);
});

test('extensions that change what is asked are refused by linkId, unless the sidecar allows the loss by name', () => {
  for (const [address, name, expected] of [
    [EXTENSIONS, 'questionnaire-optionExclusive', /"1" limits the answers/],
    [
      SDC,
      'sdc-questionnaire-enableWhenExpression',
      /"1" is asked, or offers an answer, only under a condition/,
    ],
    [SDC, 'sdc-questionnaire-calculatedExpression', /"1" is computed: name it as "link_id"/],
    [EXTENSIONS, 'cqf-expression', /"1" is computed: the words/],
  ] as const) {
    const item = { type: 'date', extension: [{ url: `${address}${name}`, valueBoolean: true }] };
    assert.match(messages(importItem(item)).join(), expected, name);
    const allowed = importItem(item, { not_kept: [name] });
    assert.ok(notKept(allowed).includes(`${name}: 1`), name);
    assert.equal(
      imported(allowed).canonical,
      undefined,
      'a response is none to the Questionnaire as published',
    );
  }
  const group = { type: 'group', item: [{ linkId: '2', type: 'date', text: 'x' }] };
  const condition = [{ url: `${SDC}sdc-questionnaire-enableWhenExpression` }];
  assert.match(messages(importItem({ ...group, extension: condition })).join(), /"1" is asked, .* condition/);
  const repeated = importItem({ ...group, repeats: true }, { not_kept: ['repeats'] });
  assert.equal(instrumentItems(imported(repeated)).length, 1);
});

test('a question that is hidden, computed or read only is listed by its linkId', () => {
  const date = { linkId: '2', type: 'date', text: 'Wann?' };
  const hidden = [{ url: `${EXTENSIONS}questionnaire-hidden`, valueBoolean: true }];
  const of = (item: Json) =>
    notKept(importItem({}, {}, { item: [{ linkId: '1', text: 'x', ...item }, date] }));
  assert.ok(of({ type: 'quantity', readOnly: true }).includes('question (readOnly): 1'));
  assert.ok(of({ type: 'quantity', extension: hidden }).includes('question (hidden): 1'));
  assert.ok(of({ type: 'group', item: [] }).includes('group without a question: 1'));
});

test('questions below a question come right after it, and the instrument is no whole answer to the Questionnaire', () => {
  const below = [
    { linkId: '1.1', type: 'display', text: 'Zum Beispiel am Wochenende.' },
    { linkId: '1.2', type: 'string', text: 'Warum?' },
  ];
  const result = importItem({ type: 'date', item: below });
  assert.deepEqual(
    instrumentItems(imported(result)).map(({ link_id, link_groups }) => [link_id, link_groups]),
    [
      ['1', undefined],
      ['1.1', undefined],
      ['1.2', undefined],
    ],
  );
  assert.equal(imported(result).canonical, undefined);
  const skipped = importItem(
    {},
    { skip: ['1'] },
    {
      item: [
        { linkId: '1', type: 'date', text: 'x', item: below },
        { linkId: '3', type: 'date', text: 'x' },
      ],
    },
  );
  assert.equal(instrumentItems(imported(skipped)).length, 1);
});

test('a choice with an answer of one’s own gets that answer and a field for it', () => {
  const label = { url: `${SDC}sdc-questionnaire-openLabel`, valueString: 'Etwas anderes' };
  const item = {
    type: 'open-choice',
    answerOption: [{ valueString: 'Tee' }, { valueString: 'Saft' }],
    extension: [label],
  };
  const [choice, field] = instrumentItems(imported(importItem(item)));
  assert.deepEqual(choice?.options.at(-1), { id: 'other', label: 'Etwas anderes', value: 'other' });
  assert.deepEqual(
    [field?.id, field?.type, field?.content],
    ['recovery.1.other', 'QUESTION_TEXT_OPTIONAL', 'Etwas anderes'],
  );
  const bare = { ...item, extension: [] };
  assert.match(messages(importItem(bare)).join(), /the sidecar must name "other_label"/);
  const plain = instrumentItems(imported(importItem(bare, { other_label: 'Anderes' })));
  assert.equal(plain[1]?.content, 'Anderes');
  assert.equal(instrumentItems(imported(importItem(item, { types: { 1: 'QUESTION_SELECT' } }))).length, 1);
});

test('a text or a number with a list of answers is a choice', () => {
  const item = importedItem({
    type: 'string',
    answerOption: [{ valueString: 'Tee' }, { valueString: 'Saft' }],
  });
  assert.deepEqual([item?.type, item?.options.length], ['QUESTION_VERTICAL_RADIO', 2]);
  const answerOption = [{ valueInteger: 1 }, { valueInteger: 2 }];
  assert.equal(importedItem({ type: 'integer', repeats: true, answerOption })?.type, 'QUESTION_CHECKBOX');
});

test('a linkId that is too long for an item id becomes a short one that stays the same', () => {
  const linkId = `/${'a'.repeat(80)}`;
  const [one, other] = [
    importedItem({ type: 'date', linkId }),
    importedItem({ type: 'date', linkId: `${linkId}b` }),
  ];
  assert.match(one?.id ?? '', /^recovery\.[0-9a-f]{12}$/);
  assert.notEqual(one?.id, other?.id);
  assert.equal(one?.link_id, linkId);
});

test('the unit of a number stands behind the question', () => {
  const unit = { url: `${EXTENSIONS}questionnaire-unit`, valueCoding: { code: 'kg' } };
  assert.equal(importedItem({ type: 'integer', extension: [unit] })?.content, 'Frage (kg)');
});

test('the sidecar gives labels to answer codes', () => {
  const answerOption = [
    { valueCoding: { code: 'y', display: 'Yes' } },
    { valueCoding: { code: 'n', display: 'No' } },
  ];
  const item = importedItem({ type: 'choice', answerOption }, { labels: { y: 'Ja', n: 'Nein' } });
  assert.deepEqual(
    item?.options.map(({ label }) => label),
    ['Ja', 'Nein'],
  );
});
