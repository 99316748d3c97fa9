import assert from 'node:assert/strict';
import test from 'node:test';
import {
  chosen,
  frequency,
  imported,
  importItem,
  limitation,
  recovery,
  sidecar,
  type Json,
} from '../test/samples.ts';
import { habit } from '../../../../test/conditional-sample.ts';
import { aPatient, aPlan, anAnswer, answered, shippedInstrument } from '../../../../test/survey-samples.ts';
import { DECLINED, NOT_APPLICABLE } from '../../../domain/answer-types.ts';
import { importQuestionnaire } from './fhir-questionnaire.ts';
import { responseItems } from './fhir-questionnaire-response.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import { scoreSession } from '../../../domain/scoring.ts';

function group(linkId: string, item: readonly Json[]) {
  return { linkId, type: 'group', text: `Teil ${linkId}`, item };
}

function date(linkId: string) {
  return { linkId, type: 'date', text: 'Wann?' };
}

test('answers and scores are exported under the linkIds and codes of the imported Questionnaire', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], sidecar));
  const stored = chosen(instrument, [0, 0, 0, 3, 2]);
  const { scales } = scoreSession(aPlan([instrument]), stored);
  const items = responseItems(
    instrument,
    stored.flatMap((page) => page.answers),
    scales,
  );
  assert.deepEqual(
    items.map(({ linkId }) => linkId),
    ['Recovery.1', 'Recovery.2', 'Recovery.3', 'Recovery.4', 'Recovery.5', 'Recovery.Score'],
  );
  assert.deepEqual(items[3]?.answer, [
    {
      valueCoding: {
        system: 'https://resonanz.example/fhir/CodeSystem/answers',
        code: 'f-all',
        display: 'Nacht für Nacht',
      },
    },
  ]);
  assert.deepEqual(items[5]?.answer, [
    { valueQuantity: { value: 3, unit: '{score}', system: 'http://unitsofmeasure.org', code: '{score}' } },
  ]);
});

test('imported groups become dimensions, and answers are exported inside their groups', () => {
  const item = [
    group('A', [date('A.1'), group('A.2', [date('A.2.1')])]),
    group('B', [date('B.1')]),
    date('C'),
  ];
  const instrument = imported(importItem({}, {}, { item }));
  assert.deepEqual(
    instrument.dimensions.map(({ id, title }) => [id, title]),
    [
      ['recovery', 'Teil A'],
      ['recovery-2', 'Teil B'],
      ['recovery-3', 'Schlaf und Erholung'],
    ],
  );
  const answers = instrumentItems(instrument).map(({ id }) => anAnswer(id, '2026-01-31'));
  const answer = [{ valueDate: '2026-01-31' }];
  const text = (linkId: string) =>
    instrumentItems(instrument).find((item) => item.link_id === linkId)?.content;
  assert.deepEqual(responseItems(instrument, answers, []), [
    {
      linkId: 'A',
      item: [
        { linkId: 'A.1', text: text('A.1'), answer },
        { linkId: 'A.2', item: [{ linkId: 'A.2.1', text: text('A.2.1'), answer }] },
      ],
    },
    { linkId: 'B', item: [{ linkId: 'B.1', text: text('B.1'), answer }] },
    { linkId: 'C', text: text('C'), answer },
  ]);
});

test('answers of every form are exported with their FHIR type', () => {
  const instrument = shippedInstrument('item-types');
  const given = answered(aPlan([instrument]), aPatient('anna')).flatMap((page) => page.answers);
  const items = responseItems(instrument, given, []);
  const kinds = items.map(
    ({ linkId, answer }) => `${linkId.slice(-2)} ${Object.keys(answer?.[0] ?? {}).join()}`,
  );
  assert.deepEqual(kinds, [
    '03 valueCoding',
    '04 valueCoding',
    '05 valueCoding',
    '06 valueCoding',
    '07 valueCoding',
    '08 valueInteger',
    '09 valueString',
    '11 valueString',
    '13 valueDate',
    '14 valueInteger',
    '15 valueDecimal',
    ...['20', '21', '22'].map((row) => `${row} valueCoding`),
  ]);
  const yes = imported(importItem({ type: 'boolean' }, { boolean_labels: ['ja', 'nein'] }));
  const answer = [{ valueBoolean: false }];
  assert.deepEqual(responseItems(yes, [anAnswer('recovery.1', 0, 'nein')], [])[0]?.answer, answer);
});

test('options that were imported as numbers or texts are exported as numbers or texts', () => {
  const answerOption = [{ valueInteger: 4 }, { valueString: 'x' }];
  const instrument = imported(importItem({ type: 'choice', answerOption, repeats: true }));
  const [item] = instrumentItems(instrument);
  const values = item?.options.map(({ value }) => value) ?? [];
  assert.deepEqual(responseItems(instrument, [anAnswer('recovery.1', values, ['4', 'x'])], [])[0]?.answer, [
    { valueInteger: 4 },
    { valueString: 'x' },
  ]);
});

test('a response has no item for a score without a linkId, without a value or of another scale', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], sidecar));
  const [scale] = instrument.scales;
  const score = { instrument_id: instrument.id, scale: scale?.key ?? '', raw: 3 };
  const count = (scores: readonly (typeof score | { raw: null; instrument_id: string; scale: string })[]) =>
    responseItems(instrument, [], scores).length;
  assert.equal(count([score]), 1);
  assert.equal(count([{ ...score, raw: null }]), 0);
  assert.equal(count([{ ...score, scale: 'other' }]), 0);
  assert.equal(count([{ ...score, instrument_id: 'other' }]), 0);
  assert.ok(scale);
  const { link_id: _, ...unlinked } = scale;
  assert.deepEqual(responseItems({ ...instrument, scales: [unlinked] }, [], [score]), []);
});

test('a question without an answer has no value but the reason in the export', () => {
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
  const [declined] = responseItems(shippedInstrument('socio'), [anAnswer('socio-02', DECLINED)], []);
  assert.deepEqual(declined?.answer, [{ extension: [{ url, valueCode: 'asked-declined' }] }]);
  const [foreign] = responseItems(habit, [anAnswer('h-5', NOT_APPLICABLE)], []);
  assert.deepEqual(foreign?.answer, [{ extension: [{ url, valueCode: 'not-applicable' }] }]);
  const [text] = responseItems(habit, [anAnswer('h-6', DECLINED)], []);
  assert.deepEqual(text?.answer, [{ valueString: DECLINED }], 'a text is a text');
});
