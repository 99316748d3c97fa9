import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { structureDraft, StructuresSchema } from '../../../domain/structure-draft.ts';
import type { DraftContent } from './draft.ts';
import { placeText, reasonText } from '../text/reasons.ts';
import { draftItems } from './draft-items.ts';
import { editedPart, readDraft } from './instrument-file.ts';
import { publicationReasons, type Facts, type Reason } from './reasons.ts';
import { renamed } from './renamed.ts';

const structures = v.parse(
  StructuresSchema,
  JSON.parse(
    readFileSync(new URL('../../../../instruments/structures/published.json', import.meta.url), 'utf8'),
  ),
);

const FACTS: Facts = { signed: [], takenIds: new Set(), taken: new Set() };

const contentOf = (instrument: Record<string, unknown>): DraftContent => ({
  instrument,
  licence: { kind: null, number: '', date: null },
  danger: { marks: {}, says: {} },
  examples: [],
});

const reasonsOf = (content: DraftContent, facts = FACTS): readonly Reason[] =>
  publicationReasons(content, readDraft(content), facts);

const codesOf = (content: DraftContent, facts = FACTS) => reasonsOf(content, facts).map(({ code }) => code);

test('the draft of each known structure has nothing wrong, only what is to be decided, and a German sentence for all of it', () => {
  assert.ok(structures.length > 20);
  for (const structure of structures) {
    const content = contentOf(editedPart(structureDraft(structure)));
    const reasons = reasonsOf(content);
    assert.deepEqual(
      reasons.filter(({ code }) => code === 'mistake'),
      [],
      structure.id,
    );
    const items = draftItems(content.instrument).length;
    assert.equal(reasons.filter(({ code }) => code === 'danger_open').length, items);
    for (const reason of reasons) {
      const said = `${placeText(reason.place)} ${reasonText(reason)}`;
      assert.doesNotMatch(said, /DECIDE|ergänzen Sie diese Angabe|stimmt etwas noch nicht/, structure.id);
    }
  }
});

test('a draft under another id is the same draft: its questions follow into scales, formulas and pages', () => {
  for (const structure of structures) {
    const file = editedPart(structureDraft(structure));
    const other = renamed(file, 'anders');
    const { instrument, mistakes } = readDraft(contentOf(other));
    assert.deepEqual(mistakes, [], structure.id);
    assert.equal(instrument === null, structure.norm_tables.length > 0, structure.id);
    assert.ok(draftItems(other).every(({ id }) => id.startsWith('anders-')));
    assert.deepEqual(renamed(other, String(file['id'])), file);
  }
});

test('a licence needs its proof, and one that does not allow the use keeps the draft', () => {
  const base = contentOf({});
  const licence = (kind: DraftContent['licence']['kind'], number = '', date: string | null = null) =>
    codesOf({ ...base, licence: { kind, number, date } }).filter((code) => code.startsWith('licence'));
  assert.deepEqual(licence(null), ['licence_open']);
  assert.deepEqual(licence('free'), []);
  assert.deepEqual(licence('registered'), ['licence_number', 'licence_date']);
  assert.deepEqual(licence('licensed', 'V-1'), ['licence_date']);
  assert.deepEqual(licence('licensed', ' ', '2026-01-01'), ['licence_number']);
  assert.deepEqual(licence('registered', 'R-1', '2026-01-01'), []);
  assert.deepEqual(licence('not_allowed', 'V-1', '2026-01-01'), ['licence_not_allowed']);
});

test('names that are taken and signatures that are missing are reasons', () => {
  const content = contentOf({ id: 'own', version: '1.0.0' });
  const name = (facts: Partial<Facts>) => codesOf(content, { ...FACTS, ...facts });
  assert.ok(!name({}).includes('id_taken') && !name({}).includes('version_taken'));
  assert.ok(name({ takenIds: new Set(['own']) }).includes('id_taken'));
  assert.ok(name({ taken: new Set(['own 1.0.0']) }).includes('version_taken'));
  const roles = (facts: Partial<Facts>) =>
    reasonsOf(content, { ...FACTS, ...facts }).flatMap((one) =>
      one.code === 'signature_missing' ? [one.role] : [],
    );
  assert.deepEqual(roles({}), ['clinical', 'psychometric']);
  assert.deepEqual(roles({ signed: ['clinical'] }), ['psychometric']);
  assert.deepEqual(roles({ signed: ['psychometric', 'clinical'] }), []);
});

test('a mistake is told at its question or scale, and mistakes beside an undecided value are found', () => {
  const options = [0, 1, 1].map((value, index) => ({ id: `o${index}`, label: 'DECIDE: words', value }));
  const items = [{ id: 'q-1', type: 'QUESTION_VERTICAL_RADIO', content: 'Wie war es?', options }];
  const content = contentOf({
    ...editedPart(structureDraft(structures[0]!)),
    dimensions: [{ id: 'all', form: 'fixed', items }],
    scales: [],
  });
  const told = reasonsOf(content)
    .filter(({ code }) => code === 'mistake')
    .map((one) => [one.step, placeText(one.place), reasonText(one)]);
  assert.deepEqual(told, [
    [
      'questions',
      'Frage 1: „Wie war es?“',
      'Zwei Antworten haben die Zahl 1. Bitte geben Sie jeder eine eigene.',
    ],
  ]);
});

const few = (instrument: Record<string, unknown>) => codesOf(contentOf(instrument)).includes('examples_few');

test('a questionnaire without scales needs no example, and one with scales needs three', () => {
  const file = editedPart(structureDraft(structures[0]!));
  assert.ok(few(file));
  assert.ok(!few({ ...file, scales: [] }));
});
