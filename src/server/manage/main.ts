import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { AppError } from '../http/app-error.ts';
import { StartError } from '../start-error.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { openServices } from './open-services.ts';
import { printRows } from './print.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
const common = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

function findCommand(words: string[]): { command: Command; rest: string[] } | undefined {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.words === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return undefined;
}

function overview(): string {
  const lines = commands.map(
    ({ words, positionals = '', summary }) => `  ${`${words} ${positionals}`.trim().padEnd(44)} ${summary}`,
  );
  return [
    'Usage: npm run manage -- <command> [options]',
    '',
    ...lines,
    '',
    'Every command knows --help. --json prints machine-readable output, --yes confirms what cannot be undone.',
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

async function run(words: string[]): Promise<void> {
  const first = words[0];
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return void process.stdout.write(`${overview()}\n`);
  const found = findCommand(words);
  if (!found)
    throw new UsageError(`there is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}"`);
  const { command, rest } = found;
  const { values, positionals } = parse(command, rest);
  if (values['help']) return void process.stdout.write(`${helpOf(command)}\n`);
  if (command.destructive && !values['yes'])
    throw new UsageError(`"${command.words}" cannot be undone. Add --yes to confirm`);
  const opened = openServices(say);
  const context: CommandContext = {
    values,
    positionals,
    dataDir: resolve(process.env.DATA_DIR ?? './data'),
    services: opened.services,
    note: say,
    print: (rows) => process.stdout.write(printRows(rows, values['json'] === true)),
  };
  try {
    await command.run(context);
  } finally {
    await opened.close();
  }
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...command.options, ...common }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

// 0 done, 1 refused or failed, 2 called wrongly.
function fail(error: unknown): never {
  if (error instanceof UsageError) {
    say(`manage: ${error.message}. See: npm run manage -- help`);
    process.exit(2);
  }
  if (error instanceof StartError || error instanceof AppError) say(`manage: ${error.message}`);
  else say(`manage: ${(error as Error).stack}`);
  process.exit(1);
}

await run(process.argv.slice(2)).catch(fail);
