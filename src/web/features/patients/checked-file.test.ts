import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isImportHeader } from '../../../domain/csv-import.ts';
import { cellText } from '../../../text/csv-import.ts';
import { importColumnText } from '../../../text/imports.ts';
import { CallFailed } from '../../api/failure.ts';
import {
  causesOf,
  type CheckedCells,
  countFarDates,
  countMissingEnds,
  countWrong,
  errorListCsv,
  fileRefusal,
  headerSentence,
  markedRows,
  offerConversion,
  templateCsv,
  withTypedDates,
} from './checked-file.ts';

const cell = (valid: boolean, message = '') => ({ value: 'x', valid, message });
const row = (special = cell(true), line = 2): CheckedCells => ({
  line,
  items: [special, ...Array.from({ length: 7 }, () => cell(true))],
});
const patients = [row(), row(cell(false, 'falsch')), row(cell(true, 'Hinweis'))];
const file = (...parts: BlobPart[]) => new File(parts, 'a.csv');
const refusal = (code: 'csv_has_bom' | 'csv_wrong_format' | 'INTERNAL') =>
  new CallFailed(400, { type: 'about:blank', status: 400, title: '', code });

test('a warning marks a row of an import file but does not make it wrong', () => {
  assert.equal(countWrong({ valid: false, patients }), 1);
  assert.deepEqual(markedRows({ valid: false, patients }), patients.slice(1));
});

test('the errors of an import file are grouped by cause with their lines, and listed for a file', () => {
  const wrong = [
    row(cell(false, 'a'), 2),
    row(cell(false, 'b'), 3),
    row(cell(false, 'b'), 5),
    row(cell(true), 6),
  ];
  const check = { valid: false, patients: wrong };
  assert.deepEqual(
    causesOf(check).map(({ column, message, lines }) => [column, message, lines]),
    [
      ['code', 'b', [3, 5]],
      ['code', 'a', [2]],
    ],
  );
  const [, ...list] = errorListCsv(check).trimEnd().split('\r\n');
  assert.deepEqual(list, ['2;Code;x;a', '3;Code;x;b', '5;Code;x;b']);
});

test('a refused import file shows the sentence of its code, and other failures show none at the file', () => {
  assert.match(fileRefusal(refusal('csv_has_bom')) ?? '', /UTF-8-BOM/);
  assert.match(fileRefusal(refusal('csv_wrong_format')) ?? '', /muss eine CSV-Datei sein\. Die erste Zeile/);
  assert.equal(fileRefusal(refusal('INTERNAL')), undefined);
  assert.equal(fileRefusal(new CallFailed(null)), undefined);
});

test('a conversion of an import file is offered only if it changes something', async () => {
  assert.equal(await offerConversion(file('code;x\r\n')), null);
  assert.equal(await offerConversion(file(new Uint8Array([0x50, 0x4b, 3, 4]))), 'no_text');
  const offer = await offerConversion(file('\ufeffcode;31.01.1990\r\n'));
  assert.ok(offer !== null && offer !== 'no_text');
  assert.deepEqual(offer.changes, ['byte_order_mark_removed', 'dates_changed']);
  assert.equal(await offer.file.text(), 'code;1990-01-31\r\n');
});

test('the list of errors of a converted import file shows a date as it was typed', async () => {
  const offer = await offerConversion(file('code\r\nA;1.2.2300\r\n'));
  const { typedDates } = offer !== null && offer !== 'no_text' ? offer : assert.fail();
  const date = { value: '2300-02-01', valid: false, message: 'falsch' };
  const checked = { valid: false, patients: [row(date, 2), row(date, 3)] };
  const [, ...list] = errorListCsv(withTypedDates(checked, typedDates)).trimEnd().split('\r\n');
  assert.deepEqual(list, ['2;Code;1.2.2300;falsch', '3;Code;2300-02-01;falsch']);
});

test('the headings of the table of checked patients are understood as the columns of an import file', async () => {
  const offer = await offerConversion(file(`${Object.values(importColumnText).join('\t')}\r\n`));
  assert.ok(offer !== null && offer !== 'no_text');
  assert.deepEqual(offer.changes, ['tabs_changed', 'headings_changed']);
  assert.equal(await offer.file.text(), templateCsv());
});

test('the words of the registration form are understood as the columns of an import file', async () => {
  const form =
    'Resonanz-ID;Geburtsdatum;Geschlecht;Diagnosen;Mitarbeitende*r;Aufnahmedatum;Entlassdatum;System-IDs';
  const offer = await offerConversion(file(`${form}\r\n`));
  assert.ok(offer !== null && offer !== 'no_text');
  assert.equal(await offer.file.text(), templateCsv());
});

const sentence = (names: readonly string[]) => headerSentence(file(`${names.join(';')}\r\n`));

test('the columns that keep a file from being imported are named, and one that stands twice is said', async () => {
  const columns = templateCsv().trim().split(';');
  assert.equal(await sentence(columns), null);
  assert.equal(await sentence(['Ort', 'Land']), null, 'no header at all');
  assert.equal(
    await sentence(['Ort', ...columns.slice(0, 6), 'Labels']),
    'Nicht erkannt: „Ort“. Es fehlt: Entlassung.',
  );
  assert.equal(await sentence([...columns, 'code']), 'Eine Spalte steht doppelt da.');
});

test('the import template has the header of the import', () => {
  assert.ok(isImportHeader(templateCsv().trim().split(';')));
});

test('rows without an end of therapy and rows with a date far ahead are counted', () => {
  const cells = row().items;
  const withEnd = (value: string, message: string) => ({
    line: 2,
    items: cells.map((one, place) =>
      place === 6 ? { value, valid: message !== cellText.date_missing, message } : one,
    ),
  });
  const check = {
    valid: false,
    patients: [
      withEnd('', cellText.date_missing),
      withEnd('2099-12-31', cellText.date_far_ahead),
      withEnd('offen', ''),
    ],
  };
  assert.equal(countMissingEnds(check), 1);
  assert.equal(countFarDates(check), 1);
});
