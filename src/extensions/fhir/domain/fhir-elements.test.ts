import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as always, constantFrom, nat, property, record, stringMatching } from 'fast-check';
import {
  frequency,
  imported,
  importItem,
  limitation,
  messages,
  notes,
  notKept,
  recovery,
  sidecar,
  type Json,
} from '../test/samples.ts';
import { importQuestionnaire } from './fhir-questionnaire.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import { currentPage } from '../../../domain/survey-flow.ts';
import { aPlan } from '../../../../test/survey-samples.ts';

type Part = Record<string, unknown>;

/** Every object of the files that is no part of an extension. */
function partsOf(value: unknown): readonly Part[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (typeof value !== 'object' || value === null) return [];
  const part = value as Part;
  return [
    part,
    ...Object.entries(part).flatMap(([key, inner]) => (key === 'extension' ? [] : partsOf(inner))),
  ];
}

function files() {
  const contains = [
    { code: 'a', display: 'A', designation: [{ language: 'en', value: 'An A' }] },
    { code: 'b', display: 'B' },
  ];
  const contained = [{ resourceType: 'ValueSet', id: 'own', expansion: { contains } }];
  const own = { linkId: 'own', type: 'choice', text: 'Welche?', answerValueSet: '#own' };
  const listed = {
    linkId: 'listed',
    type: 'choice',
    text: 'Was?',
    answerOption: [{ valueInteger: 1 }, { valueInteger: 2 }],
    enableWhen: [{ question: 'own', operator: '=', answerCoding: { code: 'a', display: 'A' } }],
  };
  const group = { linkId: 'group', type: 'group', text: 'Zum Schluss', item: [own, listed] };
  const pages = undefined;
  return structuredClone({
    form: { ...recovery, contained, item: [...(recovery['item'] as object[]), group] },
    sets: [frequency, limitation],
    extra: JSON.parse(JSON.stringify({ ...sidecar, pages })) as object,
  });
}

test('whatever stands in a Questionnaire or a ValueSet that the import does not know is refused or listed by name', () => {
  const strange = record({
    at: nat(),
    kind: constantFrom('element', 'extension'),
    name: stringMatching(/^x[a-z]{8}$/),
  });
  const outcomes = { refused: 0, listed: 0 };
  always(
    property(array(strange, { minLength: 1, maxLength: 3 }), (added) => {
      const { form, sets, extra } = files();
      // The score is not asked and is listed as a whole.
      const score = partsOf(form.item.filter((one) => 'linkId' in one && one.linkId === 'Recovery.Score'));
      const parts = partsOf([form, sets]).filter((one) => !score.includes(one));
      for (const { at, kind, name } of added) {
        const part = parts[at % parts.length]!;
        if (kind === 'element') part[name] = 'strange';
        else
          part['extension'] = [...((part['extension'] as Json[] | undefined) ?? []), { url: `urn:${name}` }];
      }
      const result = importQuestionnaire(form, sets, extra);
      const elements = added.filter(({ kind }) => kind === 'element');
      if (elements.length > 0) {
        outcomes.refused += 1;
        const told = messages(result).join('\n');
        for (const { name } of elements) assert.ok(told.includes(`"${name}"`), name);
      } else {
        outcomes.listed += 1;
        const listed = notKept(result).join('\n');
        for (const { name } of added) assert.ok(listed.includes(`urn:${name}: `), name);
      }
    }),
    { numRuns: 80 },
  );
  assert.ok(outcomes.refused > 10 && outcomes.listed > 10, JSON.stringify(outcomes));
});

test('the files of the property above come in as they are, and only what is about the file is lost', () => {
  const { form, sets, extra } = files();
  const result = importQuestionnaire(form, sets, extra);
  assert.equal(instrumentItems(imported(result)).length, 7);
  const lost = notKept(result);
  assert.ok(lost.includes('prefix: Recovery.1, Recovery.2, Recovery.3, Recovery.4, Recovery.5'));
  assert.ok(lost.includes('question (score of a scale): Recovery.Score'));
  assert.ok(lost.some((one) => /^status: Questionnaire, https:\/\/.*ValueSet/.test(one)));
});

test('ValueSets that no question names, and contained resources of other types, are listed as lost', () => {
  const lost = notKept(
    importItem({ type: 'date' }, {}, { contained: [{ resourceType: 'Patient', id: 'p' }] }),
  );
  assert.ok(
    lost.includes(`ValueSet of no question: ${String(frequency['url'])}, ${String(limitation['url'])}`),
  );
  assert.ok(lost.includes('contained Patient: Questionnaire'));
});

const group = (linkId: string, text: string | undefined, item: readonly Json[]) => ({
  linkId,
  type: 'group',
  text,
  item,
});
const date = (linkId: string) => ({ linkId, type: 'date', text: `Frage ${linkId}` });

function pagesOf(item: readonly Json[], extra: Json = {}) {
  const instrument = imported(importItem({}, extra, { item: JSON.parse(JSON.stringify(item)) }));
  return instrument.dimensions.flatMap((one) =>
    one.form === 'fixed' ? (one.pages ?? []).map(({ connector, items }) => [connector, items.length]) : [],
  );
}

test('the text of a group inside another one stands above its questions on each of their pages', () => {
  const six = ['1', '2', '3', '4', '5', '6'].map(date);
  const parts = [
    group('G.1', 'In den letzten zwei Wochen', six),
    group('G.2', 'Im ganzen Leben', [date('7')]),
  ];
  const item = [group('G', 'Schlaf', parts)];
  assert.deepEqual(pagesOf(item), [
    ['In den letzten zwei Wochen', 3],
    ['In den letzten zwei Wochen', 3],
    ['Im ganzen Leben', 1],
  ]);
  const deeper = [group('G', 'Schlaf', [group('G.1', 'Nachts', [group('G.1.1', 'Wie oft?', [date('1')])])])];
  assert.deepEqual(pagesOf(deeper), [['Nachts – Wie oft?', 1]]);
  assert.deepEqual(pagesOf(item, { texts: { connector: 'Bitte:' } })[2], ['Bitte: – Im ganzen Leben', 1]);
  assert.deepEqual(pagesOf([group('G', 'Schlaf', six)]), [], 'the text of an outermost group is the title');
  const instrument = imported(importItem({}, {}, { item }));
  assert.equal(currentPage(aPlan([instrument]), [])?.dimension.connector, 'In den letzten zwei Wochen');
});

test('a text that stands first in an inner group is shown to that group alone', () => {
  const text = { linkId: 'D', type: 'display', text: 'Bitte ehrlich.' };
  const parts = [group('G.1', 'Heute', [text, date('1')]), group('G.2', 'Im ganzen Leben', [date('2')])];
  const paragraphs = (item: readonly Json[]) =>
    imported(importItem({}, {}, { item: [group('G', 'Schlaf', item)] })).dimensions.map(
      ({ paragraph, items }) => [paragraph, items.length],
    );
  assert.deepEqual(paragraphs(parts), [['', 3]]);
  assert.deepEqual(paragraphs(parts.slice(0, 1)), [['Bitte ehrlich.', 1]]);
  assert.deepEqual(paragraphs([text, ...parts.slice(1)]), [['Bitte ehrlich.', 1]]);
});

test('pages of the sidecar keep the texts of groups, and may not mix questions of two of them', () => {
  const item = [group('G', undefined, [group('A', 'Heute', [date('1')]), group('B', 'Früher', [date('2')])])];
  assert.deepEqual(pagesOf(item, { pages: [['1'], ['2']] }), [
    ['Heute', 1],
    ['Früher', 1],
  ]);
  const mixed = importItem({}, { pages: [['1', '2']] }, { item: JSON.parse(JSON.stringify(item)) });
  assert.deepEqual(messages(mixed), [
    'sidecar: The page mixes questions of groups with different texts: "Heute" and "Früher".',
  ]);
});

test('the text of a group without a translation is refused, and a text that the sidecar replaces is listed', () => {
  const translated = {
    linkId: '1',
    type: 'date',
    text: 'x',
    _text: {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/translation',
          extension: [
            { url: 'lang', valueCode: 'en' },
            { url: 'content', valueString: 'An x' },
          ],
        },
      ],
    },
  };
  const english = importItem({}, { language: 'en' }, { item: [group('G', 'Schlaf', [translated])] });
  assert.deepEqual(messages(english), ['questionnaire: "G" has no text in the language "en".']);
  const titled = importItem(
    {},
    { texts: { title: 'Anders' } },
    { item: [group('G', 'Schlaf', [date('1')])] },
  );
  assert.ok(notKept(titled).includes('text, replaced by the sidecar: G'));
});

/** The first note of an import of one item, and the number of its answers. */
function readAs(item: Json, extra: Json = {}) {
  const result = importItem(item, extra);
  return [notes(result)[0], instrumentItems(imported(result))[0]?.options.length];
}

test('forms of STU3 and R5 are read as R4 and named, and what R4 has not is refused', () => {
  const answers = [{ valueString: 'Tee' }, { valueString: 'Saft' }];
  const stu3 = 'The Questionnaire is of FHIR STU3 and was read as R4.';
  assert.deepEqual(readAs({ type: 'choice', option: answers, initialString: 'Tee' }), [stu3, 2]);
  assert.deepEqual(readAs({ type: 'choice', options: { reference: frequency['url'] } }), [stu3, 4]);
  const local = `ValueSet/${String(frequency['id'])}`;
  assert.deepEqual(readAs({ type: 'choice', options: { reference: local } }), [stu3, 4]);
  const r5 = 'The Questionnaire is of FHIR R5 and was read as R4.';
  assert.deepEqual(readAs({ type: 'coding', answerOption: answers, answerConstraint: 'optionsOnly' }), [
    r5,
    2,
  ]);
  const open = { type: 'string', answerOption: answers, answerConstraint: 'optionsOrString' };
  assert.deepEqual(readAs(open, { other_label: 'Anderes' }), [r5, 3]);
  const typed = { type: 'coding', answerOption: answers, answerConstraint: 'optionsOrType' };
  assert.match(messages(importItem(typed)).join(), /"1" has the element "answerConstraint"/);
});

test('a form without a question is refused', () => {
  assert.match(
    messages(importItem({ type: 'display' })).join(),
    /No question of the Questionnaire would be asked/,
  );
  assert.match(messages(importItem({}, {}, { item: undefined })).join(), /No question/);
});

/** All notes of an import of a date. */
function said(form: Json, item: Json = {}): string {
  return notes(importItem({ type: 'date', ...item }, {}, form)).join('\n');
}

test('the import says once that a form is retired, is in another language, or that its questions become compulsory', () => {
  assert.match(said({ status: 'retired' }), /"retired"/);
  assert.match(said({ language: 'fr' }), /in the language "fr"/);
  assert.match(said({}), /1 question\(s\) without "required" must be answered here/);
  assert.equal(said({}, { required: true }), '');
});

test('a form that names a language and has its text in another one is read by the translation, and English answers are noted', () => {
  const extension = [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'de' },
        { url: 'content', valueString: 'Wie geht es?' },
      ],
    },
  ];
  const answerOption = [
    { valueCoding: { code: 'n', display: 'No' } },
    { valueCoding: { code: 'y', display: 'Yes', _display: { extension: [] } } },
  ];
  const item = { type: 'choice', required: true, text: 'How are you?', _text: { extension }, answerOption };
  const read = importItem(item, {}, { language: 'de' });
  assert.equal(instrumentItems(imported(read))[0]?.content, 'Wie geht es?');
  assert.equal(
    instrumentItems(imported(importItem(item, {}, { language: undefined })))[0]?.content,
    'Wie geht es?',
  );
  assert.deepEqual(notes(read), ['Answers look English: No, Yes. Give them "labels" in the sidecar.']);
  assert.deepEqual(notes(importItem(item, { labels: { n: 'Nein', y: 'Ja' } })), []);
});

test('the URL of a Questionnaire without one comes from the sidecar, or the instrument has none', () => {
  const without = { url: undefined };
  const named = imported(importItem({ type: 'date' }, { questionnaire: 'urn:own' }, without));
  assert.deepEqual([named.url, named.canonical], ['urn:own', 'urn:own']);
  const silent = imported(importItem({ type: 'date' }, { questionnaire: undefined }, without));
  assert.deepEqual([silent.url, silent.canonical], [undefined, undefined]);
});
