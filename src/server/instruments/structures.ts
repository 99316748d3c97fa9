import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { StructuresSchema, type Structure } from '../../domain/structure-draft.ts';

const file = new URL('../../../instruments/structures/published.json', import.meta.url);

/** Published questionnaires with everything but their wording. */
export function knownStructures(): readonly Structure[] {
  return v.parse(StructuresSchema, JSON.parse(readFileSync(file, 'utf8')));
}
