import { join } from 'node:path';
import * as v from 'valibot';
import { StructuresSchema, type Structure } from '../../domain/structure-draft.ts';
import { readTextFile } from '../settings/file-refusal.ts';

const file = join(import.meta.dirname, '../../../instruments/structures/published.json');

/** Published questionnaires with everything but their wording. */
export function knownStructures(): readonly Structure[] {
  return v.parse(StructuresSchema, JSON.parse(readTextFile(file)));
}
