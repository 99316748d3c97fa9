import { basename, extname } from 'node:path';
import { adaptiveDraft, shortDraft } from '../../domain/bank-draft.ts';
import { instrumentKey } from '../../domain/instrument-draft.ts';
import { readBank, type BankItem, type Table } from '../../domain/item-bank-table.ts';
import { questionsOf, structureDraft } from '../../domain/structure-draft.ts';
import { knownStructures } from '../instruments/structures.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { readText } from './instrument-commands.ts';
import { tableRows } from './table-rows.ts';

const writeDraft = (context: CommandContext, draft: object) =>
  context.write(`${JSON.stringify(draft, null, 2)}\n`);

/** The rows of a CSV file without those that hold no word. */
function readTable(file: string): Table {
  const read = tableRows(readText(file));
  if (read.kind === 'broken') throw new StartError(`${file} is no valid CSV: ${read.message}`);
  const rows = read.rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }));
  return {
    rows: rows.filter(({ cells }) => cells.join('') !== ''),
    hasDecimalCommas: read.delimiter !== ',',
  };
}

function printBank(context: CommandContext): void {
  const file = required(context, 0, 'the CSV file of the bank');
  const read = readBank(readTable(file));
  if (read.kind === 'mistakes') {
    context.print(read.mistakes.map((mistake) => ({ file, ...mistake })));
    throw new StartError(`${read.mistakes.length} mistake(s) found`);
  }
  const id = instrumentKey(basename(file, extname(file)));
  const { short } = context.values;
  if (typeof short !== 'string') return writeDraft(context, adaptiveDraft(id, read.items));
  return writeDraft(context, shortDraft(id, chosenItems(short, read.items)));
}

/** The named items in the order of the names. */
function chosenItems(names: string, items: readonly BankItem[]): readonly BankItem[] {
  const ids = names.split(',').map((name) => name.trim());
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new UsageError(`--short names "${twice}" twice`);
  return ids.map((id) => {
    const item = items.find((one) => one.id === id);
    if (!item) throw new UsageError(`--short names "${id}", which is no item of the bank`);
    return item;
  });
}

function printStructure(context: CommandContext): void {
  const structures = knownStructures();
  const [name] = context.positionals;
  if (name === undefined)
    return context.print(
      structures.map((one) => ({
        name: one.id,
        items: questionsOf(one),
        scales: one.scales.map(({ key }) => key).join(', '),
        source: one.source,
      })),
    );
  const structure = structures.find(({ id }) => id === name.toLowerCase());
  if (!structure)
    throw new StartError(`there is no structure "${name}"; see: npm run manage -- instruments structure`);
  return writeDraft(context, structureDraft(structure));
}

export const draftCommands: Command[] = [
  {
    words: 'instruments bank',
    positionals: '<file.csv>',
    summary: 'Make a draft of an adaptive instrument from a table of item parameters',
    help:
      'Columns: item, content, options, a, b1, b2 … and facet (graded response model, logistic metric). Prints the instrument file; ' +
      'a person decides what it marks with DECIDE. With --short ID,ID,… it prints a short form of these items on the same T-scale.',
    options: { short: { type: 'string' } },
    run: async (context) => printBank(context),
  },
  {
    words: 'instruments structure',
    positionals: '[name]',
    summary:
      'Make a draft of a published questionnaire with everything but its wording, or list those that are known',
    help: 'The wording comes from whoever may use it. A person decides what the file marks with DECIDE.',
    run: async (context) => printStructure(context),
  },
];
