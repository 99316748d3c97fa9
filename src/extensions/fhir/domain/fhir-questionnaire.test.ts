import assert from 'node:assert/strict';
import test from 'node:test';
import { CRISIS_KINDS } from '../../../domain/crisis.ts';
import { crisisAnswers } from '../../../domain/crisis-rules.ts';
import {
  chosen,
  frequency,
  imported,
  importItem,
  limitation,
  messages,
  recovery,
  sidecar,
} from '../test/samples.ts';
import { aPatient, aPlan, answered } from '../../../../test/survey-samples.ts';
import { importQuestionnaire } from './fhir-questionnaire.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { scoreSession } from '../../../domain/scoring.ts';
import { isHelpPage } from '../../../domain/help-page.ts';
import { currentPage } from '../../../domain/survey-flow.ts';
import '../test/published-questionnaire.ts';

test('an imported Questionnaire becomes an instrument with the same linkIds, codes and values', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], sidecar));
  const items = instrumentItems(instrument);
  assert.deepEqual(
    items.map(({ link_id }) => link_id),
    ['Recovery.1', 'Recovery.2', 'Recovery.3', 'Recovery.4', 'Recovery.5'],
  );
  assert.deepEqual(items[0]?.codes, [
    { system: 'https://resonanz.example/fhir/CodeSystem/recovery', code: 'r-1' },
  ]);
  assert.deepEqual(items[0]?.options[3], {
    id: 'f-all',
    label: 'Nacht für Nacht',
    value: 3,
    codes: [{ system: 'https://resonanz.example/fhir/CodeSystem/answers', code: 'f-all' }],
  });
  assert.equal(items[4]?.options[0]?.value, 'l-none', 'a code without ordinal value is its own value');
  assert.equal(instrument.url, 'https://resonanz.example/fhir/Questionnaire/recovery');
});

test('an import keeps the code of a score, and the canonical name only if it asks every question', () => {
  const versioned = { ...recovery, version: '2.1' };
  const whole = imported(importQuestionnaire(versioned, [frequency, limitation], sidecar));
  assert.deepEqual(whole.scales[0]?.codes, [
    { system: 'https://resonanz.example/fhir/CodeSystem/recovery', code: 'r-score' },
  ]);
  assert.equal(whole.canonical, 'https://resonanz.example/fhir/Questionnaire/recovery|2.1');
  const shorter = { ...sidecar, skip: ['Recovery.5'] };
  assert.equal(
    imported(importQuestionnaire(versioned, [frequency, limitation], shorter)).canonical,
    undefined,
  );
});

test('the text before the first question of a Questionnaire is on every page of the instrument', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], sidecar));
  const page = currentPage(aPlan([instrument]), []);
  assert.match(page?.dimension.paragraph ?? '', /^Denken Sie bitte an Ihre Nächte/);
  assert.equal(page?.items[0]?.type, 'QUESTION_HORIZONTAL_RADIO');
  assert.equal(page?.items.length, 4);
});

test('an imported Questionnaire is asked and scored by the rules of its sidecar', () => {
  const instrument = imported(importQuestionnaire(recovery, [frequency, limitation], sidecar));
  const asked = answered(aPlan([instrument]), aPatient('anna')).filter((page) => !isHelpPage(page.answers));
  assert.equal(asked.length, 2);
  const pages = chosen(instrument, [3, 2, 1, 1, 0]);
  const scores = scoreSession(aPlan([instrument]), pages);
  assert.equal(scores.scales[0]?.raw, 7);
  assert.equal(scores.scales[0]?.band, 'high');
  const [danger] = crisisAnswers(
    [instrument],
    pages.flatMap((page) => page.answers),
  );
  assert.equal(danger?.label, 'in manchen Nächten');
});

test('the import writes an instrument file that is valid on its own', () => {
  const result = importQuestionnaire(recovery, [frequency, limitation], sidecar);
  assert.ok(result.kind === 'instrument');
  const again = parseInstrument(result.text);
  assert.ok(again.kind === 'instrument');
  assert.deepEqual(again.instrument, result.instrument);
  assert.equal(again.hash, result.hash);
});

test('an import in another language uses the translations of the Questionnaire', () => {
  const instrument = imported(
    importQuestionnaire(recovery, [frequency, limitation], { ...sidecar, language: 'en' }),
  );
  assert.equal(instrument.language, 'en');
  assert.equal(instrumentItems(instrument)[1]?.content, 'At night I lay awake for a long time.');
  assert.equal(instrumentItems(instrument)[1]?.options[0]?.label, 'hardly ever');
  const missing = importQuestionnaire(recovery, [frequency, limitation], { ...sidecar, language: 'fr' });
  assert.ok(messages(missing).includes('questionnaire: "Recovery.1" has no text in the language "fr".'));
});

test('the sidecar names the language of a Questionnaire that states none', () => {
  const { language: _, ...unstated } = recovery;
  const result = importQuestionnaire(unstated, [frequency, limitation], { ...sidecar, language: 'de-AT' });
  assert.equal(imported(result).language, 'de-AT');
});

test('the import refuses a sidecar for another Questionnaire or with unknown linkIds', () => {
  const other = importQuestionnaire(recovery, [frequency, limitation], {
    ...sidecar,
    questionnaire: 'urn:other',
  });
  assert.match(messages(other).join(), /sidecar: The sidecar is for urn:other/);
  const stranger = importItem({ type: 'date' }, { skip: ['9'] });
  assert.deepEqual(messages(stranger), ['sidecar: The Questionnaire has no linkId "9".']);
  const scale = importQuestionnaire(recovery, [frequency, limitation], {
    ...sidecar,
    crisis: [{ item: 'Recovery.9', kind: 'self', at_least: 1, clinician: 'x' }],
  });
  assert.deepEqual(messages(scale), ['instrument: There is no item "Recovery.9".']);
});

test('the import refuses a crisis rule of the sidecar without a kind, or of another kind than self, by its linkId', () => {
  const rule = { item: 'Recovery.4', at_least: 1, clinician: 'x' };
  const withKind = (kind: object) =>
    messages(
      importQuestionnaire(recovery, [frequency, limitation], { ...sidecar, crisis: [{ ...rule, ...kind }] }),
    ).join();
  assert.match(withKind({}), /^sidecar: The rule of "Recovery\.4" has no kind\./);
  for (const kind of CRISIS_KINDS.filter((one) => one !== 'self'))
    assert.match(
      withKind({ kind }),
      new RegExp(`^sidecar: The rule of "Recovery.4" is of the kind "${kind}"`),
    );
});

test('the import refuses a scale over answer codes without values', () => {
  const scales = [
    {
      key: 'x',
      title: 'x',
      method: 'sum',
      items: ['1'],
      direction: 'high_is_worse',
      clinician: 'x',
      patient: 'x',
    },
  ];
  const result = importItem({ type: 'choice', answerValueSet: limitation['url'] }, { scales });
  assert.deepEqual(messages(result), ['instrument: The item "recovery.1" has no numbers to score.']);
});

test('a mistake of an import names its file: the Questionnaire, the ValueSet or the sidecar', () => {
  const result = importQuestionnaire({ resourceType: 'Patient' }, [{ resourceType: 'Bundle' }], {
    format: 1,
  });
  const found = messages(result);
  for (const source of ['questionnaire', 'value_set', 'sidecar']) {
    assert.ok(
      found.some((message) => message.startsWith(source)),
      source,
    );
  }
});

test('the import refuses two items with one linkId', () => {
  const date = { linkId: '1', type: 'date', text: 'x' };
  assert.ok(
    messages(importItem({}, {}, { item: [date, date] })).includes(
      'questionnaire: The linkId "1" is used twice.',
    ),
  );
});

test('the import refuses two ValueSets with one URL', () => {
  const result = importQuestionnaire(recovery, [frequency, limitation, frequency], sidecar);
  assert.deepEqual(messages(result), [`value_set: The ValueSet ${String(frequency['url'])} is given twice.`]);
});

test('a Questionnaire with a modifierExtension is refused, because it could mean something else', () => {
  const [found] = messages(importItem({ type: 'date' }, {}, { modifierExtension: [{ url: 'urn:x' }] }));
  assert.match(found ?? '', /^questionnaire: "Questionnaire" uses modifierExtension, which could change/);
});

test('an import is German if neither Questionnaire nor sidecar states a language', () => {
  const unstated = importItem({ type: 'date' }, { language: undefined }, { language: undefined });
  assert.equal(imported(unstated).language, 'de');
});

test('the sidecar names the levels of a health index by linkId, and the import converts them to our item ids', () => {
  const scale = {
    key: 'index',
    title: 'Index',
    method: 'index',
    items: ['1'],
    decrements: { 1: [0, 0.1, 0.2, 0.3] },
    source: 'Beispiel',
    direction: 'low_is_worse',
    clinician: 'x',
    patient: 'x',
  };
  const answerOption = [1, 2, 3, 4].map((level) => ({ valueInteger: level }));
  const values = { 1: 1, 2: 2, 3: 3, 4: 4 };
  const result = importItem({ type: 'choice', answerOption }, { scales: [scale], values });
  const [imported1] = imported(result).scales;
  assert.ok(imported1?.method === 'index');
  assert.deepEqual(imported1.items, ['recovery.1']);
  assert.deepEqual(imported1.decrements, { 'recovery.1': [0, 0.1, 0.2, 0.3] });
});

test('the codes of a Questionnaire are those of the instrument, and without codes it has none', () => {
  const code = [{ system: 'urn:s', code: 'q', display: 'Q' }];
  assert.deepEqual(imported(importItem({ type: 'date' }, {}, { code })).codes, code);
  assert.ok(!('codes' in imported(importItem({ type: 'date' }, {}, { code: [] }))));
});

test('section and construction of the sidecar become those of the instrument, and may be left out', () => {
  const stated = imported(importItem({ type: 'date' }, { section: 'wai', construction: 'So gebaut.' }));
  assert.deepEqual([stated.section, stated.construction], ['wai', 'So gebaut.']);
  const own = { key: 'sleep', title: 'Schlaf', patient_title: 'Mein Schlaf', kind: 'function' };
  assert.deepEqual(imported(importItem({ type: 'date' }, { section: own })).section, own);
  const silent = imported(importItem({ type: 'date' }, { section: undefined, construction: undefined }));
  assert.deepEqual([silent.section, silent.construction], [undefined, '']);
});

test('a linkId that the sidecar names and the Questionnaire lacks is refused with its place in the sidecar', () => {
  const stranger = importItem({ type: 'date' }, { types: { 9: 'QUESTION_DATE' }, pages: [['1', '8']] });
  assert.ok(stranger.kind === 'mistakes');
  assert.deepEqual(
    stranger.mistakes.map(({ path, message }) => [path, message]),
    [
      [['types', '9'], 'The Questionnaire has no linkId "9".'],
      [['pages', 0, 1], 'The Questionnaire has no linkId "8".'],
    ],
  );
  assert.ok(importItem({ type: 'date' }, { pages: [[]] }).kind === 'mistakes');
});

test('a mistake of a Questionnaire is reported with the place of its item', () => {
  const refused = importItem(
    {},
    {},
    { item: [group('A', [{ linkId: 'A.1', type: 'attachment', text: 'x' }])] },
  );
  assert.ok(refused.kind === 'mistakes');
  assert.deepEqual(refused.mistakes[0]?.path, ['item', 0, 'item', 0]);
});

function group(linkId: string, item: readonly object[]) {
  return { linkId, type: 'group', text: `Teil ${linkId}`, item };
}

test('an imported instrument names the Questionnaire it was made of, if that has a name', () => {
  assert.equal(imported(importItem({ type: 'date' })).url, recovery['url']);
});
