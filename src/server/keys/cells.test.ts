import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import { testServices } from '../../../test/services.ts';
import type { Services } from '../services.ts';
import { CELLS, cellPlace } from './cells.ts';

let services: Services;
before(async () => {
  services = await testServices();
});

// Bytes that no key of ours encrypts.
const plainBytes: Readonly<Record<string, string>> = {
  'login_sessions|access_hash': 'a hash of the access token',
  'login_sessions|secret': 'random; tokens are derived from it together with a key',
  'idempotency_keys|body_hash': 'a keyed hash',
  'audit_seals|content_hash': 'a hash',
  'audit_seals|hash': 'a hash',
  'audit_heads|hash': 'a hash',
  'erased_clinics|trail_hash': 'a hash',
  'crisis_reminders|address_hash': 'a hash',
};

describe('the table of encrypted cells', () => {
  test('the table of encrypted cells lists every column of the database that holds bytes or is named "encrypted"', async () => {
    const { rows } = await services.pool.query<{ place: string }>(
      `SELECT table_name || '|' || column_name AS place FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
         AND (data_type = 'bytea' OR column_name LIKE '%encrypted%')`,
    );
    const known = [...Object.keys(CELLS), ...Object.keys(plainBytes)];
    assert.deepEqual(rows.map(({ place }) => place).sort(), known.sort());
  });

  test('the place of an encrypted cell contains the primary key of its table, so that no two cells share a place', async () => {
    const { rows } = await services.pool.query<{ table: string; columns: string[] }>(
      `SELECT conrelid::regclass::text AS table, array_agg(attname::text ORDER BY position) AS columns
       FROM pg_constraint, unnest(conkey) WITH ORDINALITY AS part(attnum, position)
       JOIN pg_attribute USING (attnum)
       WHERE contype = 'p' AND attrelid = conrelid GROUP BY conrelid`,
    );
    const primaryKeys = new Map(rows.map(({ table, columns }) => [table, columns]));
    for (const [place, { key }] of Object.entries(CELLS)) {
      const table = place.split('|')[0] ?? '';
      // The ids of patients are unique over all clinics.
      const columns = table === 'patients' ? ['clinic_id', ...Object.values(key)] : Object.values(key);
      assert.deepEqual(columns, primaryKeys.get(table), place);
    }
  });
});

describe('the place of an encrypted cell', () => {
  test('the place of an encrypted cell never changes, because stored cells are bound to it', () => {
    const patient = { clinicId: 'c', patientId: 'p' };
    const session = { clinicId: 'c', sessionId: 's' };
    assert.deepEqual(
      [
        cellPlace('patients|birth_date_encrypted', patient),
        cellPlace('answers|encrypted', { ...session, itemId: 'i' }),
        cellPlace('scores|result_encrypted', { ...session, scale: 'k', instrumentId: 'i' }),
        cellPlace('drafts|encrypted', session),
        cellPlace('mail_addresses|address_encrypted', { kind: 'PRE', ...patient }),
        cellPlace('reports|html_encrypted', { ...session, hash: 'h', audience: 'patient' }),
        cellPlace('patient_data_keys|key_encrypted', patient),
        cellPlace('second_factors|encrypted', { clinicId: 'c', accountId: 'a' }),
        cellPlace('idempotency_keys|answer_encrypted', { clinicId: 'c', userId: 'u', key: 'k' }),
      ],
      [
        'patients|birth_date_encrypted|p',
        'answers|encrypted|c.s.i',
        'scores|result_encrypted|c.s.i.k',
        'drafts|encrypted|c.s',
        'mail_addresses|address_encrypted|c.p.PRE',
        'reports|html_encrypted|c.s.patient.h',
        'patient_data_keys|key_encrypted|c.p',
        'second_factors|encrypted|c.a',
        'idempotency_keys|answer_encrypted|c.u.k',
      ],
    );
  });
});
