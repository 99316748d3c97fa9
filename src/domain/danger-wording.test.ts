import assert from 'node:assert/strict';
import test from 'node:test';
import { shippedIds, shippedInstrument } from '../../test/survey-samples.ts';
import { dangerHints, dangerIn } from './danger-wording.ts';
import type { Instrument } from './instrument-schema.ts';

/** An instrument with one question, which may have a rule and answers. */
function asking(
  content: string,
  { code = 'x', ruled = false, answers = [] as string[], type = 'QUESTION_VERTICAL_RADIO' as const } = {},
): Instrument {
  const dep = shippedInstrument('dep');
  const options = answers.map((label, value) => ({ id: `o${value}`, label, value }));
  const item = { id: 'q', type, content, options, codes: [{ code }] };
  const dimension = { id: 'd', form: 'fixed' as const, title: '', paragraph: '', connector: '', footer: '' };
  const rule = { item: 'q', kind: 'self' as const, at_least: 1, level: 'urgent' as const, clinician: 'Text' };
  return { ...dep, dimensions: [{ ...dimension, items: [item] }], crisis: ruled ? [rule] : [] };
}

// All sentences are of our own making.
const ONESELF = [
  'Gedanken, dass Sie lieber tot wären oder sich Leid zufügen möchten',
  'Ich wollte nicht mehr leben.',
  'Haben Sie daran gedacht, sich das Leben zu nehmen?',
  'Ich habe Selbstmordgedanken, würde sie aber nicht ausführen.',
  'Denken Sie an Suizid?',
  'Wie oft wollten Sie sich etwas antun?',
  'Ich dachte daran, mich selbst zu verletzen oder mich umzubringen',
  'Ich würde versuchen, mich umzubringen, wenn es ginge.',
  'Ich hätte mich am liebsten umgebracht.',
  'Haben Sie sich mit Absicht verletzt?',
  'Ich habe mich absichtlich verletzt.',
  'Mir war danach, mir selbst irgendeinen Schaden zuzufügen.',
  'Ich habe mir selbst Schmerzen zugefügt.',
  'Ich habe mich geritzt.',
  'Ich wollte meinem Leben ein Ende setzen.',
  'Wie oft dachten Sie daran, Ihr Leben zu beenden?',
  'Ich überlegte, aus dem Leben zu scheiden.',
  'So möchte ich nicht mehr weiterleben.',
  'Ich wäre froh, wenn ich nicht mehr aufwachte.',
  'Ich dachte: Jetzt mache ich Schluss, Schluss machen wäre leicht.',
  'Mir kamen Gedanken an den Tod.',
  'Ich wünschte mir den Tod.',
  'Wäre ich nur nie geboren!',
  'Mein Leben ist nicht mehr lebenswert.',
  'Für meine Familie wäre es ohne mich besser.',
  'Ich habe eine Überdosis vorbereitet.',
  'Thoughts that you would be better off dead or of hurting yourself in some way',
  'Have you wished to die?',
  'I have thoughts of killing myself',
  'Suicidal thoughts',
  'Did you think about ending it, of self-harm?',
  'I planned to take my own life.',
  'I cut or burned myself on purpose.',
  'They would be better off without me.',
  'I wish I had never been born.',
];

test('a question for a wish to die or to hurt oneself is recognised in German and English, also in other forms of its words', () => {
  for (const content of ONESELF) {
    assert.ok(dangerIn(content).includes('self'), content);
    const spelt = content
      .replaceAll('ü', 'ue')
      .replaceAll('ö', 'oe')
      .replaceAll('ä', 'ae')
      .replaceAll('ß', 'ss');
    assert.ok(dangerIn(spelt).includes('self'), spelt);
  }
});

test('questions about other people, children, violence and voices are recognised as such', () => {
  for (const [content, kind] of [
    ['Ich habe daran gedacht, jemanden zu verletzen.', 'others'],
    ['Mir kam der Gedanke, einem anderen Menschen etwas anzutun.', 'others'],
    ['Wollten Sie jemanden umbringen?', 'others'],
    ['I wanted to hurt somebody badly.', 'others'],
    ['Hatten Sie Angst, Ihr Kind zu schlagen?', 'child'],
    ['Ich habe mein Baby vor Wut geschüttelt.', 'child'],
    ['I was afraid to harm my child.', 'child'],
    ['Mein Partner hat mich geschlagen.', 'violence'],
    ['Haben Sie sexuelle Gewalt erlebt?', 'violence'],
    ['Fühlen Sie sich zu Hause bedroht?', 'violence'],
    ['Ich höre manchmal Stimmen.', 'psychosis'],
    ['Stimmen befehlen mir, was ich tun soll.', 'psychosis'],
    ['Do you hear voices that others do not hear?', 'psychosis'],
  ] as const)
    assert.ok(dangerIn(content).includes(kind), content);
  assert.deepEqual(
    dangerIn('Wollten Sie jemanden umbringen?'),
    ['others'],
    'no rule for oneself is asked for',
  );
  assert.deepEqual(dangerIn('Gedanken, mich oder jemanden zu verletzen'), ['others', 'self']);
});

test('a danger that stands only in an answer is recognised, with the words of the answer', () => {
  const found = dangerHints(
    asking('Stimmung', { answers: ['Es geht mir gut.', 'Ich will nicht mehr leben.'] }),
  );
  assert.deepEqual(
    found.map(({ item, kinds, words }) => [item.id, kinds, words]),
    [['q', ['self'], 'Ich will nicht mehr leben.']],
  );
});

test('a question about other things, and one that has a rule, is not', () => {
  for (const content of [
    'Die Totalität meines Alltags',
    'Müdigkeit oder Gefühl, keine Energie zu haben',
    'Wie zufrieden sind Sie mit Ihrem Leben?',
    'Wie sehr freuen Sie sich auf das Ende der Therapie?',
    'Ich fühlte mich leicht gekränkt.',
    'Haben Sie Kinder?',
    'Wie ist die Stimmung zu Hause?',
    'Ich konnte mit anderen Menschen reden.',
    'I met the deadline',
    'Haben Sie an Gewicht verloren?',
    'Thinking of the kids, did you die laughing?',
  ])
    assert.deepEqual(dangerIn(content), [], content);
  assert.equal(dangerHints(asking('Ich wollte nicht mehr leben.')).length, 1);
  assert.equal(dangerHints(asking('Ich wollte nicht mehr leben.', { ruled: true })).length, 0);
});

test('item 9 of the PHQ-9 is recognised by its LOINC code in any wording', () => {
  assert.equal(dangerHints(asking('Frage 9', { code: '44260-8' })).length, 1);
  assert.equal(dangerHints(asking('Frage 8', { code: '44253-3' })).length, 0);
});

test('every shipped instrument has a rule for each question of this kind', () => {
  const ids = shippedIds();
  assert.ok(ids.length > 0);
  for (const id of ids) {
    const found = dangerHints(shippedInstrument(id)).map(({ words }) => words);
    assert.deepEqual(found, [], id);
  }
});
