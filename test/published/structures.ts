// The structures of published questionnaires that clinics may draft from, with a placeholder for every wording, and made-up norm tables,
// because the published ones are not free.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { structureDraft, StructuresSchema } from '../../src/domain/structure-draft.ts';
import { readMade } from '../made-instruments.ts';

const file = join(import.meta.dirname, '../../instruments/structures/published.json');
const listed = v.parse(StructuresSchema, JSON.parse(readFileSync(file, 'utf8')));

// T-scores that rise in steps: made up.
const rising = (start: number, step: number, last: number) =>
  Array.from({ length: last + 1 }, (_, score) => [score, Math.min(80, start + step * score)]);
const tables: Readonly<Record<string, unknown>> = {
  part: rising(40, 2, 24),
  'part-women': rising(38, 2, 24),
  whole: rising(36, 1, 72),
  'whole-women': rising(34, 1, 72),
};

const placeholders: readonly (readonly [RegExp, (found: string) => unknown])[] = [
  [/wording of question (\d+)/, (number) => `Frage ${number}`],
  [/words of the answer (\d+)/, (value) => `Antwort ${value}`],
  [/title of the scale "(.+)"/, (key) => `Skala ${key}`],
  [/title of the norms "(.+)"/, (id) => id],
  [/from which answer on/, () => 1],
  [/notice or urgent/, () => 'notice'],
  [/norms/, () => 'Erfunden'],
];

/** Answers a "DECIDE: …" of a draft. */
function decided(this: { readonly id?: string }, key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('DECIDE: ')) return value;
  if (key === 'table') return tables[this.id ?? ''];
  for (const [pattern, placeholder] of placeholders) {
    const found = pattern.exec(value);
    if (found) return placeholder(found[1] ?? '');
  }
  return 'Text';
}

/** The drafts as a person would have decided them, as text of files. */
export const structureTexts: readonly string[] = listed.map((structure) =>
  JSON.stringify(JSON.parse(JSON.stringify(structureDraft(structure)), decided)),
);
export const structures = structureTexts.map(readMade);
