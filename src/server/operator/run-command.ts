import process from 'node:process';
import { parseArgs } from 'node:util';
import { isPassing } from '../trial-database/errors.ts';
import { AppError } from '../settings/app-error.ts';
import { nameOperator } from '../audit/operator.ts';
import { explainRefusal } from '../settings/errors-at-start.ts';
import { StartError } from '../settings/start-error.ts';
import { programName } from '../settings/version.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { commandsWith, type OperatorPart } from './commands.ts';
import { printRows } from './print.ts';

/** The data folder, services and outputs of a command. */
export type Terminal = {
  dataDir: string;
  services: CommandContext['services'];
  databaseUrl: CommandContext['databaseUrl'];
  extensions: readonly OperatorPart[];
  /** Writes a line to standard error. */
  note(line: string): void;
  /** Writes text to standard output. */
  write(text: string): void;
};

const common = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  as: { type: 'string' },
} as const;

function findCommand(
  words: string[],
  commands: readonly Command[],
): { command: Command; rest: string[] } | undefined {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.words === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return undefined;
}

function overview(commands: readonly Command[]): string {
  const names = commands.map(({ words, positionals = '' }) => `${words} ${positionals}`.trim());
  const width = Math.max(...names.map(({ length }) => length));
  const lines = commands.map(({ summary }, index) => `  ${names[index]?.padEnd(width)}  ${summary}`);
  return [
    'Usage: npm run manage -- <command> [options]',
    '',
    ...lines,
    '',
    'Every command knows --help. --json prints machine-readable output (npm run -s keeps npm silent), --yes confirms',
    'what cannot be undone, --as NAME writes your name into the audit trail. Exit code 0: done, 1: refused or failed, 2: wrong call.',
    'The database is that of DATABASE_URL, else the embedded one in DATA_DIR.',
  ].join('\n');
}

function helpOf({ words, positionals = '', summary, help, options = {}, destructive }: Command): string {
  const names = Object.entries(options).map(
    ([name, { type }]) => `  --${name}${type === 'string' ? ' <value>' : ''}`,
  );
  return [
    `Usage: npm run manage -- ${`${words} ${positionals}`.trim()} [options]`,
    '',
    summary,
    ...(help ? ['', help] : []),
    ...(names.length > 0 ? ['', 'Options:', ...names] : []),
    ...(destructive ? ['', 'Cannot be undone; asks for --yes.'] : []),
  ].join('\n');
}

/**
 * Runs the command that the words name. Returns the exit code: 0 done, 1 refused or failed, 2 called wrongly. The reason
 * stands on standard error.
 */
export async function runCommand(words: string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    await run(words, terminal);
    return 0;
  } catch (error) {
    terminal.note(`manage: ${messageOf(explainRefusal(error, process.env['DATABASE_URL']))}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(words: string[], terminal: Terminal): Promise<void> {
  const first = words[0];
  const commands = commandsWith(terminal.extensions);
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return terminal.write(`${overview(commands)}\n`);
  if (first === '--version') return terminal.write(`${programName}\n`);
  const { command, rest } = findCommand(words, commands) ?? noSuchCommand(words);
  const { values, positionals } = parse(command, rest);
  if (values['help']) return terminal.write(`${helpOf(command)}\n`);
  const surplus = positionals[mostWords(command)];
  if (surplus !== undefined) throw new UsageError(`"${command.words}" does not take the word "${surplus}"`);
  if (command.destructive && !values['yes'])
    throw new UsageError(`"${command.words}" cannot be undone. Add --yes to confirm`);
  const { as } = values;
  nameOperator(as === undefined ? undefined : personOf(as));
  await command.run({
    values,
    positionals,
    dataDir: terminal.dataDir,
    services: terminal.services,
    databaseUrl: terminal.databaseUrl,
    extensions: terminal.extensions,
    note: terminal.note,
    write: terminal.write,
    print: (rows) => terminal.write(printRows(rows, values['json'] === true)),
  });
}

// As long as a request's id may be, and nothing that could look like two entries of a list.
function personOf(as: unknown): string {
  if (typeof as === 'string' && /^[\p{L}\d._@-]{1,50}$/u.test(as)) return as;
  throw new UsageError('--as takes a name of letters, digits, ".", "_", "@" and "-"');
}

function noSuchCommand(words: string[]): never {
  const wrong = words.filter((word) => !word.startsWith('-'));
  throw new UsageError(`there is no command "${wrong.join(' ')}"`);
}

function mostWords({ positionals = '' }: Command): number {
  return positionals.includes('…') ? Infinity : (positionals.match(/[<[]/g) ?? []).length;
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...command.options, ...common }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

// An expected refusal is one sentence. An unexpected error keeps its stack for the developer.
function messageOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}. See: npm run manage -- help`;
  if (error instanceof StartError || error instanceof AppError) return error.message;
  // The process that started the embedded database has stopped it while this command used it.
  if (isPassing(error))
    return 'the database was stopped while the command worked. Run it again (an export goes on with --resume)';
  return String((error as Error).stack);
}
