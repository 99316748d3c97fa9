import assert from 'node:assert/strict';
import { test } from 'node:test';
import { habit, habitFile } from '../../../../test/conditional-sample.ts';
import { changed } from '../../../../test/sample-instrument.ts';
import { aPlan, anAnswer, anInstrument } from '../../../../test/survey-samples.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { shownSurvey } from '../../../domain/survey-shown.ts';
import { imported, importItem, messages, notes, sidecarOf, type Json } from '../test/samples.ts';
import { linkedInstrument, questionnaireOf } from './fhir-instrument.ts';
import { importQuestionnaire } from './fhir-questionnaire.ts';

const coded = (code: string, score: number) => ({
  valueCoding: {
    system: 'urn:words',
    code,
    display: code,
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: score }],
  },
});
const sources: readonly Json[] = [
  {
    linkId: 'choice',
    type: 'choice',
    text: 'Frage',
    answerOption: [coded('never', 0), coded('often', 2), coded('always', 4)],
  },
  {
    linkId: 'ticked',
    type: 'choice',
    repeats: true,
    text: 'Frage',
    answerOption: [coded('a', 1), coded('b', 2)],
  },
  { linkId: 'yes', type: 'boolean', text: 'Frage' },
  { linkId: 'count', type: 'integer', text: 'Frage' },
  { linkId: 'words', type: 'string', text: 'Frage' },
];
const often = { system: 'urn:words', code: 'often' };

/** The import of the sources and one item more, or of items in its place. */
const withItem = (
  item: Json,
  last: readonly Json[] = [{ linkId: 'last', type: 'date', text: 'Frage', ...item }],
) => importItem({}, { boolean_labels: ['ja', 'nein'] }, { item: [...sources, ...last] });

/** The condition of the last item, with the linkIds of its items. */
function conditionOf(instrument: Instrument): object | undefined {
  const ids = new Map(instrumentItems(instrument).map(({ id, link_id }) => [id, link_id]));
  const condition = instrumentItems(instrument).at(-1)?.show_if;
  return (
    condition &&
    JSON.parse(JSON.stringify(condition), (key, value) => (key === 'item' ? ids.get(value) : value))
  );
}

test('enableWhen of STU3 is read: an answer that is equal, any answer or none, and one of several', () => {
  const cases: readonly (readonly [readonly Json[], object])[] = [
    [[{ question: 'choice', answerCoding: often }], { all: [{ item: 'choice', is: 2 }] }],
    [[{ question: 'count', hasAnswer: true }], { all: [{ item: 'count', answered: true }] }],
    [
      [
        { question: 'count', hasAnswer: false },
        { question: 'yes', answerBoolean: true },
      ],
      {
        any: [
          { item: 'count', answered: false },
          { item: 'yes', is: 1 },
        ],
      },
    ],
  ];
  for (const [enableWhen, expected] of cases) {
    const result = withItem({ enableWhen });
    assert.deepEqual(conditionOf(imported(result)), expected);
    assert.ok(notes(result).some((one) => one.includes('FHIR STU3')));
  }
  const mixed = [
    { question: 'count', hasAnswer: true },
    { question: 'yes', operator: '=', answerBoolean: true },
  ];
  assert.match(messages(withItem({ enableWhen: mixed })).join(), /no list of FHIR R4 conditions/);
});

test('each operator of enableWhen is read into a condition', () => {
  const cases: readonly (readonly [Json, object])[] = [
    [
      { question: 'choice', operator: '=', answerCoding: often },
      { item: 'choice', is: 2 },
    ],
    [
      { question: 'choice', operator: '!=', answerCoding: often },
      { item: 'choice', is_not: 2 },
    ],
    [
      { question: 'choice', operator: '>', answerCoding: often },
      { item: 'choice', at_least: 4 },
    ],
    [
      { question: 'choice', operator: '<', answerCoding: often },
      { item: 'choice', at_most: 0 },
    ],
    [
      { question: 'choice', operator: '>=', answerCoding: often },
      { item: 'choice', at_least: 2 },
    ],
    [
      { question: 'ticked', operator: '=', answerCoding: { code: 'b' } },
      { item: 'ticked', is: 2 },
    ],
    [
      { question: 'count', operator: '>', answerInteger: 3 },
      { item: 'count', at_least: 4 },
    ],
    [
      { question: 'count', operator: '<', answerInteger: 3 },
      { item: 'count', at_most: 2 },
    ],
    [
      { question: 'count', operator: '<=', answerInteger: 3 },
      { item: 'count', at_most: 3 },
    ],
    [
      { question: 'words', operator: 'exists', answerBoolean: true },
      { item: 'words', answered: true },
    ],
    [
      { question: 'words', operator: 'exists', answerBoolean: false },
      { item: 'words', answered: false },
    ],
  ];
  for (const [when, clause] of cases)
    assert.deepEqual(
      conditionOf(imported(withItem({ enableWhen: [when] }))),
      { all: [clause] },
      JSON.stringify(when),
    );
  const yes = imported(withItem({ enableWhen: [{ question: 'yes', operator: '=', answerBoolean: true }] }));
  const [, , item] = instrumentItems(yes);
  assert.deepEqual(conditionOf(yes), { all: [{ item: 'yes', is: item?.options[0]?.value }] });
});

const exists = (question: string) => ({ question, operator: 'exists', answerBoolean: true });

test('"any" is kept, and the conditions of groups are joined with those of their items', () => {
  const either = [exists('choice'), exists('count')];
  assert.deepEqual(conditionOf(imported(withItem({ enableWhen: either, enableBehavior: 'any' }))), {
    any: [
      { item: 'choice', answered: true },
      { item: 'count', answered: true },
    ],
  });
  const inner = { linkId: 'last', type: 'date', text: 'Frage', enableWhen: [exists('choice')] };
  const group = { linkId: 'group', type: 'group', enableWhen: [exists('count')], item: [inner] };
  assert.deepEqual(conditionOf(imported(withItem({}, [group]))), {
    all: [
      { item: 'choice', answered: true },
      { item: 'count', answered: true },
    ],
  });
  const mixed = { ...group, enableWhen: either, enableBehavior: 'any' };
  assert.match(
    messages(withItem({}, [mixed]))[0] ?? '',
    /"last" has an enableWhen with "any" below another one/,
  );
});

test('what cannot be read is refused with its linkId, and the sidecar cannot allow its loss', () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [[exists('choice'), exists('count')], /"last" has an enableWhen without an enableBehavior/],
    [[exists('shown')], /"last" depends on "shown", which is not asked/],
    [[exists('last')], /"last" depends on "last", which is not asked before it/],
    [[{ ...exists('choice'), modifierExtension: [] }], /"last" uses modifierExtension/],
    [[], /"last" has an enableWhen that is no list/],
    [[{ question: 'choice', operator: 'like' }], /"last" has an enableWhen that is no list/],
    [[exists('nothing')], /"last" depends on "nothing", which is not asked/],
    [
      [{ question: 'choice', operator: '=', answerCoding: { code: 'seldom' } }],
      /"last" depends on "choice" by an answer/,
    ],
    [
      [{ question: 'choice', operator: '>', answerCoding: { code: 'always' } }],
      /"last" depends on "choice" by an answer/,
    ],
    [
      [{ question: 'ticked', operator: '!=', answerCoding: { code: 'a' } }],
      /"last" depends on "ticked" by an answer/,
    ],
    [[{ question: 'words', operator: '=', answerString: 'x' }], /"last" depends on "words" by an answer/],
  ];
  const shown = { linkId: 'shown', type: 'display', text: 'Danke.' };
  for (const [enableWhen, expected] of cases) {
    const last = { linkId: 'last', type: 'date', text: 'Frage', enableWhen };
    const told = messages(withItem({}, [shown, last as Json]));
    assert.match(told[0] ?? '', expected, JSON.stringify(enableWhen));
  }
  const allowed = { boolean_labels: ['ja', 'nein'], not_kept: ['enableWhen', 'enableBehavior', 'last'] };
  const last = { linkId: 'last', type: 'date', text: 'Frage', enableWhen: [exists('nothing')] };
  const wish = importItem({}, allowed, { item: [...sources, last] });
  assert.match(messages(wish).join(), /"last" depends on "nothing"/);
});

test('a question whose source has a mistake of its own is not refused for it', () => {
  const broken = { linkId: 'broken', type: 'choice', text: 'Frage' };
  const last = { linkId: 'last', type: 'date', text: 'Frage', enableWhen: [exists('broken')] };
  assert.deepEqual(messages(withItem({}, [broken, last])), ['questionnaire: "broken" has no answers.']);
});

/** The linkId of the item that each item depends on, by the end of its id. */
const dependences = (instrument: Instrument) =>
  instrumentItems(instrument)
    .slice(sources.length)
    .map(({ id, show_if: condition }) => [id.split('.').slice(1).join('.'), condition?.all?.[0]?.item]);

test('items below a question have its condition, and so has the field of an open choice, on which conditions never look', () => {
  const answerOption = [{ valueString: 'Tee' }, { valueString: 'Saft' }];
  const below = { linkId: 'below', type: 'display', text: 'Zum Beispiel heute.' };
  const open = {
    linkId: 'open',
    type: 'open-choice',
    text: 'Frage',
    answerOption,
    enableWhen: [exists('count')],
    item: [below],
  };
  const tea = { question: 'open', operator: '=', answerString: 'Tee' };
  const last = { linkId: 'last', type: 'date', text: 'Frage', enableWhen: [tea] };
  const labels = { boolean_labels: ['ja', 'nein'], other_label: 'Anderes' };
  const read = imported(importItem({}, labels, { item: [...sources, open, last] }));
  const count = 'recovery.count';
  assert.deepEqual(dependences(read), [
    ['open', count],
    ['open.other', count],
    ['below', count],
    ['last', 'recovery.open'],
  ]);
});

test('without pages in the sidecar an item begins a page where it depends on one of the page before it', () => {
  const dates = ['last', 'b', 'c', 'd', 'e', 'f'].map((linkId) => ({ linkId, type: 'date', text: 'Frage' }));
  const [first, ...others] = dates;
  const last = { ...first, enableWhen: [exists('count')] };
  const [dimension] = imported(withItem({}, [last, ...others])).dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ items }) => items.length),
    [5, 5, 1],
  );
});

const date = (linkId: string) => ({ linkId, type: 'date', text: 'Frage' });

test('the text of a group stands on each page of its questions, also where conditions make the pages', () => {
  const lead = { linkId: 'lead', type: 'display', text: 'Nun zu heute.', enableWhen: [exists('count')] };
  const dependent = { ...date('b'), enableWhen: [exists('a')] };
  const inner = { linkId: 'inner', type: 'group', text: 'Heute', item: [date('a'), dependent, date('c')] };
  const outer = {
    linkId: 'outer',
    type: 'group',
    text: 'Schlaf',
    item: [lead, inner],
    enableWhen: [exists('yes')],
  };
  const dimension = imported(withItem({}, [outer])).dimensions.at(-1);
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items }) => [connector, ...items]),
    [
      [undefined, 'recovery.lead'],
      ['Heute', 'recovery.a'],
      ['Heute', 'recovery.b', 'recovery.c'],
    ],
  );
  assert.equal(dimension.paragraph, '', 'a text that not everybody reads is no paragraph of all pages');
  const named = { boolean_labels: ['ja', 'nein'], pages: [['yes', 'count', 'words', 'choice', 'ticked']] };
  const pages = [...named.pages, ['lead'], ['a'], ['b'], ['c']];
  const laidOut = imported(importItem({}, { ...named, pages }, { item: [...sources, outer] }));
  const last = laidOut.dimensions.at(-1);
  assert.ok(last?.form === 'fixed');
  assert.deepEqual(
    last.pages?.map(({ connector, items }) => [connector, items.length]),
    [
      [undefined, 1],
      ['Heute', 1],
      ['Heute', 1],
      ['Heute', 1],
    ],
  );
});

/** The linkIds that are shown after these two answers. */
function shownAfter(instrument: Instrument, first: number, second: number): readonly (string | undefined)[] {
  const items = instrumentItems(instrument);
  const values = new Map([
    ['h-1', first],
    ['h-2', second],
  ]);
  const answers = items.map(({ id, link_id: link = '' }) => anAnswer(id, values.get(link) ?? 1));
  const { notAsked } = shownSurvey(aPlan([instrument]), answers);
  return items.filter(({ id }) => !notAsked.has(id)).map(({ link_id }) => link_id);
}

test('a Questionnaire of an instrument with conditions enables the same questions when it is read again', () => {
  const either = {
    any: [
      { item: 'h-1', at_least: 3 },
      { item: 'h-2', at_most: 1 },
    ],
  };
  const path = ['dimensions', '0', 'items', '4', 'show_if'];
  const linked = linkedInstrument(anInstrument(JSON.stringify(changed(habitFile, path, either))));
  assert.ok(linked);
  const questionnaire = questionnaireOf(linked, 'included');
  const sidecar = sidecarOf(habit, questionnaire);
  const again = imported(importQuestionnaire(JSON.parse(JSON.stringify(questionnaire)), [], sidecar));
  const shown = new Set<string>();
  for (const first of [0, 1, 2, 3, 4])
    for (const second of [0, 1, 2, 3, 4]) {
      const expected = shownAfter(linked, first, second);
      assert.deepEqual(shownAfter(again, first, second), expected, `${first} ${second}`);
      shown.add(expected.join());
    }
  assert.ok(shown.size > 2);
});

test('an item whose condition FHIR cannot say in one Questionnaire is not required', () => {
  const foreign = { all: [{ item: 'other-1', is: 1 }] };
  const linked = linkedInstrument({ ...habit, show_if: foreign });
  assert.ok(linked);
  const [group] = questionnaireOf(linked, 'included').item;
  const items = group?.item ?? [];
  assert.equal(items.length, 6);
  for (const item of items) assert.deepEqual([item.required, item.enableWhen], [false, undefined]);
});
