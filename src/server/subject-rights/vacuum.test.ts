// What an erasure leaves in the files of the database, read as bytes.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { aClinic, aClinician, aPatient, inClinic, type TestClinic } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { manage } from '../../../test/operator.ts';
import { aPool, testServices } from '../../../test/services.ts';
import type { Services } from '../services.ts';
import { setRetention } from './queries.ts';
import { eraseDuePatients } from './retention.ts';
import { removeDeadRows } from './vacuum-queries.ts';

let url: string;
let services: Services;
/** Before PostgreSQL 17 only the owner of a table may vacuum it. */
let mayVacuum: boolean;

before(async () => {
  ({ url } = await testDatabase());
  services = await testServices({ pool: aPool(url), loginPool: aPool(url, 2) });
  const { rows } = await services.pool.query('SHOW server_version_num');
  mayVacuum = Number(rows[0].server_version_num) >= 170_000;
});

async function asOperator<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The tables and indexes whose files on the disk hold the text. */
function filesHolding(text: string): Promise<string[]> {
  return asOperator(async (client) => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relfilenode <> 0
         AND relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace)
         AND position(convert_to($1, 'UTF8') IN pg_read_binary_file(pg_relation_filepath(oid::regclass))) > 0
       ORDER BY 1`,
      [text],
    );
    return rows.map(({ name }) => name);
  });
}

function countVacuums(): Promise<number> {
  return asOperator(async (client) => {
    const { rows } = await client.query(
      `SELECT pg_stat_get_vacuum_count('patients'::regclass)::int AS count`,
    );
    return rows[0].count;
  });
}

async function neighbours(clinic: TestClinic, code: string): Promise<void> {
  const clinicianId = (await aClinician(services, clinic.id)).id;
  const past = { admission: '1990-01-01', discharge: '1991-01-01' };
  for (let count = 0; count < 5; count++) await aPatient(services, clinic.id, { clinicianId });
  await aPatient(services, clinic.id, { clinicianId, code, ...past });
  for (let count = 0; count < 5; count++) await aPatient(services, clinic.id, { clinicianId });
  await asOperator((client) => client.query('ANALYZE'));
}

describe('after an erasure', () => {
  test('the code of a patient whom the operator erased is in no file of a table or index', async () => {
    const clinic = await aClinic(services);
    await neighbours(clinic, 'qx7spur1');
    assert.ok((await filesHolding('qx7spur1')).includes('patients'));
    const scene = { services, dataDir: tmpdir() };
    const { code, notes } = await manage(scene, 'erase', 'patient', clinic.name, 'qx7spur1', '--yes');
    assert.equal(code, 0, notes);
    assert.equal((await filesHolding('qx7spur1')).length === 0, mayVacuum);
  });

  test('the code of a patient whose time was over is in no file of a table or index', async () => {
    const clinic = await aClinic(services);
    await neighbours(clinic, 'qx7spur2');
    await inClinic(services, clinic.id, (db) =>
      setRetention(db, clinic.id, { months: 12, today: services.today() }),
    );
    assert.equal(await eraseDuePatients(services), 1);
    assert.equal((await filesHolding('qx7spur2')).length === 0, mayVacuum);
  });

  test('the code is in no file as soon as the last transaction that still saw the patient has ended', async () => {
    const clinic = await aClinic(services);
    await neighbours(clinic, 'qx7spur4');
    const before = await countVacuums();
    const erasing = await asOperator(async (viewer) => {
      await viewer.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await viewer.query('SELECT count(*) FROM patients');
      const scene = { services, dataDir: tmpdir() };
      const work = manage(scene, 'erase', 'patient', clinic.name, 'qx7spur4', '--yes');
      const state = { ended: !mayVacuum };
      void work.finally(() => (state.ended = true));
      while (!state.ended && (await countVacuums()) === before) await setImmediate();
      await viewer.query('COMMIT');
      return work;
    });
    assert.equal(erasing.code, 0, erasing.notes);
    assert.equal((await filesHolding('qx7spur4')).length === 0, mayVacuum);
  });

  test('a server that may not vacuum says so, and the erasure stays done', async () => {
    if (mayVacuum)
      await asOperator((client) => client.query('REVOKE MAINTAIN ON patients FROM resonanz_app'));
    assert.equal(await removeDeadRows(services.pool), false);
    const clinic = await aClinic(services);
    await neighbours(clinic, 'qx7spur3');
    const warnings: string[] = [];
    const log = { ...services.log, warn: (_: object, line = '') => void warnings.push(line) };
    const scene = { services: { ...services, log }, dataDir: tmpdir() };
    assert.equal((await manage(scene, 'erase', 'patient', clinic.name, 'qx7spur3', '--yes')).code, 0);
    assert.match(warnings.join(), /until its owner calls VACUUM FULL patients/);
  });
});
