import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints } from '../../src/contract/endpoints.ts';
import { routes } from '../../src/contract/routes.ts';

// Courses that deviate from the expected one are for the treating clinician alone (docs/intended-use.md): patients never see
// them, and no call or export lets an admin compare clinicians by them.

const OF_SIGNALS = ['deviates', 'has_course_signals', 'signals', 'unexpected'];

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = 'entries' in schema ? Object.keys(schema.entries as object) : [];
  return [...own, ...Object.values(schema).flatMap((part) => fieldsOf(part, seen))];
}

const fieldsFor = (role: 'patient' | 'clinician' | 'admin') =>
  (Object.keys(endpoints) as (keyof typeof endpoints)[])
    .filter((name) => {
      const { access } = endpoints[name];
      return access !== 'public' && (access as readonly string[]).includes(role);
    })
    .flatMap((name) => {
      const route = routes[name];
      return 'answer' in route ? fieldsOf(route.answer) : [];
    });

test('no call of a patient or of an admin answers with a signal, those of a clinician do', () => {
  const ofSignals = (role: 'patient' | 'clinician' | 'admin') =>
    OF_SIGNALS.filter((field) => fieldsFor(role).includes(field));
  assert.deepEqual(ofSignals('patient'), []);
  assert.deepEqual(ofSignals('admin'), []);
  assert.deepEqual(ofSignals('clinician'), OF_SIGNALS);
});

test('research data, counts for the monitoring, mails and lists of an admin read no signals', () => {
  const readers = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /course_signals\b|signal-queries/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(readers.toSorted(), [
    // A clinic moves with them.
    'src/server/backup/clinic-lines.ts',
    'src/server/courses/handlers.ts',
    'src/server/courses/signal-queries.ts',
    // It names the policies of each table and reads no row.
    'src/server/database/clinic-policies.ts',
    'src/server/database/schema.ts',
    'src/server/keys/cells.ts',
    'src/server/patients/patient-list.ts',
    'src/server/subject-rights/access-export.ts',
  ]);
});
