import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readForm } from '../../../server/instruments/form-reader.ts';
import { fhir } from '../../fhir/index.ts';
import { questionnaireFormats } from '../../questionnaire-formats/index.ts';
import { formText } from './forms.ts';

const readers = [fhir, questionnaireFormats].flatMap(({ forms = [] }) => forms);

const read = (content: string | Uint8Array, name = 'x') =>
  readForm(readers, { name, bytes: typeof content === 'string' ? Buffer.from(content) : content });

async function told(content: string | Uint8Array) {
  const form = await read(content);
  return form.kind === 'mistakes' ? formText.mistakes(form.mistakes) : assert.fail('it can be read');
}

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const questionnaire = (item: readonly object[]) =>
  JSON.stringify({ resourceType: 'Questionnaire', status: 'active', item });

const WRONG: readonly (readonly [string | Uint8Array, RegExp])[] = [
  ['', /leer/],
  ['%PDF-1.7\n%', /Format|Spalte/],
  ['{"a": ', /gültiges JSON/],
  ['{"a": 1}', /Format/],
  ['<Questionnaire xmlns="http://hl7.org/fhir"><item></Questionnaire>', /gültiges XML/],
  ['<LimeSurvey>\n<LimeSurveyDocType>Survey</LimeSurveyDocType><a></LimeSurvey>', /gültiges XML/],
  ['{"resourceType": "Patient"}', /keinen FHIR-Fragebogen/],
  [questionnaire([]), /Frage/],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /alte Excel- oder Word-Datei/],
  [zip({ 'brief.txt': 'x' }), /instrument\.csv/],
  [zip({ 'instrument.csv': 'a,b\n1,2' }), /kein Fragebogen von REDCap/],
  [zip({ 'xl/workbook.xml': '<workbook/>' }), /kein Tabellenblatt/],
  [zip({ a: 'x' }).subarray(0, 20), /beschädigt/],
  [Buffer.from([0x46, 0xfc, 0x3b, 0x0a, 0x61]), /UTF-8/],
  ['Frage;Antworten\n"offen;nie=0|oft=1', /Anführungszeichen/],
];

test('whoever brings a wrong file reads in German what is the matter', async () => {
  for (const [content, expected] of WRONG) {
    const mistakes = await told(content);
    assert.ok(mistakes.length > 0);
    for (const { path, message } of mistakes) {
      assert.match(message, expected);
      assert.doesNotMatch(`${path} ${message}`, /\b(?:the|is|not|holds|of)\b|kann nicht gelesen werden:/i);
    }
  }
});

test('a mistake without a German sentence is told within one', () => {
  const [one] = formText.mistakes([{ line: 3, place: '', message: 'Something strange' }]);
  assert.deepEqual(one, {
    path: 'Zeile 3',
    message: 'Diese Stelle kann nicht gelesen werden: Something strange',
  });
});

test('a mistake of many rows is told once, with all of them', async () => {
  const rows = Array.from({ length: 28 }, (_, index) => `Frage ${index};nie | selten | oft`);
  const [one, ...more] = await told(['Frage;Antworten', ...rows].join('\n'));
  assert.deepEqual(more, []);
  assert.equal(one?.path, 'Zeilen 2 bis 29');
  assert.match(one?.message ?? '', /„nie \| selten \| oft“ ist keine Liste von Antworten mit Zahlen/);
  const some = [2, 3, 7].map((line) => ({ line, place: String(line), message: 'The row has no question' }));
  assert.equal(formText.mistakes(some)[0]?.path, 'Zeilen 2 bis 3 und 7');
});

const notesOf = async (...rows: string[]) => {
  const form = await read(['Frage;Antworten', ...rows].join('\n'));
  return form.kind === 'draft' ? formText.notes(form.notes, form.kept) : assert.fail('it cannot be read');
};

test('that every question must be answered is told only where it is not true of all', async () => {
  assert.deepEqual(await notesOf('Wie?;nie=0|oft=1', 'Wo?;nie=0|oft=1'), []);
  assert.deepEqual(await notesOf('Wie?;nie=0|oft=1', 'Wo?;Text'), [
    '1 Frage muss beantwortet werden, denn außer freien Texten ist hier jede Frage Pflicht.',
  ]);
  assert.deepEqual(await notesOf('Wie?;nie=0|oft=1', 'Wo?;'), [
    '1 Frage hat die Antworten der Zeile darüber bekommen, weil eigene fehlen: Zeile 3.',
  ]);
});

test('what a form of FHIR holds and a draft does not is told in German', async () => {
  const form = await read(
    JSON.stringify({
      ...JSON.parse(
        questionnaire([
          { linkId: '1', type: 'boolean', text: 'Geht es Ihnen gut?', maxLength: 3 },
          { linkId: '2', type: 'attachment', text: 'Ein Bild?' },
        ]),
      ),
      name: 'x',
      title: 'Bilder',
    }),
  );
  assert.ok(form.kind === 'draft');
  assert.deepEqual(form.notKept.map(formText.lost), [
    { where: '2', what: 'Frage, die hier nicht gestellt werden kann (Art der Antwort: Datei)' },
    { where: 'Formular', what: 'Stand, technischer Name' },
    { where: '1', what: 'größte Länge der Antwort' },
  ]);
  assert.deepEqual(formText.lost({ where: 'cell 5', what: 'own-thing, constructor' }), {
    where: 'Zelle 5',
    what: 'Angabe „own-thing“, Angabe „constructor“',
  });
});
