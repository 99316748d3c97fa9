import assert from 'node:assert/strict';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import { parseInstrument, type Instrument } from '../../../domain/instrument.ts';
import type { ReadableFile } from '../../../server/instruments/form-reader.ts';
import { forms } from '../server/forms.ts';

// Forms of the tests are of our own making.

/** What the reader that recognises the text makes of it. */
export function draft(text: string, name = 'mood') {
  const made = draftOf({ name, text, bytes: Buffer.from(text) });
  return made instanceof Promise ? assert.fail('a text is read at once') : made;
}

/** What the reader makes of a file that is no text. */
export const draftFile = async (bytes: Uint8Array, name = 'mood.bin') => draftOf({ name, text: null, bytes });

function draftOf(file: ReadableFile) {
  const reader = forms.find((form) => form.fits(file)) ?? assert.fail('no reader');
  return reader.draft(file);
}

export function drafted(text: string, file?: string) {
  const made = draft(text, file);
  assert.ok(made.kind === 'draft', JSON.stringify(made));
  return { ...made, text: JSON.stringify(made.instrument, null, 1) };
}

/** The mistakes as "line place: message". */
export function mistakes(text: string, file?: string): readonly string[] {
  const made = draft(text, file);
  assert.ok(made.kind === 'mistakes', JSON.stringify(made));
  return made.mistakes.map(({ line, place, message }) => `${line} ${place}: ${message}`);
}

/** Refused with one mistake, that of the pattern, in that line. */
export function assertRefused(text: string, line: number, pattern: RegExp): void {
  const told = mistakes(text);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', pattern);
  assert.equal(Number.parseInt(told[0] ?? '', 10), line, told[0]);
}

/** The instrument of a text once a person has decided. */
export const instrumentOf = (text: string, file?: string) => decidedOf(drafted(text, file).instrument);

/** An instrument file once a person has decided. */
export function decidedOf(instrument: object): Instrument {
  const decided = JSON.stringify(instrument, null, 1)
    .replaceAll(/"DECIDE: high[^"]*"/g, '"high_is_worse"')
    .replaceAll(/"DECIDE: the language[^"]*"/g, '"de"')
    .replaceAll(/"DECIDE: (?:[^"\\]|\\.)*"/g, '"Entschieden."');
  const parsed = parseInstrument(decided);
  assert.ok(parsed.kind === 'instrument', JSON.stringify(parsed));
  return parsed.instrument;
}

export const itemsOf = (text: string) => instrumentItems(instrumentOf(text));

export const lost = (text: string) =>
  drafted(text).notKept.map(({ name, places }) => `${name}: ${places.join(', ')}`);
