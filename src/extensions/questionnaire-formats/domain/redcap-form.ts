import type { ItemType } from '../../../domain/answer-types.ts';
import type { InstrumentOption } from '../../../domain/instrument-schema.ts';
import { findings, type Findings } from './findings.ts';
import { readColumns, type Row } from './form-columns.ts';
import { withConditions } from './form-logic.ts';
import { numberIn, optionsOf, pair, type Answers, type AnswerWords, type Choice } from './form-options.ts';
import { itemId, type FormQuestion, type ReadForm } from './form.ts';
import { CHANGING_TAG, redcapHeadings, type RedcapColumn } from './redcap-columns.ts';

// A data dictionary of REDCap: one row for each field.

type Field = {
  readonly name: string;
  readonly line: number;
  readonly cell: (name: RedcapColumn) => string;
  readonly found: Findings;
  readonly words: AnswerWords;
};

export function readRedcap(dictionary: readonly Row[], id: string, words: AnswerWords): ReadForm {
  const needed = ['name', 'form', 'type', 'label'] as const;
  const { rows, lost, headings, mistakes } = readColumns(dictionary, redcapHeadings, needed);
  // REDCap writes the value of a field into a text for [field].
  const found = findings(/\[[a-z][a-z0-9_:-]*(?:\([^)]*\))?\]/);
  const [first] = rows;
  const other = rows.find(({ cell }) => cell('form') !== first?.cell('form'));
  if (first && other)
    found.refuse(
      other.line,
      other.cell('form'),
      `The forms "${first.cell('form')}" and "${other.cell('form')}" are two instruments: leave the rows of one`,
    );
  let stem = '';
  const read = rows.map(({ line, cell }) => {
    const field = { name: cell('name'), line, cell, found, words };
    if (cell('section') !== '') stem = found.text(cell('section'), line, field.name);
    return questionOf(field, id, stem);
  });
  const questions = withConditions(read, 'redcap');
  return {
    title: undefined,
    questions: questions.questions,
    scales: [],
    lost: [...lost, ...found.lost],
    notes: [],
    mistakes: headings.length > 0 ? headings : [...mistakes, ...found.mistakes, ...questions.mistakes],
  };
}

function questionOf(field: Field, id: string, stem: string): FormQuestion {
  const { name, line, cell, found } = field;
  if (name === '') found.refuse(line, 'name', 'The row has no name of a variable');
  const label = found.text(cell('label'), line, name);
  const note = found.text(cell('note'), line, name);
  if (label === '' && cell('label') === '') found.refuse(line, name, `"${name}" has no text`);
  listLosses(field);
  const content = note === '' ? label : `${label} (${note})`;
  const item = { id: itemId(id, name), content, ...answersOf(field) };
  const logic = cell('logic') === '' ? [] : [cell('logic')];
  return { name, line, item, stem, page: 0, logic };
}

function listLosses({ name, line, cell, found }: Field): void {
  if (cell('identifier') !== '') found.lose(name, 'identifier');
  if (!/^[yn]?$/i.test(cell('required'))) found.lose(name, 'required field');
  if (cell('matrix') !== '') found.lose(name, 'matrix group name');
  if (cell('number') !== '') found.lose(name, 'question number');
  if (cell('ranking') !== '')
    found.refuse(line, name, `"${name}" is part of a ranking: each answer only once`);
  const annotation = cell('annotation');
  const changing = CHANGING_TAG.exec(annotation);
  if (changing)
    found.refuse(line, name, `"${name}" has the action tag ${changing[0]}, which changes what is asked`);
  const tags = annotation.match(/@[A-Z][\w-]*/gi) ?? [];
  for (const tag of tags) found.lose(name, `action tag ${tag}`);
  if (annotation !== '' && tags.length === 0) found.lose(name, 'field annotation');
  const type = cell('type').toLowerCase();
  const isTyped = type === 'text' || type === 'slider';
  for (const column of ['validation', 'min', 'max'] as const)
    if (!isTyped && cell(column) !== '') found.lose(name, `text validation (${column})`);
  const alignment = cell('alignment').toUpperCase();
  if (alignment !== '' && !(['LH', 'RH', 'LV', 'RV'].includes(alignment) && type === 'radio'))
    found.lose(name, 'custom alignment');
  if (cell('choices') !== '' && ['text', 'notes', 'descriptive', 'yesno', 'truefalse'].includes(type))
    found.lose(name, 'choices of a field without choices');
}

function answersOf(field: Field): Answers {
  const { name, line, cell, found, words } = field;
  const type = cell('type').toLowerCase();
  const isRequired = cell('required').toLowerCase() === 'y';
  switch (type) {
    case 'radio': {
      const isRow = cell('matrix') !== '' || /^[LR]H$/i.test(cell('alignment'));
      return {
        type: isRow ? 'QUESTION_HORIZONTAL_RADIO' : 'QUESTION_VERTICAL_RADIO',
        options: choicesOf(field),
      };
    }
    case 'dropdown':
      return { type: 'QUESTION_SELECT', options: choicesOf(field) };
    case 'checkbox':
      return { type: 'QUESTION_CHECKBOX', options: choicesOf(field) };
    case 'yesno':
      return pair(words.yes, words.no);
    case 'truefalse':
      return pair(words.true, words.false);
    case 'slider':
      return sliderOf(field);
    case 'text':
      return typedOf(field, isRequired);
    case 'notes':
      return { type: isRequired ? 'QUESTION_TEXT_AREA' : 'QUESTION_TEXT_AREA_OPTIONAL', options: [] };
    case 'descriptive':
      return { type: 'INFO', options: [] };
    default:
      found.refuseType(line, name, type);
      return { type: 'INFO', options: [] };
  }
}

/** "1, never | 2, often": the code stands before the first comma. */
function choicesOf({ name, line, cell, found }: Field): readonly InstrumentOption[] {
  const parts = cell('choices')
    .split('|')
    .map((part) => part.trim());
  const choices = parts.flatMap((part): Choice[] => {
    const [, code = '', label = ''] = /^([^,]*\S)\s*,\s*(\S.*)$/s.exec(part) ?? [];
    if (code === '') {
      found.refuse(line, name, `"${name}" has the answer "${part}": write it as "1, never"`);
      return [];
    }
    return [{ code, label: found.text(label, line, name) }];
  });
  return optionsOf(choices);
}

function sliderOf(field: Field): Answers {
  const { name, cell, found } = field;
  refuseLimits(field);
  const [left, middle, right, ...more] = cell('choices')
    .split('|')
    .map((label) => label.trim());
  const [min, max] = [numberIn(cell('min')) ?? 0, numberIn(cell('max')) ?? 100];
  const hasEnds = Boolean(left && right);
  if (middle || more.length > 0) found.lose(name, 'label in the middle of a slider');
  if (!hasEnds && (left || right)) found.lose(name, 'label at one end of a slider');
  if (cell('validation') !== '') found.lose(name, 'number beside a slider');
  const isUsual = min === 0 && max === 100;
  return {
    type: 'QUESTION_RANGE_INDICATOR',
    options: hasEnds ? ends([left ?? '', min], [right ?? '', max]) : [],
    ...(isUsual ? {} : { min, max }),
  };
}

const ends = (...labels: readonly (readonly [string, number])[]) =>
  labels.map(([label, value], index) => ({ id: `end-${index + 1}`, label, value }));

const TYPED: ReadonlyMap<string, ItemType> = new Map([
  ['integer', 'QUESTION_INTEGER'],
  ['number', 'QUESTION_DOUBLE_POSITIVE'],
  ['date_dmy', 'QUESTION_DATE'],
  ['date_mdy', 'QUESTION_DATE'],
  ['date_ymd', 'QUESTION_DATE'],
]);

function refuseLimits({ name, line, cell, found }: Field): void {
  if ([cell('min'), cell('max')].some((limit) => limit !== '' && numberIn(limit) === undefined))
    found.refuse(line, name, `"${name}" has a limit that is no number`);
}

function typedOf(field: Field, isRequired: boolean): Answers {
  const { name, line, cell, found } = field;
  const validation = cell('validation').toLowerCase();
  const type = TYPED.get(validation);
  const limits = (['min', 'max'] as const).filter((column) => cell(column) !== '');
  if (type === 'QUESTION_INTEGER') {
    const [min, max] = [numberIn(cell('min')), numberIn(cell('max'))];
    refuseLimits(field);
    if (min === undefined) found.lose(name, 'answers below 0');
    return {
      type,
      options: [],
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    };
  }
  for (const column of limits) found.lose(name, `text validation (${column})`);
  if (type === 'QUESTION_DOUBLE_POSITIVE') found.lose(name, 'answers of 0 and below');
  if (type) return { type, options: [] };
  if (validation !== '')
    found.refuse(
      line,
      name,
      `"${name}" is a text of the kind "${validation}", which an instrument does not check`,
    );
  return { type: isRequired ? 'QUESTION_TEXT' : 'QUESTION_TEXT_OPTIONAL', options: [] };
}
