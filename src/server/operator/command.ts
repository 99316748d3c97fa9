import type { ParseArgsConfig } from 'node:util';
import type { FormsPart } from '../instruments/form-reader.ts';
import type { SettingsPart } from '../settings/config.ts';
import type { Services } from '../services.ts';

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;
export type Row = Record<string, string | number | boolean | null>;

/** What a command may use: its words and options, the services (opened at the first call), and the two outputs. */
export type CommandContext = {
  values: Values;
  positionals: string[];
  dataDir: string;
  services(): Promise<Services>;
  /** The address of the database with the login that the operator gave. The services may use a weaker one. */
  databaseUrl(): Promise<string>;
  /** Who reads keys of CONFIG_FILE and forms of other programs beside the core. */
  extensions: readonly (SettingsPart & FormsPart & FilesPart)[];
  /** Shows progress and notes (standard error). */
  note(line: string): void;
  /** Shows the result (standard output) as a table, or as JSON with --json. */
  print(rows: Row[]): void;
  /** Shows a result that is a text (standard output). */
  write(text: string): void;
};

/** A command of the operator. A `destructive` one asks for `--yes`. */
export type Command = {
  words: string;
  positionals?: string;
  summary: string;
  help?: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  destructive?: true;
  run(context: CommandContext): Promise<void>;
};

/** What an extension brings to the operator's program. */
export type CommandsPart = { readonly commands?: readonly Command[] };

/** How an extension makes an instrument of several files that belong together (`instruments import`). */
export type FilesPart = { readonly importFiles?: (context: CommandContext) => void };

/** A wrong call (exit code 2). The message says what is wrong. */
export class UsageError extends Error {}

/** The positional at `index`. Throws a UsageError with its name if it is missing. */
export function required(context: CommandContext, index: number, name: string): string {
  const value = context.positionals[index];
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`);
  return value;
}

/** The option as text. Throws a UsageError if it is missing. */
export function optionText({ values }: CommandContext, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** The option as a whole number from 1 to `most`. Throws a UsageError for anything else. */
export function wholeNumber(context: CommandContext, name: string, most: number): number {
  const value = Number(context.values[name]);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new UsageError(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}
