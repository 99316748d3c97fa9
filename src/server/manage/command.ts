import type { ParseArgsConfig } from 'node:util';
import type { Services } from '../services.ts';

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;
type Row = Record<string, string | number | boolean | null>;

/** What a command may use: its words and options, the services (opened when first asked for), and the two outputs. */
export type CommandContext = {
  values: Values;
  positionals: string[];
  dataDir: string;
  services(): Promise<Services>;
  /** Progress and notes for the person at the terminal (standard error). */
  note(line: string): void;
  /** The result (standard output): a table, or JSON with --json. */
  print(rows: Row[]): void;
  /** A result that is a text of its own (standard output). */
  write(text: string): void;
};

/** One operator's command. `destructive` ones ask for `--yes`. */
export type Command = {
  words: string;
  positionals?: string;
  summary: string;
  help?: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  destructive?: true;
  run(context: CommandContext): Promise<void>;
};

/** A wrong call: the message says what to write instead; exit code 2. */
export class UsageError extends Error {}

/** The positional at `index`, or a UsageError that names what is missing. */
export function required(context: CommandContext, index: number, name: string): string {
  const value = context.positionals[index];
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`);
  return value;
}
