import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { readForm } from '../../../server/instruments/form-reader.ts';
import { fhir } from '../index.ts';
import { frequency, limitation, recovery, type Json } from '../test/samples.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';

const readText = (text: string) =>
  readForm(fhir.forms ?? [], { name: 'form.json', bytes: Buffer.from(text) });
const bundle = (...resources: readonly object[]) =>
  JSON.stringify({ resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) }, null, 1);

async function drafted(text: string) {
  const form = await readText(text);
  assert.ok(form.kind === 'draft', JSON.stringify(form));
  return { ...form, text: JSON.stringify(form.instrument, null, 1) };
}

/** The instrument once a person has decided. */
function decided(text: string) {
  const parsed = parseInstrument(
    text
      .replaceAll(/"DECIDE: high[^"]*"/g, '"high_is_worse"')
      .replaceAll(/"DECIDE: the language[^"]*"/g, '"de"')
      .replaceAll(/"at_least": "DECIDE: (?:[^"\\]|\\.)*"/g, '"at_least": 1')
      .replaceAll(/"DECIDE: (?:[^"\\]|\\.)*"/g, '"Entschieden."'),
  );
  assert.ok(parsed.kind === 'instrument', JSON.stringify(parsed));
  return parsed.instrument;
}

/** The draft of a Questionnaire with these items. */
const draftOf = (item: readonly Json[], more: Json = {}) =>
  drafted(JSON.stringify({ resourceType: 'Questionnaire', language: 'de', title: 'Woche', item, ...more }));

const lostOf = ({ notKept }: Awaited<ReturnType<typeof drafted>>) =>
  notKept.map(({ where, what }) => `${where}: ${what}`);

const often = [
  { valueCoding: { code: 'a', display: 'nie' } },
  { valueCoding: { code: 'b', display: 'oft' } },
];
const choice = { linkId: 'c', type: 'choice', text: 'Wie oft?', answerOption: often };

test('a Questionnaire becomes a whole instrument file, with what a sidecar would say left to a person', async () => {
  const form = await drafted(
    bundle(recovery, frequency, limitation, { resourceType: 'CodeSystem', id: 'x' }),
  );
  const instrument = decided(form.text);
  assert.equal(form.kept, instrumentItems(instrument).length);
  assert.deepEqual(
    form.toDecide.map(({ where }) => where),
    [
      'licence',
      'scale "Recovery", direction',
      'scale "Recovery", clinician',
      'scale "Recovery", patient',
      'rule for danger, question 4 "Ich wäre am liebsten gar nicht mehr aufgewacht.", clinician',
      'crisis decided by',
    ],
  );
  const [rule] = instrument.crisis;
  assert.equal(rule?.item, 'Recovery.4');
  assert.ok(lostOf(form).includes('Bundle: CodeSystem x'));
  assert.deepEqual([instrument.id, instrument.canonical], ['recovery', undefined]);
  assert.equal(parseInstrument(form.text).kind, 'mistakes');
});

test('a question of which a part cannot be read stays, and a person decides that part', async () => {
  const form = await draftOf([
    { linkId: 'set', type: 'choice', text: 'Welche?', answerValueSet: 'http://x.example/set' },
    { linkId: 'mute', type: 'string', required: true },
    { ...choice, linkId: 'html', text: 'Wie <b>oft</b>?' },
    { linkId: 'many', type: 'date', text: 'Wann?', repeats: true },
    { linkId: 'listed', type: 'string', text: 'Wo?', answerValueSet: '#here' },
    {
      linkId: 'low',
      type: 'integer',
      text: 'Grad?',
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: -5 }],
    },
  ]);
  const said = form.toDecide
    .map(({ where, what }) => `${where}: ${what}`)
    .filter((one) => one.startsWith('question'));
  for (const pattern of [
    /^question 1 "Welche\?", answer 2, label: .*needs the ValueSet http:\/\/x.example\/set/,
    /^question 2 "woche\.mute", content: the wording of "mute", which has no text/,
    /^question 3 .*HTML mark <b>.*"Wie <b>oft<\/b>\?"/,
    /^question 4 .*"many" is answered several times\. .*: "Wann\?"/,
    /^question 5 .*has a list of answers, which a QUESTION_TEXT_OPTIONAL does not show/,
    /^question 6 .*allows numbers below 0/,
  ])
    assert.ok(
      said.some((one) => pattern.test(one)),
      `${pattern} in\n${said.join('\n')}`,
    );
  assert.equal(instrumentItems(decided(form.text)).length, 6);
});

test('types of FHIR without one of ours become the nearest, and what gets lost is named', async () => {
  const form = await draftOf([
    choice,
    { linkId: 'd', type: 'decimal', text: 'Wie viele Stunden?' },
    { linkId: 't', type: 'dateTime', text: 'Seit wann?' },
    {
      linkId: 'f',
      type: 'attachment',
      text: 'Foto',
      item: [{ linkId: 'g', type: 'string', text: 'Wovon?' }],
    },
    { linkId: 'r', type: 'constructor', text: 'Was?' },
  ]);
  assert.deepEqual(
    instrumentItems(decided(form.text)).map(({ id, type }) => [id, type]),
    [
      ['woche.c', 'QUESTION_VERTICAL_RADIO'],
      ['woche.d', 'QUESTION_DOUBLE_POSITIVE'],
      ['woche.t', 'QUESTION_DATE'],
    ],
  );
  assert.deepEqual(lostOf(form), [
    'f: question of type attachment',
    'g: question below one that is left out',
    'r: question of type constructor',
    'd: numbers below 0',
    't: time of day of the answer',
  ]);
});

test('what changes a group, or asks a question only at times, is decided at its first question', async () => {
  const condition = { url: `${SDC}sdc-questionnaire-enableWhenExpression`, valueExpression: {} };
  const form = await draftOf([
    choice,
    {
      linkId: 'g',
      type: 'group',
      text: 'Später',
      extension: [condition],
      item: [
        { linkId: 'x', type: 'string', text: 'Was?' },
        { linkId: 'y', type: 'string', text: 'Wo?' },
      ],
    },
    {
      linkId: 'z',
      type: 'string',
      text: 'Wer?',
      enableWhen: [{ question: 'c', operator: '=', answerCoding: { code: 'q' } }],
    },
  ]);
  const said = form.toDecide.map(({ where, what }) => `${where}: ${what}`);
  assert.ok(
    said.some((one) => /^question 2 "woche\.x", content: "g" is asked, .*under a condition/.test(one)),
  );
  assert.ok(
    said.some((one) => one.startsWith('question 4 "woche.z", content: "z" depends on "c" by an answer')),
  );
  assert.ok(!said.some((one) => one.startsWith('question 3')));
  assert.ok(lostOf(form).some((one) => /^g: .*enableWhenExpression/.test(one)));
});

const scored = (linkId: string) => ({
  ...choice,
  linkId,
  answerOption: often.map(({ valueCoding }, index) => ({
    valueCoding,
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: index }],
  })),
});

test('a computed question is left out by name, and its formula stands at the scale', async () => {
  const sum = {
    url: `${SDC}sdc-questionnaire-calculatedExpression`,
    valueExpression: { expression: 'a + b' },
  };
  const form = await draftOf([
    scored('a'),
    scored('b'),
    { linkId: 's', type: 'decimal', text: 'Summe', extension: [sum] },
  ]);
  assert.ok(
    form.toDecide.some(({ where, what }) => where === 'scale "Woche", direction' && what.endsWith('a + b')),
  );
  assert.deepEqual(lostOf(form), ['s: question (a score)']);
  const [scale] = decided(form.text).scales;
  assert.equal(scale?.link_id, 's');
});

test('a form that cannot become a draft is refused with its lines', async () => {
  const two = { resourceType: 'Questionnaire', item: [] };
  for (const [text, line, message] of [
    ['{"resourceType": "Patient", "id": "p"}', 1, /^The file holds no FHIR Questionnaire, but Patient p$/],
    [bundle(two, two), 11, /^The file holds several FHIR Questionnaires$/],
    [JSON.stringify(two), 1, /^No question/],
    [
      JSON.stringify({ ...two, item: [{ item: Array.from({ length: 1500 }, () => choice) }] }),
      1,
      /1501 items, more than 1500/,
    ],
    [JSON.stringify({ ...two, item: [choice, choice] }, null, 1), 24, /The linkId "c" is used twice/],
    [JSON.stringify({ ...two, item: [choice], colour: 'red' }, null, 1), 24, /has the element "colour"/],
    [JSON.stringify({ ...two, item: [{ ...choice, text: 7 }] }, null, 1), 7, /must be a text/],
  ] as const) {
    const form = await readText(text);
    assert.ok(form.kind === 'mistakes', text);
    const found = form.mistakes.find((one) => message.test(one.message));
    assert.ok(found, JSON.stringify(form.mistakes));
    assert.equal(found.line, line, JSON.stringify(found));
  }
  assert.equal((await readText('{"title": "x"}')).kind, 'mistakes');
});
