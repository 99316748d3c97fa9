import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRow, countCodes, IMPORT_COLUMNS, isImportHeader } from './csv-import.ts';
import type { CellMessage, CheckedRow, ImportColumn, ImportContext } from './csv-import.ts';

const context: ImportContext = {
  today: '2026-03-10',
  codeKeys: new Set(['vergeben1', 'serie0041']),
  clinicians: new Map([
    ['therapie1', { id: 'id-1', enabled: true }],
    ['therapie3', { id: 'id-3', enabled: false }],
  ]),
  diagnosisIds: new Set(['F32.1', 'F41.0']),
};

const fitting: Record<ImportColumn, string> = {
  code: 'K7QX2MBV',
  birth_date: '1990-01-31',
  gender: 'FEMALE',
  diagnosis_id: 'F32.1',
  employee: 'therapie1',
  admission: '2026-01-15',
  discharge: '2027-01-15',
  labels: 'S-17',
};

function aRow(changes: Partial<Record<ImportColumn, string>> = {}): string[] {
  return Object.values({ ...fitting, ...changes });
}

function check(row: readonly string[], others: readonly string[][] = []): CheckedRow {
  return checkRow(row, context, countCodes([row, ...others]));
}

function messageIn(column: ImportColumn, value: string): CellMessage | undefined {
  return check(aRow({ [column]: value })).cells[IMPORT_COLUMNS.indexOf(column)]?.message;
}

function idsOf(labels: string): readonly string[] | undefined {
  return check(aRow({ labels })).record?.system_ids;
}

test('an import row without a mistake becomes a patient', () => {
  const { cells, record } = check(aRow());
  assert.deepEqual(
    cells,
    Object.values(fitting).map((value) => ({ value, valid: true, message: undefined })),
  );
  assert.deepEqual(record, {
    code: 'K7QX2MBV',
    date_of_birth: '1990-01-31',
    gender: 'FEMALE',
    diagnosis_id: 'F32.1',
    clinician_id: 'id-1',
    admission: '2026-01-15',
    discharge: '2027-01-15',
    system_ids: ['S-17'],
  });
});

const refusals: [ImportColumn, string, CellMessage][] = [
  ['code', '', 'code_missing'],
  ['code', 'P-1001', 'code_special_characters'],
  ['code', '=HYPERLINK(1)', 'code_special_characters'],
  ['code', '\u0430nton', 'code_unusual_letters'],
  ['code', 'A'.repeat(256), 'code_too_long'],
  ['code', 'VERGEBEN1', 'code_taken'],
  ['birth_date', '', 'date_missing'],
  ['birth_date', '31.01.1990', 'date_format'],
  ['birth_date', '1990-1-31', 'date_format'],
  ['birth_date', '31.02.1990', 'date_impossible'],
  ['birth_date', '1990-02-30', 'date_impossible'],
  ['birth_date', '2023-02-29', 'date_impossible'],
  ['birth_date', '1899-12-31', 'dates_out_of_range'],
  ['birth_date', '2026-03-11', 'birth_date_in_future'],
  ['birth_date', '2990-01-01', 'birth_date_in_future'],
  ['gender', '', 'gender_missing'],
  ['gender', 'w', 'gender_unknown'],
  ['diagnosis_id', '', 'diagnosis_missing'],
  ['diagnosis_id', 'F32.7', 'diagnosis_unknown'],
  ['employee', '', 'employee_missing'],
  ['employee', 'therapie2', 'employee_unknown'],
  ['employee', 'therapie3', 'employee_disabled'],
  ['admission', '2026-13-01', 'date_impossible'],
  ['admission', '', 'date_missing'],
  ['discharge', '2026-01-15', 'discharge_not_after_admission'],
  ['discharge', '2026-01-14', 'discharge_not_after_admission'],
  ['discharge', '2206-01-15', 'dates_out_of_range'],
  ['discharge', '', 'date_missing'],
  ['labels', 'x'.repeat(256), 'label_invalid'],
  ['labels', 'S\u00071', 'label_invalid'],
  ['labels', Array.from({ length: 51 }, (_, n) => `S${n}`).join('|'), 'too_many_labels'],
];

for (const [column, value, message] of refusals)
  test(`an import row is refused for ${message}: ${column} "${value.slice(0, 14)}"`, () => {
    const { cells, record } = check(aRow({ [column]: value }));
    const place = IMPORT_COLUMNS.indexOf(column);
    assert.deepEqual(cells[place], { value, valid: false, message });
    assert.equal(cells.filter(({ valid }) => !valid).length, 1, 'only this cell is marked');
    assert.equal(record, undefined);
  });

test('an import accepts a patient born today and a discharge on the day after the admission', () => {
  assert.equal(messageIn('birth_date', '2026-03-10'), undefined);
  assert.equal(messageIn('birth_date', '2024-02-29'), undefined);
  assert.equal(messageIn('discharge', '2026-01-16'), undefined);
});

test('an import accepts genders in English and German and in any case', () => {
  const forms = { FEMALE: ['FEMALE', 'Weiblich', 'weiblich'], MALE: ['MALE', 'Männlich', 'ma\u0308nnlich'] };
  for (const [gender, texts] of Object.entries({ ...forms, DIVERSE: ['DIVERSE', 'Divers', 'DIVERS'] }))
    for (const text of texts) assert.equal(check(aRow({ gender: text })).record?.gender, gender, text);
});

test('an import ignores surrounding blanks and the case of diagnosis and employee', () => {
  const { record } = check(aRow({ code: ' K7QX2MBV ', diagnosis_id: ' f32.1', employee: 'Therapie1 ' }));
  assert.deepEqual([record?.code, record?.diagnosis_id, record?.clinician_id], ['K7QX2MBV', 'F32.1', 'id-1']);
});

test('a code that occurs twice in an import file is refused in both rows, regardless of case', () => {
  const rows = [aRow({ code: 'MüllerABC' }), aRow({ code: 'mu\u0308llerabc' }), aRow()];
  const messages = rows.map((row) => checkRow(row, context, countCodes(rows)).cells[0]?.message);
  assert.deepEqual(messages, ['code_twice_in_file', 'code_twice_in_file', undefined]);
});

test('an import accepts a short or sequential code with a warning', () => {
  const short = check(aRow({ code: 'K7Q' }));
  assert.deepEqual(short.cells[0], { value: 'K7Q', valid: true, message: 'code_short' });
  assert.equal(short.record?.code, 'K7Q');
  assert.equal(messageIn('code', 'Serie0042'), 'code_sequential');
  assert.equal(
    check(aRow({ code: 'Reihe107' }), [aRow({ code: 'Reihe108' })]).cells[0]?.message,
    'code_sequential',
  );
});

test('System-IDs of an import row are separated by a bar, and empty or repeated ones do not count', () => {
  assert.deepEqual(idsOf('S-17| S-18 ||S-17|'), ['S-17', 'S-18']);
  assert.deepEqual(idsOf(''), []);
  assert.deepEqual(idsOf('<b>x</b>'), ['<b>x</b>']);
});

test('two Unicode spellings of one System-ID count as one', () => {
  assert.deepEqual(idsOf('Familie Ko\u0308nig|Familie K\u00f6nig'), ['Familie K\u00f6nig']);
});

test('an import row may lack the labels at its end, but no other cell', () => {
  assert.notEqual(check(aRow().slice(0, 7)).record, undefined);
  const { cells } = check(aRow().slice(0, 5));
  assert.equal(cells.length, 8);
  assert.deepEqual(
    cells.map(({ message }) => message),
    [undefined, undefined, undefined, undefined, undefined, 'cell_missing', 'cell_missing', undefined],
  );
});

test('an import row with too many cells is refused and shows them', () => {
  const { cells, record } = check([...aRow(), 'more', 'and more']);
  assert.equal(cells.length, 8);
  assert.deepEqual(cells[7], { value: 'S-17 | more | and more', valid: false, message: 'too_many_cells' });
  assert.equal(record, undefined);
});

test('all mistakes of an import row are marked at once', () => {
  const { cells } = check(['', 'x', 'x', 'x', 'x', 'x', 'x', '']);
  assert.deepEqual(
    cells.map(({ valid }) => valid),
    [false, false, false, false, false, false, false, true],
  );
});

test('the header of an import file has the columns of the template in their order', () => {
  assert.equal(isImportHeader(IMPORT_COLUMNS), true);
  assert.equal(
    isImportHeader(' Code;BIRTH_DATE;gender;diagnosis_id;employee;admission;discharge;labels '.split(';')),
    true,
  );
  assert.equal(isImportHeader([...IMPORT_COLUMNS].reverse()), false);
  assert.equal(isImportHeader(IMPORT_COLUMNS.slice(0, 7)), false);
  assert.equal(isImportHeader([...IMPORT_COLUMNS, '']), false);
});

test('a date of the import has four, two and two digits and nothing else', () => {
  for (const date of ['x1990-01-31', '1990-01-31x', '01990-01-31', '1990-01-311', '1990-1-31', '31.01.1990'])
    assert.equal(messageIn('birth_date', date), 'date_format', date);
  assert.equal(messageIn('birth_date', '1990-02-30'), 'date_impossible');
  assert.equal(messageIn('birth_date', '1990-01-31'), undefined);
});

test('blanks around a code do not make it another code', () => {
  const counts = countCodes([[' K7QX2MBV '], ['k7qx2mbv'], []]);
  assert.deepEqual([...counts.values()], [2, 1]);
});

test('a row that ends too early is refused in every cell that is missing, and makes no patient', () => {
  const { cells, record } = check(aRow().slice(0, 3));
  assert.equal(record, undefined);
  assert.deepEqual(
    cells.map(({ valid, message }) => [valid, message]),
    [
      [true, undefined],
      [true, undefined],
      [true, undefined],
      [false, 'cell_missing'],
      [false, 'cell_missing'],
      [false, 'cell_missing'],
      [false, 'cell_missing'],
      [true, undefined],
    ],
  );
});

test('the word offen is an open end of the therapy, in any case', () => {
  for (const word of ['offen', 'Offen', ' OFFEN ']) {
    const { cells, record } = check(aRow({ discharge: word }));
    assert.deepEqual(cells[IMPORT_COLUMNS.indexOf('discharge')], {
      value: word.trim(),
      valid: true,
      message: undefined,
    });
    assert.equal(record?.discharge, null);
  }
  assert.equal(messageIn('admission', 'offen'), 'date_format');
});

test('a date of the therapy more than five years ahead is imported with a hint', () => {
  assert.equal(messageIn('discharge', '2031-03-10'), undefined);
  const { cells, record } = check(aRow({ discharge: '2099-12-31' }));
  const cell = cells[IMPORT_COLUMNS.indexOf('discharge')];
  assert.deepEqual(cell, { value: '2099-12-31', valid: true, message: 'date_far_ahead' });
  assert.equal(record?.discharge, '2099-12-31');
  assert.equal(
    check(aRow({ admission: '2032-01-01', discharge: 'offen' })).cells[5]?.message,
    'date_far_ahead',
  );
});
