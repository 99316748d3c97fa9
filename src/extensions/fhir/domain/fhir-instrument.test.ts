import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as always, constantFrom, property, string, uniqueArray } from 'fast-check';
import {
  frequency,
  imported,
  limitation,
  recovery,
  sidecar as recoverySidecar,
  sidecarOf,
} from '../test/samples.ts';
import { shippedIds, shippedInstrument } from '../../../../test/survey-samples.ts';
import { answerForm, ITEM_TYPE_NAMES, type ItemType } from '../../../domain/answer-types.ts';
import { canonicalOf, linkedInstrument, questionnaireOf } from './fhir-instrument.ts';
import { importQuestionnaire } from './fhir-questionnaire.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument.ts';

const shipped = shippedIds().map(shippedInstrument);

// FHIR has no types for these, so a sidecar names them.
const NAMED: readonly ItemType[] = [
  'INFO_AUTOSUBMIT',
  'QUESTION_HORIZONTAL_RADIO_ENFORCED',
  'QUESTION_DOUBLE_POSITIVE',
];

/** The instrument after an export as a Questionnaire and an import. */
function roundTrip(instrument: Instrument): Instrument | undefined {
  const linked = linkedInstrument(instrument);
  if (!linked) return undefined;
  const questionnaire = JSON.parse(JSON.stringify(questionnaireOf(linked, 'included')));
  const { section } = instrument;
  const types = instrumentItems(linked).filter(({ type }) => NAMED.includes(type));
  const sidecar = {
    ...sidecarOf(instrument, questionnaire),
    ...(section === undefined ? {} : { section }),
    // A Questionnaire has no pages, but this type must stand alone on its page.
    ...(types.some(({ type }) => type === 'INFO_AUTOSUBMIT') ? { pages: pagesOf(linked) } : {}),
    types: Object.fromEntries(types.map(({ id, type }) => [id, type])),
  };
  return imported(importQuestionnaire(questionnaire, [], sidecar));
}

function pagesOf(linked: Instrument): string[][] {
  const ids = new Set(instrumentItems(linked).map(({ id }) => id));
  const pages = linked.dimensions.flatMap((one) => (one.form === 'fixed' ? (one.pages ?? []) : []));
  return pages.map(({ items }) => items.filter((id) => ids.has(id))).filter((items) => items.length > 0);
}

/** The part of an item that a patient sees, and the stored values of its options. */
function asked({ dimensions }: Pick<Instrument, 'dimensions'>) {
  return dimensions.flatMap(({ title, paragraph, items }) => {
    const own = items.filter(({ type }) => answerForm(type) !== 'email');
    if (own.length === 0) return [];
    const shown = own.map(({ id, type, content, options: all }) => {
      // FHIR cannot hold the words at the ends of a slider in a form that the import reads.
      const options = type === 'QUESTION_RANGE_INDICATOR' ? [] : all;
      return {
        id,
        type,
        content,
        // A value that is a text is exported only as the code.
        options: options.map(({ id: option, label, value }) => {
          return { option, label, value: typeof value === 'string' ? option : value };
        }),
      };
    });
    return [{ title, paragraph, items: shown }];
  });
}

test('every instrument of the repository has the same questions after an export as a Questionnaire and an import', () => {
  for (const instrument of shipped) {
    const back = roundTrip(instrument);
    if (instrument.id === 'email') assert.equal(back, undefined);
    else assert.deepEqual(asked(back!), asked(leadingParagraphs(instrument)), instrument.id);
  }
});

// The import puts the text before the first question on every page on purpose.
function leadingParagraphs(instrument: Instrument): Instrument {
  const dimensions = instrument.dimensions.map((dimension) => {
    const [first, ...others] = dimension.items;
    const leads = first?.type === 'INFO' && dimension.paragraph === '' && others.length > 0;
    return leads ? { ...dimension, paragraph: first.content, items: others } : dimension;
  });
  // Items of a dimension keep their form.
  return { ...instrument, dimensions: dimensions as Instrument['dimensions'] };
}

test('an imported instrument is exported with the linkIds, groups and codes of its Questionnaire', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], recoverySidecar));
  const questionnaire = questionnaireOf(linkedInstrument(instrument)!, 'included');
  const linkIds = new Set(JSON.stringify(recovery).match(/"linkId":"[^"]+"/g));
  const texts = new Set(instrument.dimensions.map(({ id }) => `"linkId":"text.${id}"`));
  for (const linkId of JSON.stringify(questionnaire).match(/"linkId":"[^"]+"/g) ?? [])
    assert.ok(linkIds.has(linkId) || texts.has(linkId), linkId);
  assert.deepEqual(questionnaire.derivedFrom, [recovery['url']]);
});

const text = string({ minLength: 1, maxLength: 30 })
  .map((one) => one.trim())
  // The import refuses formulas and HTML.
  .filter((one) => one !== '' && !/\0|^=|</.test(one));
const types = ITEM_TYPE_NAMES.filter((type) => answerForm(type) !== 'email' && answerForm(type) !== 'none');

test('any instrument is the same after an export as a Questionnaire and an import', () => {
  const [model] = shipped.filter(({ id }) => id === 'wai');
  const item = property(
    array(constantFrom(...types), { minLength: 1, maxLength: 8 }),
    uniqueArray(text, { minLength: 2, maxLength: 5 }),
    array(text, { minLength: 8, maxLength: 8 }),
    (chosen, labels, contents) => {
      const items = chosen.map((type, index) => ({
        id: `wai-x${index}`,
        type,
        content: contents[index]!,
        options: ['option', 'options'].includes(answerForm(type))
          ? labels.map((label, number) => ({ id: `wai-x${index}-${number}`, label, value: number }))
          : [],
      }));
      const dimension = { ...model!.dimensions[0]!, items, form: 'fixed' as const };
      const { pages: _, ...rest } = dimension as typeof dimension & { pages?: unknown };
      const instrument: Instrument = { ...model!, dimensions: [rest], scales: [], crisis: [] };
      assert.deepEqual(asked(roundTrip(instrument)!), asked(instrument));
    },
  );
  always(item, { numRuns: 200 });
});

/** The Questionnaire of a small instrument with these items. */
function questionnaireWith(items: Instrument['dimensions'][0]['items'], changed: Partial<Instrument> = {}) {
  const model = shipped.find(({ id }) => id === 'wai') ?? assert.fail();
  const [first] = model.dimensions;
  const { pages: _, ...dimension } = first as typeof first & { pages?: unknown };
  const small = { ...model, ...changed, dimensions: [{ ...dimension, items }], scales: [], crisis: [] };
  // The items above are those of a fixed dimension.
  return questionnaireOf(linkedInstrument(small as Instrument) ?? assert.fail(), 'included');
}

/** The only question of the Questionnaire of one item. */
function questionOf(item: Partial<Instrument['dimensions'][0]['items'][0]>) {
  const whole = { id: 'wai-x', type: 'QUESTION_TEXT' as const, content: 'Frage', options: [], ...item };
  const { item: groups } = questionnaireWith([whole]);
  return groups[0]?.item?.find(({ linkId }) => linkId === 'wai-x') ?? assert.fail();
}

const control = (code: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
});
const orientation = (valueCode: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-choiceOrientation',
  valueCode,
});

const levels = [
  { id: 'a', label: 'nie', value: 0 },
  { id: 'b', label: 'oft', value: 1 },
];

const limit = (name: string, valueInteger: number) => {
  return { url: `http://hl7.org/fhir/StructureDefinition/${name}`, valueInteger };
};

const extensionOf = (type: ItemType) => questionOf({ type, options: levels }).extension;

test('a Questionnaire names for each item the control that the patient sees', () => {
  assert.deepEqual(extensionOf('QUESTION_CHECKBOX'), [control('check-box')]);
  assert.deepEqual(extensionOf('QUESTION_SELECT'), [control('drop-down')]);
  assert.deepEqual(extensionOf('QUESTION_VERTICAL_RADIO'), [
    control('radio-button'),
    orientation('vertical'),
  ]);
  for (const type of ['QUESTION_HORIZONTAL_RADIO', 'QUESTION_HORIZONTAL_RADIO_ENFORCED'] as const)
    assert.deepEqual(extensionOf(type), [control('radio-button'), orientation('horizontal')]);
  assert.deepEqual(extensionOf('QUESTION_RANGE_INDICATOR'), [
    control('slider'),
    limit('minValue', 0),
    limit('maxValue', 100),
  ]);
  assert.deepEqual(extensionOf('QUESTION_INTEGER'), [limit('minValue', 0)]);
  assert.deepEqual(questionOf({ type: 'QUESTION_INTEGER', min: 1, max: 20 }).extension, [
    limit('minValue', 1),
    limit('maxValue', 20),
  ]);
  assert.equal(extensionOf('QUESTION_TEXT'), undefined);
});

test('only a checkbox item of a Questionnaire takes several answers', () => {
  assert.equal(questionOf({ type: 'QUESTION_CHECKBOX', options: levels }).repeats, true);
  assert.equal(questionOf({ type: 'QUESTION_SELECT', options: levels }).repeats, undefined);
});

test('the status of an instrument is the status of its Questionnaire', () => {
  const item = { id: 'wai-x', type: 'QUESTION_DATE' as const, content: 'Wann?', options: [] };
  const statusOf = (status: Instrument['status']) => {
    const questionnaire = questionnaireWith([item], { status });
    return [questionnaire.status, questionnaire.experimental];
  };
  assert.deepEqual(statusOf('draft'), ['draft', undefined]);
  assert.deepEqual(statusOf('demonstration'), ['draft', true]);
  assert.deepEqual(statusOf('published'), ['active', undefined]);
});

test('a Questionnaire has the name and version of its instrument', () => {
  const item = { id: 'wai-x', type: 'QUESTION_DATE' as const, content: 'Wann?', options: [] };
  const { id, url, name } = questionnaireWith([item], { id: 'item-types', version: '1.2.3' });
  assert.equal(id, 'item-types-1.2.3');
  assert.equal(url, 'urn:resonanz:instrument:item-types');
  assert.equal(name, 'Instrument_item_types');
  assert.equal(canonicalOf({ id: 'dep', version: '1.2.3' }), 'urn:resonanz:instrument:dep|1.2.3');
});

const plain = (type: string, code: string) => [{ system: `http://hl7.org/fhirpath/System.${type}`, code }];

test('imported answers that were yes or no, numbers or texts are exported in that form', () => {
  const yes = { id: 'true', label: 'Ja', value: 1, codes: plain('Boolean', 'true') };
  const no = { id: 'false', label: 'Nein', value: 0, codes: plain('Boolean', 'false') };
  const type = 'QUESTION_VERTICAL_RADIO' as const;
  for (const options of [[yes, no], [yes]]) {
    const question = questionOf({ type, options });
    assert.equal(question.type, 'boolean');
    assert.equal(question.answerOption, undefined);
  }
  const mixed = questionOf({ type, options: [yes, ...levels] });
  assert.equal(mixed.type, 'choice');
  const extension = [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 4 }];
  const number = { id: '4', label: '4', value: 4, codes: plain('Integer', '4') };
  const text = { id: 'x', label: 'x', value: 'x', codes: plain('String', 'x') };
  assert.deepEqual(questionOf({ type, options: [number, text] }).answerOption, [
    { extension, valueInteger: 4 },
    { valueString: 'x' },
  ]);
});

test('an instrument keeps the linkIds of its Questionnaire where only some items have one', () => {
  const model = shipped.find(({ id }) => id === 'wai') ?? assert.fail();
  const [first] = model.dimensions;
  const items = [
    { id: 'wai-x', type: 'QUESTION_DATE' as const, content: 'Wann?', options: [], link_id: 'x' },
    { id: 'wai-y', type: 'QUESTION_DATE' as const, content: 'Wann?', options: [] },
  ];
  const mixed = { ...model, dimensions: [{ ...first!, items }] } as Instrument; // items of a fixed dimension
  const linked = linkedInstrument(mixed) ?? assert.fail();
  assert.deepEqual(
    instrumentItems(linked).map(({ link_id: linkId, link_groups: groups }) => [linkId, groups]),
    [
      ['x', undefined],
      [undefined, undefined],
    ],
  );
});

test('a score that had an item of its own leaves as a quantity without an answer', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], recoverySidecar));
  const { item } = questionnaireOf(linkedInstrument(instrument)!, 'included');
  const [scale] = instrument.scales;
  assert.deepEqual(item.at(-1), {
    linkId: 'Recovery.Score',
    code: [{ system: 'https://resonanz.example/fhir/CodeSystem/recovery', code: 'r-score' }],
    type: 'quantity',
    text: scale?.title,
    required: false,
    readOnly: true,
  });
});

test('the codes of an instrument leave with its Questionnaire, and no codes leave as none', () => {
  const item = { id: 'wai-x', type: 'QUESTION_DATE' as const, content: 'Wann?', options: [] };
  const codes = [{ system: 'urn:s', code: 'q' }];
  assert.deepEqual(questionnaireWith([item], { codes }).code, codes);
  assert.ok(!('code' in questionnaireWith([item], { codes: [] })));
});

const required = (instrument: Instrument, freeText: 'included' | 'left_out') => {
  const text = JSON.stringify(questionnaireOf(linkedInstrument(instrument) ?? assert.fail(), freeText));
  return [...text.matchAll(/"required":(true|false)/g)].map(([, value]) => value === 'true');
};

test('a Questionnaire requires every answer but optional ones, those of some windows, and those of an adaptive test', () => {
  const [dep, types] = ['dep', 'item-types'].map(
    (id) => shipped.find((one) => one.id === id) ?? assert.fail(),
  );
  const asked = instrumentItems(dep!);
  const crisis = asked.findIndex(({ id }) => id === 'dep-31');
  assert.deepEqual(
    required(dep!, 'included'),
    asked.map((_, index) => index === crisis),
  );
  const count = (freeText: 'included' | 'left_out') => required(types!, freeText).filter(Boolean).length;
  const obligatoryTexts = instrumentItems(types!).filter(({ type }) => /^QUESTION_TEXT(_AREA)?$/.test(type));
  assert.equal(count('included') - count('left_out'), obligatoryTexts.length);
});
