import type { Findings } from './findings.ts';
import { numberIn, optionsOf, type Answers, type Choice } from './form-options.ts';
import { itemId } from './form.ts';
import type { SheetColumn } from './xlsform-columns.ts';

// One row of the sheet survey as a question.

export type SurveyRow = {
  readonly line: number;
  readonly place: string;
  readonly cell: (name: SheetColumn<'survey'>) => string;
  /** The type in one spelling, and the list of its answers. */
  readonly type: string;
  readonly list: string;
  readonly isOwnAnswer: boolean;
  readonly appearances: readonly string[];
};

/** What the program notes by itself, and what it computes. */
export const UNASKED: ReadonlySet<string> = new Set(
  (
    'audit background-audio calculate csv-external deviceid email end hidden phonenumber simserial start start-geopoint ' +
    'subscriberid today username xml-external'
  ).split(' '),
);

const SELECT = /^select[ _](one|multiple|all that apply)(?: from)? (\S+)( or[ _](?:specify[ _])?other)?$/i;

type Line = Pick<SurveyRow, 'line' | 'cell'>;

export function surveyRow({ line, cell }: Line): SurveyRow {
  const [, kind, list = '', other] = SELECT.exec(cell('type')) ?? [];
  const select = kind?.toLowerCase() === 'one' ? 'select_one' : 'select_multiple';
  const plain = cell('type')
    .toLowerCase()
    .replace(/^(begin|end) /, '$1_');
  return {
    line,
    cell,
    place: cell('name') === '' ? `survey, row ${line}` : `survey, row ${line} (${cell('name')})`,
    type: kind === undefined ? plain : select,
    list,
    isOwnAnswer: other !== undefined,
    appearances: cell('appearance').split(/\s+/).filter(Boolean),
  };
}

export type ChoiceList = {
  readonly name: string;
  readonly line: number;
  readonly choices: Choice[];
  isUsed: boolean;
};

/** A text without its formatting, which may be Markdown. */
export function textOf(
  written: string,
  { line, place }: Pick<SurveyRow, 'line' | 'place'>,
  found: Findings,
): string {
  const plain = written
    .replaceAll(/(?<!\w)(\*\*|__|\*|_)(?=\S)([^*_]+)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/\[([^\]]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll(/^#+ +/gm, '');
  if (plain !== written) found.lose(place, 'formatting (Markdown)');
  return found.text(plain, line, place);
}

type Reading = {
  readonly id: string;
  readonly lists: ReadonlyMap<string, ChoiceList>;
  readonly found: Findings;
};

export function questionOf(row: SurveyRow, isMatrix: boolean, reading: Reading) {
  const { line, place, cell } = row;
  const { id, found } = reading;
  const name = cell('name');
  const [label, hint] = [textOf(cell('label'), row, found), textOf(cell('hint'), row, found)];
  if (name === '') found.refuse(line, place, 'The row has no name');
  if (cell('label') === '') found.refuse(line, place, `"${name}" has no text`);
  if (row.isOwnAnswer) found.refuse(line, place, `"${name}" has an answer of one's own (or_other)`);
  if (cell('filter') !== '')
    found.refuse(line, place, `"${name}" shows only some of its answers (choice_filter)`);
  if (isYes(cell('readonly')) && row.type !== 'note')
    found.refuse(line, place, `"${name}" cannot be answered (read_only)`);
  if (!/^(?:|yes|no|true|false)$/i.test(bare(cell('required')))) found.lose(place, 'required by a condition');
  const item = {
    id: itemId(id, name),
    content: hint === '' ? label : `${label} (${hint})`,
    ...answersOf(row, isMatrix, reading),
  };
  return { name, line, item };
}

const bare = (value: string) => value.replace('()', '');
const isYes = (value: string) => /^(?:yes|true|1)$/i.test(bare(value));

/** Appearances that the types of items say, by what they say. */
const LOOKS: readonly (readonly [RegExp, 'row' | 'menu' | 'area'])[] = [
  [/^(?:likert|list-nolabel|horizontal(?:-compact)?|columns.*)$/, 'row'],
  [/^(?:minimal|autocomplete|search)$/, 'menu'],
  [/^multiline$/, 'area'],
];

function answersOf(row: SurveyRow, isMatrix: boolean, reading: Reading): Answers {
  const { type, line, place, cell, appearances } = row;
  const { found } = reading;
  const looks = appearances.map((one) => LOOKS.find(([pattern]) => pattern.test(one))?.[1]);
  const said = { select_one: ['row', 'menu'], text: ['area'] }[type] ?? [];
  for (const [index, one] of appearances.entries()) {
    if (/^(?:month-)?year$/.test(one)) found.refuse(line, place, `"${cell('name')}" asks for a ${one}`);
    else if (!said.includes(looks[index] ?? '')) found.lose(place, `appearance ${one}`);
  }
  if (cell('constraint') !== '' && type !== 'integer' && type !== 'int')
    found.lose(place, `constraint ${cell('constraint')}`);
  if (cell('parameters') !== '' && type !== 'range') found.lose(place, `parameters ${cell('parameters')}`);
  const isRequired = isYes(cell('required'));
  switch (type) {
    case 'select_one': {
      const isRow = isMatrix || looks.includes('row');
      const shown = isRow ? 'HORIZONTAL_RADIO' : 'VERTICAL_RADIO';
      return {
        type: looks.includes('menu') ? 'QUESTION_SELECT' : `QUESTION_${shown}`,
        options: optionsOfList(row, reading),
      };
    }
    case 'select_multiple':
      return { type: 'QUESTION_CHECKBOX', options: optionsOfList(row, reading) };
    case 'integer':
    case 'int':
      return wholeNumber(row, found);
    case 'decimal':
      found.lose(place, 'answers of 0 and below');
      return { type: 'QUESTION_DOUBLE_POSITIVE', options: [] };
    case 'range':
      return rangeOf(row, found);
    case 'date':
      return { type: 'QUESTION_DATE', options: [] };
    case 'text':
    case 'string': {
      const typed = looks.includes('area') ? 'QUESTION_TEXT_AREA' : 'QUESTION_TEXT';
      return { type: isRequired ? typed : `${typed}_OPTIONAL`, options: [] };
    }
    case 'note':
      return { type: 'INFO', options: [] };
    default:
      found.refuseType(line, place, cell('type'));
      return { type: 'INFO', options: [] };
  }
}

function optionsOfList({ line, place, list }: SurveyRow, { lists, found }: Reading) {
  const known = lists.get(list);
  if (known) known.isUsed = true;
  else found.refuse(line, place, `There is no list "${list}" in the sheet choices`);
  return optionsOf(known?.choices ?? []);
}

/** ". >= 0 and . < 10" is the only kind of constraint that an item has. */
function wholeNumber({ place, cell }: SurveyRow, found: Findings): Answers {
  const parts = cell('constraint')
    .split(/\s+and\s+/i)
    .map((part) => /^\(?\s*\.\s*([<>])(=?)\s*(-?\d+)\s*\)?$/.exec(part.trim()));
  const isRead = parts.every((part) => part !== null);
  if (!isRead && cell('constraint') !== '') found.lose(place, `constraint ${cell('constraint')}`);
  const limits = (isRead ? parts : []).map(([, sign, equal, number]) => {
    const step = equal === '=' ? 0 : sign === '>' ? 1 : -1;
    return { sign, limit: Number(number) + step };
  });
  const min = limits.findLast(({ sign }) => sign === '>')?.limit;
  const max = limits.findLast(({ sign }) => sign === '<')?.limit;
  if (min === undefined) found.lose(place, 'answers below 0');
  return {
    type: 'QUESTION_INTEGER',
    options: [],
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}

/** "start=0 end=10 step=1" */
function rangeOf({ line, place, cell }: SurveyRow, found: Findings): Answers {
  const given = new Map<string, number | undefined>([
    ['start', 1],
    ['end', 10],
    ['step', 1],
  ]);
  for (const part of cell('parameters')
    .split(/[\s;,]+(?=[a-z])/i)
    .filter(Boolean)) {
    const [key = '', value = ''] = part.split('=').map((one) => one.trim().toLowerCase());
    if (given.has(key)) given.set(key, numberIn(value));
    else found.lose(place, `parameter ${part}`);
  }
  const [min, max, step] = [...given.values()];
  if (![min, max, step].every(Number.isInteger))
    found.refuse(line, place, `"${cell('name')}" has a range that does not go by whole numbers`);
  else if (step !== 1) found.lose(place, `steps of ${step}`);
  return { type: 'QUESTION_RANGE_INDICATOR', options: [], min: min ?? 0, max: max ?? 100 };
}
