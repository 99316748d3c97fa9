import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as always, constantFrom, nat, property, record, stringMatching } from 'fast-check';
import { frequency, limitation, recovery, type Json } from '../test/samples.ts';
import { draftQuestionnaire } from './fhir-form-draft.ts';

const labels = { boolean_labels: ['Ja', 'Nein'] as [string, string], other_label: 'Anderes' };
const draft = (form: unknown, sets: readonly unknown[] = []) => draftQuestionnaire(form, sets, labels);

type Item = {
  id: string;
  type: string;
  content: string;
  options?: { id: string; label: string; value: unknown }[];
};

/** The items of the draft of a Questionnaire. */
function itemsOf(item: readonly Json[]): readonly Item[] {
  const drafted = draft({ resourceType: 'Questionnaire', language: 'de', title: 'Woche', item });
  assert.ok(drafted.kind === 'draft', JSON.stringify(drafted));
  const { dimensions } = drafted.instrument as { dimensions: { items: Item[] }[] };
  return dimensions.flatMap(({ items }) => items);
}

const coding = (system: string, code: string, score?: number) => ({
  valueCoding: { system, code, display: `${system} ${code}` },
  ...(score === undefined
    ? {}
    : { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: score }] }),
});
const choice = (answerOption: readonly object[], more: Json = {}) => ({
  linkId: 'c',
  type: 'choice',
  text: 'Welche?',
  answerOption,
  ...more,
});

test('one code of two systems stays two answers', () => {
  const [item] = itemsOf([choice([coding('urn:a', 'x'), coding('urn:b', 'x'), coding('urn:b', 'y')])]);
  assert.deepEqual(
    item?.options?.map(({ id, value }) => [id, value]),
    [
      ['x', 'x'],
      ['x-2', 'x-2'],
      ['y', 'y'],
    ],
  );
});

test('two answers with one score, and a choice with too few answers, are completed for a person to decide', () => {
  const [same] = itemsOf([
    choice([coding('urn:a', 'x', 0), coding('urn:a', 'y', 2), coding('urn:a', 'z', 0)]),
  ]);
  assert.deepEqual(
    same?.options?.map(({ value }) => value),
    [0, 2, 5],
  );
  assert.match(same?.options?.[2]?.label ?? '', /^DECIDE: "urn:a z" has the value 0 of "urn:a x"/);
  const [twice] = itemsOf([choice([coding('urn:a', 'x'), coding('urn:a', 'x'), coding('urn:a', 'y')])]);
  assert.equal(new Set(twice?.options?.map(({ id }) => id)).size, 3);
  assert.match(twice?.options?.[1]?.label ?? '', /^DECIDE: "urn:a x" has the value x of/);
  const [one] = itemsOf([choice([coding('urn:a', 'x')])]);
  assert.match(one?.options?.[1]?.label ?? '', /^DECIDE: .*the form gives 1/);
  const [none] = itemsOf([choice([])]);
  assert.equal(none?.options?.length, 2);
  const [ticked] = itemsOf([choice([coding('urn:a', 'x')], { repeats: true })]);
  assert.deepEqual([ticked?.type, ticked?.options?.length], ['QUESTION_CHECKBOX', 1]);
});

test('what concerns only questions that nobody is asked is listed with them', () => {
  const hidden = { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true };
  const group = {
    linkId: 'g',
    type: 'group',
    repeats: true,
    item: [{ linkId: 'h', type: 'string', text: 'Was?', extension: [hidden] }],
  };
  const drafted = draft({
    resourceType: 'Questionnaire',
    item: [group, choice([coding('a', 'x'), coding('a', 'y')])],
  });
  assert.ok(drafted.kind === 'draft', JSON.stringify(drafted));
  assert.ok(!JSON.stringify(drafted.instrument).includes('several times'));
  const lost = drafted.notKept.map(({ name, places }) => `${name}: ${places.join(', ')}`);
  assert.ok(lost.includes('question (hidden): h') && lost.includes('repeats: g'), lost.join('\n'));
});

test('what a question loses to be kept is listed', () => {
  const drafted = draft({
    resourceType: 'Questionnaire',
    item: [{ linkId: 'n', type: 'string', text: 'Welche Namen?', repeats: 'true' }],
  });
  assert.ok(drafted.kind === 'draft', JSON.stringify(drafted));
  assert.deepEqual(drafted.notKept, [{ name: 'several answers, written into one field', places: ['n'] }]);
});

const recoveryItems = (form: Json | undefined) => (form?.['item'] ?? []) as readonly Json[];

/** Every object of the files that is no part of an extension. */
function partsOf(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (typeof value !== 'object' || value === null) return [];
  const part = value as Record<string, unknown>;
  const inner = Object.entries(part).flatMap(([key, one]) => (key === 'extension' ? [] : partsOf(one)));
  return [part, ...inner];
}

test('whatever stands in a Questionnaire that the draft does not know is listed, left to a person, or refused by name', () => {
  const strange = record({
    at: nat(),
    kind: constantFrom('element', 'extension'),
    name: stringMatching(/^x[a-z]{8}$/),
  });
  const outcomes = { refused: 0, drafted: 0 };
  always(
    property(array(strange, { minLength: 1, maxLength: 3 }), (added) => {
      const [form, ...sets] = structuredClone([recovery, frequency, limitation]);
      // The score is not asked and is listed as a whole.
      const score = partsOf(recoveryItems(form).filter(({ linkId }) => linkId === 'Recovery.Score'));
      const parts = partsOf([form, sets]).filter((one) => !score.includes(one));
      for (const { at, kind, name } of added) {
        const part = parts[at % parts.length]!;
        if (kind === 'element') part[name] = 'strange';
        else
          part['extension'] = [...((part['extension'] as Json[] | undefined) ?? []), { url: `urn:${name}` }];
      }
      const result = draft(form, sets);
      const told = JSON.stringify(result);
      if (result.kind === 'draft') {
        outcomes.drafted += 1;
        for (const { name } of added) assert.ok(told.includes(name), name);
      } else {
        outcomes.refused += 1;
        assert.ok(
          added.some(({ kind, name }) => kind === 'element' && told.includes(name)),
          told,
        );
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(outcomes.refused > 10 && outcomes.drafted > 10, JSON.stringify(outcomes));
});
