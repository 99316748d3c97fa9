import { basename, extname } from 'node:path';
import { withoutByteOrderMark } from '../../domain/byte-order-mark.ts';
import { sniffEncoding } from '../../domain/csv-encoding.ts';
import { openDecisions, questionsIn, type ToDecide } from '../../domain/draft-places.ts';
import type { DraftedForm, NotKept } from '../../domain/instrument-draft.ts';
import { parseJsonLines } from '../../domain/json-lines.ts';
import { textRefusal } from '../settings/file-refusal.ts';

// A form of another program becomes the draft of an instrument. The operator's command and the calls of a clinic read by the
// same function; extensions bring the formats.

export type ReadableFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Decoded; null where the file is no text. */
  readonly text: string | null;
};

/** A format of another program. `name` has its article, as "a table". */
export type FormReader = {
  readonly name: string;
  fits(file: ReadableFile): boolean;
  draft(file: ReadableFile): DraftedForm | Promise<DraftedForm>;
};

/** What an extension reads. */
export type FormsPart = { readonly forms?: readonly FormReader[] };

type Mistakes = Extract<DraftedForm, { kind: 'mistakes' }>;

export type ReadForm =
  | {
      readonly kind: 'draft';
      /** An instrument file with "DECIDE: …" for what a person decides. */
      readonly instrument: object;
      /** How many questions it asks. */
      readonly kept: number;
      readonly notKept: readonly { readonly where: string; readonly what: string }[];
      readonly toDecide: readonly ToDecide[];
      readonly notes: readonly string[];
    }
  | Mistakes;

const MOST_MEGABYTES = 5;

/** The name of a file without its folder and ending. */
export const plainName = ({ name }: { readonly name: string }): string => basename(name, extname(name));

/** The draft that the first reader that knows the file makes of it, or all mistakes with their lines. */
export async function readForm(
  readers: readonly FormReader[],
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<ReadForm> {
  if (bytes.length === 0) return refused('The file is empty.');
  if (bytes.length > MOST_MEGABYTES * 2 ** 20) return refused(`The file has more than ${MOST_MEGABYTES} MB.`);
  const isText = !isBinary(bytes);
  const refusal = isText ? textRefusal(bytes) : undefined;
  if (refusal) return refused(`The file cannot be read: ${refusal.reason}`, refusal.line);
  const text = isText ? withoutByteOrderMark(new TextDecoder().decode(bytes)) : null;
  if (text?.trim() === '') return refused('The file is empty.');
  const file = { name, bytes, text };
  const reader = readers.find((one) => one.fits(file));
  if (!reader) return unknownForm(readers, text);
  const drafted = await reader.draft(file);
  if (drafted.kind === 'mistakes') return drafted;
  const { instrument, notKept, notes } = drafted;
  return {
    kind: 'draft',
    instrument,
    kept: questionsIn(instrument),
    notKept: byPlace(notKept),
    toDecide: openDecisions(instrument),
    notes,
  };
}

/** UTF-16 without its mark has zeros, too, but one of them stands among the first two bytes. */
const isBinary = (bytes: Uint8Array) => sniffEncoding(bytes) === 'binary' && bytes[0] !== 0 && bytes[1] !== 0;

function refused(message: string, line = 1): Mistakes {
  return { kind: 'mistakes', mistakes: [{ line, place: '(file)', message }] };
}

function unknownForm(readers: readonly FormReader[], text: string | null): Mistakes {
  const json = text !== null && /^\s*[[{]/.test(text) ? parseJsonLines(text) : undefined;
  if (json?.kind === 'mistake') return refused(`The file is no valid JSON: ${json.message}`, json.line);
  const names = readers.map(({ name }) => name);
  if (names.length === 0) return refused('This build reads no forms of other programs.');
  return refused(`The file is no form that can be read: ${names.join(', ')}.`);
}

/** One entry for all that is lost at the same places. */
function byPlace(notKept: readonly NotKept[]): readonly { where: string; what: string }[] {
  const groups = Map.groupBy(notKept, ({ places }) => places.join(', '));
  return [...groups].map(([where, lost]) => ({ where, what: lost.map(({ name }) => name).join(', ') }));
}
