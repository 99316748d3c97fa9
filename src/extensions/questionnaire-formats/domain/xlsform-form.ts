import { findings, type Findings } from './findings.ts';
import { readColumns, type Columns, type Row } from './form-columns.ts';
import { withConditions } from './form-logic.ts';
import type { FormMistake, FormQuestion, Lost, ReadForm } from './form.ts';
import { columnsOf, languageOf, SHEETS, type SheetColumn, type SheetName } from './xlsform-columns.ts';
import {
  questionOf,
  surveyRow,
  textOf,
  UNASKED,
  type ChoiceList,
  type SurveyRow,
} from './xlsform-questions.ts';

// A form as ODK, Kobo and others have it: a workbook with the sheets survey, choices and settings.

type Sheet = { readonly name: string; readonly rows: readonly Row[] };

/** A group of questions, with what they inherit of those around it. */
type Group = {
  readonly line: number;
  readonly place: string;
  readonly stem: string;
  readonly logic: readonly string[];
  readonly page: number;
  readonly isMatrix: boolean;
};

export const isXlsForm = (sheets: readonly Sheet[]) =>
  sheets.some(({ name, rows }) => {
    const headings = (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
    return name.trim().toLowerCase() === 'survey' && headings.includes('type');
  });

/** The form, and its own name for the id of the instrument. */
export function readXlsForm(sheets: readonly Sheet[], idOf: (formId: string) => string) {
  const rowsOf = (name: SheetName) =>
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === name)?.rows ?? [];
  const settings = sheetOf('settings', rowsOf('settings'), undefined, []);
  const setting = (column: SheetColumn<'settings'>) => settings.rows[0]?.cell(column) ?? '';
  const id = idOf(setting('id'));
  const language = languageOf(rowsOf('survey'), setting('language'));
  const survey = sheetOf('survey', rowsOf('survey'), language, ['type', 'name', 'label']);
  const hasChoices = rowsOf('choices').length > 0;
  const choices = sheetOf(
    'choices',
    rowsOf('choices'),
    language,
    hasChoices ? ['list', 'code', 'label'] : [],
  );
  const found = findings(/\$\{[^{}]+\}/);
  const lists = listsOf(choices, found);
  const read = questionsOf(survey, { id, lists, found });
  const questions = withConditions(read, 'xlsform');
  const parts = [survey, choices, settings];
  const headings = parts.flatMap((part) => part.headings);
  const form: ReadForm = {
    title: found.text(setting('title'), 2, 'settings, title') || undefined,
    questions: questions.questions,
    scales: [],
    lost: [
      ...sheets.flatMap(strangeSheet),
      ...parts.flatMap(({ lost }) => lost),
      ...found.lost,
      ...[...lists.values()].flatMap(unusedList),
    ],
    notes: [],
    mistakes:
      headings.length > 0
        ? headings
        : [...parts.flatMap(({ mistakes }) => mistakes), ...found.mistakes, ...questions.mistakes],
  };
  return { form, id };
}

export const isOfXlsForm = ({ name }: Sheet) => Object.hasOwn(SHEETS, name.trim().toLowerCase());

const strangeSheet = (sheet: Sheet): readonly Lost[] =>
  sheet.rows.length === 0 || isOfXlsForm(sheet) ? [] : [{ name: `sheet "${sheet.name}"`, place: '(file)' }];

/** The rows of a sheet. Its mistakes name the sheet beside the row. */
function sheetOf<Name extends SheetName>(
  sheet: Name,
  rows: readonly Row[],
  language: string | undefined,
  needed: readonly SheetColumn<Name>[],
): Columns<SheetColumn<Name>> {
  const known = columnsOf(sheet, rows, language);
  const read = readColumns(rows, known, needed, (line) => `${sheet}, row ${line}`);
  const named = (mistakes: readonly FormMistake[]) =>
    mistakes.map((one) => ({ ...one, place: `${sheet}, ${one.place}` }));
  return { ...read, headings: named(read.headings), mistakes: named(read.mistakes) };
}

function listsOf(
  { rows }: Columns<SheetColumn<'choices'>>,
  found: Findings,
): ReadonlyMap<string, ChoiceList> {
  const lists = new Map<string, ChoiceList>();
  for (const { line, cell } of rows) {
    const name = cell('list');
    const place = `choices, row ${line}`;
    if (name === '' || cell('code') === '' || cell('label') === '')
      found.refuse(line, place, 'The answer needs a list, a name and a label');
    const list = lists.get(name) ?? { name, line, choices: [], isUsed: false };
    list.choices.push({ code: cell('code'), label: textOf(cell('label'), { line, place }, found) });
    lists.set(name, list);
  }
  return lists;
}

const unusedList = ({ name, line, isUsed }: ChoiceList): readonly Lost[] =>
  isUsed ? [] : [{ name: `list "${name}"`, place: `choices, row ${line}` }];

type Reading = {
  readonly id: string;
  readonly lists: ReadonlyMap<string, ChoiceList>;
  readonly found: Findings;
};

function questionsOf({ rows }: Columns<SheetColumn<'survey'>>, reading: Reading): readonly FormQuestion[] {
  const { found } = reading;
  const groups: Group[] = [{ line: 1, place: '', stem: '', logic: [], page: 0, isMatrix: false }];
  const questions: FormQuestion[] = [];
  let pages = 0;
  for (const { line, cell } of rows) {
    const row = surveyRow({ line, cell });
    const around = groups.at(-1);
    if (!around) break;
    if (/^(?:yes|true(?:\(\))?|1)$/i.test(cell('disabled'))) found.lose(row.place, 'disabled row');
    else if (row.type === 'begin_group' || row.type === 'begin_repeat') {
      if (row.type === 'begin_repeat') found.refuseType(line, row.place, 'begin_repeat');
      groups.push(groupOf(row, around, (pages += 1), found));
    } else if (row.type === 'end_group' || row.type === 'end_repeat') {
      if (groups.length === 1) found.refuse(line, row.place, 'The row ends a group that does not begin');
      else groups.pop();
    } else if (UNASKED.has(row.type)) found.lose(row.place, `type ${row.type}`);
    else if (row.appearances.includes('label') && row.list !== '') {
      // The row holds the headings of the answers of the rows below it.
      const label = textOf(cell('label'), row, found);
      groups.splice(-1, 1, { ...around, stem: [around.stem, label].filter(Boolean).join(' – ') });
      found.lose(row.place, 'appearance label');
    } else questions.push({ ...questionOf(row, around.isMatrix, reading), ...inherited(row, around) });
  }
  for (const { line, place } of groups.slice(1)) found.refuse(line, place, 'The group does not end');
  return questions;
}

const inherited = ({ cell }: SurveyRow, { stem, logic, page }: Group) => ({
  stem,
  page,
  logic: cell('relevant') === '' ? logic : [...logic, cell('relevant')],
});

function groupOf(row: SurveyRow, around: Group, page: number, found: Findings): Group {
  const { line, cell, place, appearances } = row;
  const [label, hint] = [textOf(cell('label'), row, found), textOf(cell('hint'), row, found)];
  for (const column of ['constraint', 'required', 'parameters', 'filter'] as const)
    if (cell(column) !== '') found.lose(place, `${column} of a group`);
  for (const one of appearances)
    if (one !== 'table-list' && one !== 'field-list') found.lose(place, `appearance ${one}`);
  return {
    line,
    place,
    ...inherited(row, around),
    page,
    stem: [around.stem, label, hint].filter(Boolean).join(' – '),
    isMatrix: appearances.includes('table-list'),
  };
}
