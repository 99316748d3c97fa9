import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../test/samples.ts';
import { draftQuestionnaire } from './fhir-form-draft.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';
const expression = (text: string) => ({
  url: `${SDC}sdc-questionnaire-calculatedExpression`,
  valueExpression: { expression: text },
});
const variable = (name: string, text: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/variable',
  valueExpression: { name, expression: text },
});
const answer = (value: number) => ({
  valueCoding: { code: `a${value}`, display: `Antwort ${value}` },
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: value }],
});
const question = (linkId: string, values = [0, 1, 2]) => ({
  linkId,
  type: 'choice',
  text: `Frage ${linkId}?`,
  answerOption: values.map(answer),
});
const score = (linkId: string, ...extension: readonly object[]) => ({
  linkId,
  type: 'decimal',
  text: `Summe ${linkId}`,
  extension,
});

function scalesOf(item: readonly Json[], more: Json = {}) {
  const form = { resourceType: 'Questionnaire', language: 'de', title: 'Woche', ...more, item };
  const drafted = draftQuestionnaire(form, [], { boolean_labels: ['Ja', 'Nein'], other_label: 'Anderes' });
  assert.ok(drafted.kind === 'draft', JSON.stringify(drafted));
  const { scales } = drafted.instrument as { readonly scales: readonly Json[] };
  return {
    scales: scales.map(({ key, title, method, items, link_id: link }) => [key, title, method, items, link]),
    directions: scales.map(({ direction }) => String(direction)),
    lost: drafted.notKept.map(({ name, places }) => `${name}: ${places.join(', ')}`),
  };
}

const four = [question('a'), question('b'), question('c'), question('d', [0, 1])];

const answerOf = (linkId: string) => `%resource.item.where(linkId = '${linkId}').answer.value.ordinal()`;

test('a score that names its questions becomes a scale of them, through the variables of its formula', () => {
  const { scales, directions, lost } = scalesOf(
    [...four, score('s', variable('y', answerOf('d')), expression('iif(%x.exists(), %x, 0) + %y'))],
    {
      extension: [
        variable('x', answerOf('a')),
        variable('y', answerOf('b')),
        variable('unused', answerOf('c')),
      ],
    },
  );
  assert.deepEqual(scales, [['woche', 'Woche', 'sum', ['woche.a', 'woche.d'], 's']]);
  assert.match(directions[0] ?? '', /The form computes: iif\(.*; x = .*'a'.*; y = .*'d'/);
  assert.doesNotMatch(directions[0] ?? '', /unused/);
  assert.ok(lost.includes('question (a score): s'));
});

test('several scores become several scales, a mean among them', () => {
  const { scales } = scalesOf([
    ...four,
    score('s', expression("%resource.item.where(linkId in ('a'|'b')).answer.weight().sum()")),
    {
      linkId: 'g',
      type: 'group',
      text: 'Rest',
      item: [score('t', expression("%resource.item.where(linkId != 'a').answer.weight().avg()"))],
    },
    score('u', expression('today()')),
  ]);
  assert.deepEqual(scales, [
    ['woche-1', 'Summe s', 'sum', ['woche.a', 'woche.b'], 's'],
    ['woche-2', 'Summe t', 'mean', ['woche.b', 'woche.c', 'woche.d'], 't'],
  ]);
});

test('without a formula that names questions, the sum is that of all with the same numbers, and has the place of the score', () => {
  const same = four.slice(0, 3);
  const { scales } = scalesOf([...same, { ...score('Woche.Score'), type: 'quantity' }]);
  assert.deepEqual(scales, [['woche', 'Woche', 'sum', ['woche.a', 'woche.b', 'woche.c'], 'Woche.Score']]);
  assert.deepEqual(scalesOf(four).scales, []);
  assert.deepEqual(scalesOf([...same, { linkId: 'n', type: 'decimal', text: 'Wie viele Stunden?' }]).lost, [
    'numbers below 0: n',
  ]);
});
