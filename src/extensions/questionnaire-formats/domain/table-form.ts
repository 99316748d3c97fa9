import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import { findings, type Findings } from './findings.ts';
import { readColumns, type Row } from './form-columns.ts';
import { optionsOf, type Choice } from './form-options.ts';
import { itemId, type FormQuestion, type FormScale, type ReadForm } from './form.ts';
import { choicesOf } from './table-answers.ts';
import { reversedBy, withHeadings, type TableWords } from './table-columns.ts';

// A table has one row for each question.

export function readTable(table: readonly Row[], id: string, words: TableWords): ReadForm {
  const { rows, lost, headings, mistakes } = readColumns(withHeadings(table, words), words.headings, [
    'text',
    'answers',
  ]);
  const found = findings();
  const lists = new Map<string, NamedList>();
  const above: { answers?: readonly Choice[] | undefined; lines: number[] } = { lines: [] };
  const isReversed = reversedBy(
    words,
    rows.map(({ cell }) => cell('reversed')),
  );
  const read = rows.map(({ line, cell }, index) => {
    const name = cell('id').replace(/^\(|[.)]$/g, '') || String(index + 1).padStart(2, '0');
    const content = found.text(cell('text'), line, name);
    if (content === '' && cell('text') === '') found.refuse(line, name, 'The row has no question');
    const answers = answersOf(cell('answers'), { line, name, lists, above, words, found });
    const item: InstrumentItem = { id: itemId(id, name), content, ...answers };
    const stem = found.text(cell('stem'), line, name);
    const reversed = isReversed(cell('reversed'));
    if (reversed === undefined)
      found.refuse(line, name, `"${cell('reversed')}" does not say whether it is reversed`);
    const scales = cell('scale')
      .split('|')
      .map((scale) => scale.trim());
    if (reversed && scales.every((scale) => scale === ''))
      found.refuse(line, name, 'The question is reversed, but in no scale');
    const question: FormQuestion = { name, line, item, stem, page: 0, logic: [] };
    return { question, scales, reversed };
  });
  for (const [name, list] of lists)
    if (!list.isUsed)
      found.refuse(
        list.line,
        name,
        `No later row names the list "${name}": leave the name out, or the colon, if it belongs to an answer`,
      );
  const titles = new Set(read.flatMap(({ scales }) => scales).filter((scale) => scale !== ''));
  return {
    title: undefined,
    questions: read.map(({ question }) => question),
    scales: [...titles].map((title) => scaleOf(title, read)),
    lost: [...lost, ...found.lost],
    notes: above.lines.length === 0 ? [] : [noteOfAnswersAbove(above.lines)],
    mistakes: headings.length > 0 ? headings : [...mistakes, ...found.mistakes],
  };
}

const noteOfAnswersAbove = (lines: readonly number[]) =>
  `${lines.length} question(s) have no answers of their own and got those of the row above: line ${lines.join(', ')}.`;

type ReadRow = {
  readonly question: FormQuestion;
  readonly scales: readonly string[];
  readonly reversed: boolean | undefined;
};

function scaleOf(title: string, read: readonly ReadRow[]): FormScale {
  const own = read.filter(({ scales }) => scales.includes(title));
  const ids = (rows: readonly ReadRow[]) => rows.map(({ question }) => question.item.id);
  return { title, items: ids(own), reversed: ids(own.filter(({ reversed }) => reversed)) };
}

/** A list of answers with a name, which later rows may use. */
type NamedList = { readonly choices: readonly Choice[]; readonly line: number; readonly isUsed: boolean };

type Place = {
  readonly line: number;
  readonly name: string;
  readonly lists: Map<string, NamedList>;
  /** The list of the row above, which a row with an empty cell has too, and the lines of such rows. */
  readonly above: { answers?: readonly Choice[] | undefined; readonly lines: number[] };
  readonly words: TableWords;
  readonly found: Findings;
};

/** A list of answers, "frequency: never=0|often=1", later only "frequency", or a word for another type. */
function answersOf(cell: string, { line, name, lists, above, words, found }: Place) {
  const type = words.types.get(cell.toLowerCase());
  if (type) {
    above.answers = undefined;
    return { type, options: [] } as const;
  }
  const [, listName = '', list = ''] = /^(?:(?!\s*-?\d+\s*:)([^:|=;]+):)?([^]*)$/.exec(cell) ?? [];
  const key = listName.trim().toLowerCase();
  const known = lists.get(cell.toLowerCase());
  if (known) lists.set(cell.toLowerCase(), { ...known, isUsed: true });
  if (cell === '' && above.answers) above.lines.push(line);
  const choices = cell === '' ? above.answers : (known?.choices ?? choicesIn(list, { line, name, found }));
  above.answers = choices;
  if (!choices) {
    const problem =
      cell === ''
        ? 'The row has no answers'
        : `"${cell}" is no list of answers, type, or name of a list above`;
    found.refuse(line, name, `${problem}: write them as "never=0|often=1"`);
  } else if (key !== '' && lists.has(key))
    found.refuse(line, name, `The list "${listName.trim()}" is given twice`);
  else if (key !== '') lists.set(key, { choices, line, isUsed: false });
  return { type: 'QUESTION_VERTICAL_RADIO', options: optionsOf(choices ?? []) } as const;
}

/** The list without formatting in its words. */
const choicesIn = (list: string, { line, name, found }: Pick<Place, 'line' | 'name' | 'found'>) =>
  choicesOf(list)?.map(({ code, label }) => ({ code, label: found.text(label, line, name) }));
