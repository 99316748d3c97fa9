import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { calls } from '../../../contract/calls.ts';
import type { Route } from '../../../contract/route.ts';
import { courseRoutes, signalEntries } from '../contract/routes.ts';

// Courses that deviate from the expected one are for the treating clinician alone (docs/intended-use.md): patients never see
// them, and no call or export lets an admin compare clinicians by them.

const OF_SIGNALS = [...Object.keys(signalEntries), 'signals', 'unexpected'];

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = 'entries' in schema ? Object.keys(schema.entries as object) : [];
  return [...own, ...Object.values(schema).flatMap((part) => fieldsOf(part, seen))];
}

// The fields of the list reach the clinician's own list alone (app.ts).
const all: readonly Route[] = [...Object.values(calls), ...Object.values(courseRoutes)];

const fieldsFor = (role: 'patient' | 'clinician' | 'admin') =>
  all
    .filter(({ access }) => access !== 'public' && access.includes(role))
    .flatMap(({ answer }) => fieldsOf(answer));

const ofSignals = (role: 'patient' | 'clinician' | 'admin') =>
  OF_SIGNALS.filter((field) => fieldsFor(role).includes(field));

test('no call of a patient or of an admin answers with a signal, that of a clinician does', () => {
  assert.deepEqual(ofSignals('patient'), []);
  assert.deepEqual(ofSignals('admin'), []);
  assert.deepEqual(ofSignals('clinician'), ['signals', 'unexpected']);
});

test('research data, counts for the monitoring, mails and lists of an admin read no signals', () => {
  const readers = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /course_signals\b|signal-queries/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(readers.toSorted(), [
    // A clinic moves with them.
    'src/server/backup/clinic-lines.ts',
    // It names the policies of each table and reads no row.
    'src/server/database/clinic-policies.ts',
    'src/server/database/schema.ts',
    'src/server/keys/cells.ts',
    'src/server/subject-rights/access-export.ts',
  ]);
});
