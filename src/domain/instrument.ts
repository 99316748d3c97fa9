import { withoutByteOrderMark } from './byte-order-mark.ts';
import { contentHash } from './canonical-json.ts';
import * as v from 'valibot';
import { instrumentProblems } from './instrument-checks.ts';
import { InstrumentFileSchema } from './instrument-schema.ts';
import type { Instrument, InstrumentFile } from './instrument-schema.ts';
import { parseJsonLines, showPath, type Problem } from './json-lines.ts';
import { ownValue } from './own-value.ts';
import { schemaProblem } from './schema-problem.ts';
import { undecidedProblems } from './undecided.ts';

export type { Dimension, Instrument, InstrumentItem, Scale } from './instrument-schema.ts';

/** One mistake of an instrument file: its path, its line from 1, and an English sentence. */
export type InstrumentMistake = { readonly path: string; readonly line: number; readonly message: string };

export type ParsedInstrument =
  | { readonly kind: 'instrument'; readonly instrument: Instrument; readonly hash: string }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly InstrumentMistake[] };

/**
 * Reads an instrument file (docs/instruments.md). `hash` is the SHA-256 of the canonical JSON of the file: equal for files
 * that differ only in white space and order of keys. Never throws; lists all mistakes.
 */
export function parseInstrument(text: string): ParsedInstrument {
  const json = parseJsonLines(withoutByteOrderMark(text));
  if (json.kind === 'mistake') {
    return { kind: 'mistakes', mistakes: [{ path: '(file)', line: json.line, message: json.message }] };
  }
  const refuse = (problems: readonly Problem[]): ParsedInstrument => {
    const mistakes = problems.map(({ path, message }) => {
      return { path: showPath(path), line: json.lineOf(path), message };
    });
    return { kind: 'mistakes', mistakes: mistakes.sort((one, other) => one.line - other.line) };
  };
  const undecided = undecidedProblems(json.value);
  if (undecided.length > 0) return refuse(undecided);
  const parsed = v.safeParse(InstrumentFileSchema, json.value);
  if (!parsed.success) return refuse(parsed.issues.map((issue) => schemaProblem(issue)));
  const instrument = resolveOptions(parsed.output);
  const problems = instrumentProblems(parsed.output, instrument);
  if (problems.length > 0) return refuse(problems);
  return { kind: 'instrument', instrument, hash: contentHash(json.value) };
}

/**
 * Reads an instrument version that was accepted once. It is not checked again: surveys that are pinned to it must go on
 * although newer checks would refuse it. Undefined if it is no instrument.
 */
export function acceptedInstrument(
  content: unknown,
): { readonly instrument: Instrument; readonly hash: string } | undefined {
  const parsed = v.safeParse(InstrumentFileSchema, content);
  return parsed.success
    ? { instrument: resolveOptions(parsed.output), hash: contentHash(content) }
    : undefined;
}

function resolveOptions(file: InstrumentFile): Instrument {
  return {
    ...file,
    crisis: (file.crisis ?? []).map((rule) => ({ ...rule, kind: rule.kind ?? 'self' })),
    dimensions: file.dimensions.map((dimension) => ({
      ...dimension,
      items: dimension.items.map((item) => ({ ...item, options: optionsOf(file, item.options) })),
    })),
  };
}

function optionsOf(file: InstrumentFile, options: InstrumentFile['dimensions'][0]['items'][0]['options']) {
  if (typeof options === 'string') return ownValue(file.option_sets, options) ?? [];
  return options ?? [];
}
