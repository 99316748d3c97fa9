import { createHash } from 'node:crypto';
import type { Keys } from '../../src/server/keys/keys.ts';
import type { TestUser } from '../builders.ts';

/** What stands in `0.2.0/data.copy`, the small data set that 0.2.0 wrote. */
export const first = {
  // Made from a word, so that no key lies in the repository.
  keys: { current: 1, roots: new Map([[1, createHash('sha256').update('0.2.0').digest()]]) } satisfies Keys,
  day: '2026-11-27',
  moment: '2026-11-27T10:00:00Z',
  clinicId: '20000000-0000-4000-8000-000000000000',
  clinic: 'Ambulanz Erstausgabe',
  staff: ['verwaltung', 'behandlung', 'kollegium'],
  /** A finished survey, a read report, an acknowledged event, labels and two diagnoses. */
  finished: {
    code: 'FERTIG22',
    birthDate: '1961-11-30',
    labels: [{ key: 'CLUSTER', value: 'S-17' }] as const,
  },
  /** A survey of two pages with a draft, a free text and a mail address. */
  begun: {
    code: 'BEGANN33',
    birthDate: '1984-02-29',
    text: 'Ich wünsche mir Ruhe 🕊',
    address: 'ich@post.example',
  },
  notes: ['Wir haben telefoniert.', 'Am Montag wieder.', 'Bitte heute noch.'],
};

const folder = new URL('0.2.0/', import.meta.url);
export const schemaFile = new URL('schema.sql', folder);
export const dataFile = new URL('data.copy', folder);

/** A user of the data set, by the id in the database. */
export const firstUser = (role: TestUser['role'], id: string): TestUser => ({
  clinicId: first.clinicId,
  role,
  id,
  name: '',
  secret: '',
});
