import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import { findings, type Findings } from './findings.ts';
import { readColumns, type Row } from './form-columns.ts';
import { withConditions } from './form-logic.ts';
import { numberIn, optionsOf, type Answers, type AnswerWords, type Choice } from './form-options.ts';
import { itemId, type FormQuestion, type Lost, type ReadForm } from './form.ts';
import { LIMESURVEY_COLUMNS, isLimeSurveyLook, type LimeSurveyColumn } from './limesurvey-columns.ts';

// The tab-separated file of LimeSurvey: settings (S), texts of a language (SL), groups (G), questions (Q), and below each question
// its subquestions (SQ) and answers (A).

type Line = { readonly line: number; readonly cell: (name: LimeSurveyColumn) => string };

/** A question with the rows below it. */
type Block = { readonly question: Line; readonly parts: Line[]; readonly answers: Line[] };

type Reading = {
  readonly id: string;
  readonly found: Findings;
  readonly words: AnswerWords;
};

export function readLimeSurvey(table: readonly Row[], id: string, words: AnswerWords): ReadForm {
  const known = new Map(LIMESURVEY_COLUMNS.map((name) => [name, name] as const));
  const { rows, headings, mistakes } = readColumns<LimeSurveyColumn>(table, known, ['class', 'name', 'text']);
  const found = findings(/\{[^{}]+\}/);
  const reading = { id, found, words };
  attributes(table, found);
  const language = languageOf(rows);
  const own = rows.filter(({ cell }) => cell('language') === '' || cell('language') === language);
  for (const row of rows) if (!own.includes(row)) found.lose('(form)', `language ${row.cell('language')}`);
  const title = own.find(({ cell }) => cell('class') === 'SL' && cell('name') === 'surveyls_title');
  const read = questionsOf(own, reading);
  const questions = withConditions(read, 'limesurvey');
  return {
    title: title ? found.text(title.cell('text'), title.line, 'title') || undefined : undefined,
    questions: questions.questions,
    scales: [],
    lost: distinct(found.lost),
    notes: [],
    mistakes: headings.length > 0 ? headings : [...mistakes, ...found.mistakes, ...questions.mistakes],
  };
}

const distinct = (lost: readonly Lost[]) => [
  ...new Map(lost.map((one) => [`${one.name} ${one.place}`, one])).values(),
];

/** German, or else the language that stands first. */
function languageOf(rows: readonly Line[]): string {
  const languages = rows.flatMap(({ cell }) => (cell('class') === 'Q' ? [cell('language')] : []));
  return languages.find((one) => one.startsWith('de')) ?? languages[0] ?? '';
}

/** Attributes of questions are listed if they are looks or say no, and else refused. */
function attributes([header, ...rows]: readonly Row[], { lose, refuse }: Findings): void {
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const known: readonly string[] = LIMESURVEY_COLUMNS;
  for (const { line, cells } of rows) {
    const place = cells[names.indexOf('name')]?.trim() ?? '';
    for (const [index, name] of names.entries()) {
      const value = (cells[index] ?? '').trim();
      if (name === '' || value === '' || known.includes(name)) continue;
      if (isLimeSurveyLook(name) || ['0', 'N', 'normal'].includes(value)) lose(place, `attribute ${name}`);
      else
        refuse(
          line,
          place,
          `"${place}" has the attribute "${name}", which is not known or changes what is asked`,
        );
    }
  }
}

function questionsOf(rows: readonly Line[], reading: Reading): readonly FormQuestion[] {
  const { found } = reading;
  let around = { stem: '', logic: [] as readonly string[], page: 0 };
  const blocks: { readonly block: Block; readonly around: typeof around }[] = [];
  for (const row of rows) {
    const { line, cell } = row;
    const name = cell('name');
    const last = blocks.at(-1)?.block;
    const kind = cell('class');
    if (kind === 'S' || kind === 'SL') {
      if (name !== 'surveyls_title') found.lose('(form)', `setting ${name}`);
    } else if (kind === 'G') {
      const stem = [name, cell('text')].map((text) => found.text(text, line, name)).filter(Boolean);
      around = { stem: stem.join(' – '), logic: logicOf(row), page: around.page + 1 };
    } else if (kind === 'Q') blocks.push({ block: { question: row, parts: [], answers: [] }, around });
    else if (kind === 'SQ' && last) last.parts.push(row);
    else if (kind === 'A' && last) last.answers.push(row);
    else found.refuse(line, name, `"${name}" is a row of the class "${kind}", which is not known here`);
  }
  return blocks.flatMap(({ block, around: { stem, logic, page } }) =>
    itemsOf(block, reading).map(({ above, ...one }) => ({
      ...one,
      page,
      stem: [stem, above].filter(Boolean).join(' – '),
      logic: [...logic, ...logicOf(block.question)],
    })),
  );
}

/** "1" says: always. */
function logicOf({ cell }: Line): readonly string[] {
  const relevance = cell('relevance');
  return relevance === '' || relevance === '1' ? [] : [relevance];
}

type Made = {
  readonly name: string;
  readonly line: number;
  readonly item: InstrumentItem;
  readonly above: string;
};

function itemsOf(block: Block, reading: Reading): readonly Made[] {
  const { question, parts } = block;
  const { line, cell } = question;
  const { id, found } = reading;
  const name = cell('name');
  const text = found.text(cell('text'), line, name);
  const help = found.text(cell('help'), line, name);
  const content = help === '' ? text : `${text} (${help})`;
  if (/^[Y1]$/i.test(cell('other'))) found.refuse(line, name, `"${name}" has an answer of one's own (other)`);
  for (const part of [...parts, ...block.answers]) partLosses(part, found);
  if (!['F', 'A', 'B'].includes(cell('type/scale')))
    return [{ name, line, above: '', item: { id: itemId(id, name), content, ...answersOf(block, reading) } }];
  const options =
    cell('type/scale') === 'F'
      ? choicesOf(block.answers, found)
      : pointsUpTo(cell('type/scale') === 'A' ? 5 : 10);
  return parts.map((part) => ({
    name: `${name}_${part.cell('name')}`,
    line: part.line,
    above: content,
    item: {
      id: itemId(id, `${name}_${part.cell('name')}`),
      type: 'QUESTION_HORIZONTAL_RADIO',
      content: found.text(part.cell('text'), part.line, part.cell('name')),
      options: optionsOf(options),
    },
  }));
}

function partLosses({ line, cell }: Line, { lose, refuse }: Findings): void {
  const name = cell('name');
  const relevance = cell('relevance');
  if (cell('help') !== '') lose(name, 'help of an answer');
  if (cell('class') === 'A' && !['', '0'].includes(relevance)) lose(name, 'assessment value');
  if (cell('class') === 'SQ' && !['', '1'].includes(relevance))
    refuse(line, name, `"${name}" is a row that is asked only sometimes: ${relevance}`);
  if (!['', '0'].includes(cell('type/scale'))) refuse(line, name, `"${name}" belongs to a second scale`);
}

const choicesOf = (rows: readonly Line[], found: Findings): readonly Choice[] =>
  rows.map(({ line, cell }) => ({
    code: cell('name'),
    label: found.text(cell('text'), line, cell('name')),
  }));

const pointsUpTo = (most: number): readonly Choice[] =>
  Array.from({ length: most }, (_, index) => ({ code: String(index + 1), label: String(index + 1) }));

function answersOf({ question: { line, cell }, parts, answers }: Block, { found, words }: Reading): Answers {
  const name = cell('name');
  const type = cell('type/scale');
  const isRequired = /^[YS]$/i.test(cell('mandatory'));
  switch (type) {
    case 'L':
      return { type: 'QUESTION_VERTICAL_RADIO', options: optionsOf(choicesOf(answers, found)) };
    case '!':
      return { type: 'QUESTION_SELECT', options: optionsOf(choicesOf(answers, found)) };
    case 'M':
      return { type: 'QUESTION_CHECKBOX', options: optionsOf(choicesOf(parts, found)) };
    case '5':
      return { type: 'QUESTION_HORIZONTAL_RADIO', options: optionsOf(pointsUpTo(5)) };
    case 'Y': {
      const choices = [
        { code: 'Y', label: words.yes },
        { code: 'N', label: words.no },
      ];
      return { type: 'QUESTION_HORIZONTAL_RADIO', options: optionsOf(choices) };
    }
    case 'N':
      return numberOf({ line, cell }, found);
    case 'D':
      return { type: 'QUESTION_DATE', options: [] };
    case 'S':
      return { type: isRequired ? 'QUESTION_TEXT' : 'QUESTION_TEXT_OPTIONAL', options: [] };
    case 'T':
    case 'U':
      return { type: isRequired ? 'QUESTION_TEXT_AREA' : 'QUESTION_TEXT_AREA_OPTIONAL', options: [] };
    case 'X':
      return { type: 'INFO', options: [] };
    default:
      found.refuseType(line, name, type);
      return { type: 'INFO', options: [] };
  }
}

function numberOf({ line, cell }: Line, found: Findings): Answers {
  const name = cell('name');
  const limits = [cell('min_num_value_n'), cell('max_num_value_n')];
  const [min, max] = limits.map((limit) => numberIn(limit));
  if (limits.some((limit) => limit !== '' && numberIn(limit) === undefined))
    found.refuse(line, name, `"${name}" has a limit that is no number`);
  if (cell('num_value_int_only') !== '1') found.lose(name, 'answers that are no whole numbers');
  if (min === undefined) found.lose(name, 'answers below 0');
  return {
    type: 'QUESTION_INTEGER',
    options: [],
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
