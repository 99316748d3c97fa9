import { withoutByteOrderMark } from './byte-order-mark.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { instrumentProblems } from './instrument-checks.ts';
import { InstrumentFileSchema } from './instrument-schema.ts';
import type { Dimension, Instrument, InstrumentFile, InstrumentItem } from './instrument-schema.ts';
import { parseJsonLines, showPath, type Problem } from './json-lines.ts';
import { ownValue } from './own-value.ts';
import { schemaProblem } from './schema-problem.ts';

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

/** SHA-256 (hexadecimal) of a value's canonical JSON. It shows whether a versioned file or text was changed. */
export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** JSON text with sorted keys and no white space: one text for one content (RFC 8785 for the values used here). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, content]) => `${JSON.stringify(key)}:${canonicalJson(content)}`);
  return `{${entries.join(',')}}`;
}

/** Every item of an instrument, in the order of the file. */
export function instrumentItems(instrument: Pick<Instrument, 'dimensions'>): readonly InstrumentItem[] {
  return instrument.dimensions.flatMap((dimension: Dimension) => dimension.items);
}

/** Item ids that several of the given instruments use. A session could not tell their answers apart. */
export function sharedItemIds(instruments: readonly Instrument[]): readonly string[] {
  const ids = instruments.flatMap((instrument) => instrumentItems(instrument).map((item) => item.id));
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

function resolveOptions(file: InstrumentFile): Instrument {
  return {
    ...file,
    crisis: file.crisis.map((rule) => ({ ...rule, kind: rule.kind ?? 'self' })),
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
