import type { ItemType } from '../../domain/answer-types.ts';
import type { AnswerWords } from './domain/form-options.ts';
import type { TableColumn, TableWords } from './domain/table-columns.ts';

/** The answers that REDCap and SurveyJS show by themselves. */
export const answerWords: AnswerWords = { yes: 'Ja', no: 'Nein', true: 'Richtig', false: 'Falsch' };

const headings: Readonly<Record<TableColumn, readonly string[]>> = {
  id: ['id', 'nr', 'nr.', 'nummer', 'number', 'code', 'variable'],
  text: ['item', 'frage', 'aussage', 'text', 'question', 'statement', 'itemtext', 'wortlaut', 'items'],
  answers: [
    'antworten',
    'antwort',
    'antwortoptionen',
    'antwortmöglichkeiten',
    'antwortskala',
    'antwortformat',
    'answers',
    'answer',
    'options',
    'responses',
  ],
  scale: ['skala', 'skalen', 'subskala', 'faktor', 'scale', 'scales', 'subscale', 'factor'],
  reversed: [
    'umgepolt',
    'umgekehrt',
    'umgedreht',
    'umkodiert',
    'rekodiert',
    'recodiert',
    'invertiert',
    'invers',
    'revers',
    'polung',
    'reversed',
    'reverse',
  ],
  stem: ['stamm', 'einleitung', 'instruktion', 'stem', 'instruction'],
};

const types: Readonly<Record<string, ItemType>> = {
  text: 'QUESTION_TEXT_OPTIONAL',
  freitext: 'QUESTION_TEXT_AREA_OPTIONAL',
  'free text': 'QUESTION_TEXT_AREA_OPTIONAL',
  zahl: 'QUESTION_INTEGER',
  number: 'QUESTION_INTEGER',
  datum: 'QUESTION_DATE',
  date: 'QUESTION_DATE',
  hinweis: 'INFO',
  info: 'INFO',
  '0-100': 'QUESTION_RANGE_INDICATOR',
};

const reversed = {
  yes: ['ja', 'j', 'x', 'r', '(r)', 'rev', 'inv', 'yes', 'y', '1', 'true', 'wahr'],
  no: ['', 'nein', 'n', 'no', '0', 'false', 'falsch'],
};

/** What people write into a table, in small letters. */
export const tableWords: TableWords = {
  // Object.entries loses the keys of the table. The cast is true because the table is their source.
  headings: new Map(
    (Object.entries(headings) as [TableColumn, readonly string[]][]).flatMap(([column, words]) =>
      words.map((word) => [word, column] as const),
    ),
  ),
  reversed: new Map([
    ...reversed.yes.map((word) => [word, true] as const),
    ...reversed.no.map((word) => [word, false] as const),
  ]),
  types: new Map(Object.entries(types)),
};
