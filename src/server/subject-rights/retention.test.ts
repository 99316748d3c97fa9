import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Client } from 'pg';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestClinic,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { leaveTraces } from '../../../test/traces.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { addDays, addMonths } from '../../domain/dates.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { buildApp } from '../app.ts';
import { sealAudit } from '../audit/sealer.ts';
import { verifyAudit } from '../audit/verify.ts';
import { withTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { erasePatient } from './erase.ts';
import * as queries from './queries.ts';
import { eraseDueOf, eraseDuePatients } from './retention.ts';

const onError = () => {};
const by = { role: 'operator', requestId: 'manage' };

let url: string;
let services: Services;
let app: FastifyInstance;
let daysLater = 0;

before(async () => {
  ({ url } = await testDatabase());
  const started = await testServices({
    pool: aPool(url),
    loginPool: aPool(url, 5),
  });
  services = { ...started, today: () => addDays(started.today(), daysLater) };
  app = await buildApp(services);
});

async function withOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', onError);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of all tables that contain one of the texts, seen by the administrator of the database. */
function rowsHolding(texts: readonly string[]): Promise<Record<string, number>> {
  return withOwner(async (client) => {
    const { rows: tables } = await client.query(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text
         WHERE position(lower(text) IN lower(t::text)) > 0)`,
        [texts],
      );
      if (rows[0].count > 0) found[name] = rows[0].count;
    }
    return found;
  });
}

const erase = ({ clinicId, id, name }: TestUser) =>
  withTenant(services.pool, clinicId, (db) =>
    erasePatient(db, services.keys, { clinicId, id, code: name }, by),
  );

const findings = async (clinic: TestClinic) => {
  await sealAudit(services.pool);
  return (await verifyAudit(services.pool, clinic.id, new Map())).findings;
};

describe('erasing a patient', () => {
  test('an erased patient is in no table, except for one row of the audit trail, which still verifies', async () => {
    const clinic = await aClinic(services);
    const staff = await aClinician(services, clinic.id);
    const [patient, other] = [
      await aPatient(services, clinic.id, {
        code: 'Zürich7Q9X',
        clinicianId: staff.id,
        birthDate: '1953-08-17',
        labels: [{ key: 'CLUSTER', value: 'System-Q' }],
      }),
      await aPatient(services, clinic.id, { clinicianId: staff.id }),
    ];
    await leaveTraces(services, app, patient, staff);
    await leaveTraces(services, app, other, staff);
    await sealAudit(services.pool);
    const sessions = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('survey_sessions').select('id').where('patient_id', '=', patient.id).execute(),
    );
    const events = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('crisis_events').select('id').where('patient_id', '=', patient.id).execute(),
    );
    const ids = [...sessions, ...events].map(({ id }) => id);
    const texts = [patient.id, patient.name, '1953-08-17', '17.08.1953', ...ids];
    const traces = Object.keys(await rowsHolding(texts));
    for (const table of await tablesOfPatients())
      assert.ok(traces.includes(table), `the test leaves no trace in ${table}`);
    const failures = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('login_failures').selectAll().where('clinic', '=', clinic.id).execute(),
    );
    assert.equal(failures.length, 2);
    const others = await rowsHolding([other.id]);

    await erase(patient);
    assert.deepEqual(await rowsHolding(texts), { audit: 1 });
    const entry = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('audit').selectAll().where('patient_id', '=', patient.id).execute(),
    );
    assert.deepEqual(
      entry.map(({ action, actor_id, address_prefix }) => [action, actor_id, address_prefix]),
      [['patient_erased', null, '']],
    );
    assert.deepEqual(await rowsHolding([other.id]), others);
    assert.equal(
      (
        await inClinic(services, clinic.id, (db) =>
          db.selectFrom('login_failures').selectAll().where('clinic', '=', clinic.id).execute(),
        )
      ).length,
      1,
    );
    assert.deepEqual(await findings(clinic), []);
  });

  test('verify finds other rows of the trail that were emptied, and changes in emptied rows', async () => {
    const clinic = await aClinic(services);
    await anAdmin(services, clinic.id);
    const patient = await aPatient(services, clinic.id);
    const other = await aPatient(services, clinic.id);
    for (const user of [patient, other])
      await call(app, 'loginPatient', {
        body: { clinic_id: clinic.id, username: user.name, password: user.secret },
      });
    await sealAudit(services.pool);
    await erase(patient);
    assert.deepEqual(await findings(clinic), []);
    const changes = [
      `UPDATE audit SET erased_by = (SELECT erased_by FROM audit WHERE clinic_id = $1 AND erased_by IS NOT NULL),
         patient_id = NULL, object_id = NULL, request_id = '', address_prefix = ''
       WHERE clinic_id = $1 AND actor_id = '${other.id}'`,
      `UPDATE audit SET role = 'admin' WHERE clinic_id = $1 AND erased_by IS NOT NULL`,
      `UPDATE audit SET erased_by = id, request_id = '', object_id = NULL, patient_id = NULL
       WHERE clinic_id = $1 AND actor_id = '${other.id}'`,
      `DELETE FROM audit WHERE clinic_id = $1 AND erased_by IS NOT NULL`,
    ];
    await withOwner(async (owner) => {
      for (const change of changes) {
        await owner.query('CREATE TEMP TABLE kept AS SELECT * FROM audit');
        assert.ok(((await owner.query(change, [clinic.id])).rowCount ?? 0) > 0, change);
        assert.ok((await findings(clinic)).length > 0, change);
        await owner.query('DELETE FROM audit');
        await owner.query('INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM kept');
        await owner.query('DROP TABLE kept');
        assert.deepEqual(await findings(clinic), []);
      }
    });
  });

  test('rows of a member of staff are found that were emptied as an erasure does it, with a digest that fits', async () => {
    const clinic = await aClinic(services);
    const clinician = await aClinician(services, clinic.id);
    const as = await signIn(services, clinician);
    await call(app, 'listOwnPatients', { as });
    await sealAudit(services.pool);
    assert.deepEqual(await findings(clinic), []);
    await withOwner(async (owner) => {
      await owner.query(
        `WITH erasure AS (
           INSERT INTO audit (clinic_id, role, action, patient_id, result, request_id, address_prefix)
           VALUES ($1, 'operator', 'patient_erased', $2, 'done', 'x', '') RETURNING id)
         UPDATE audit SET erased_by = erasure.id, patient_id = NULL, object_id = NULL, request_id = '', address_prefix = '',
           actor_id = NULL FROM erasure WHERE clinic_id = $1 AND actor_id = $2`,
        [clinic.id, clinician.id],
      );
      await owner.query(
        `WITH told AS (
           SELECT erased_by AS id, count(*) || ' ' || encode(sha256(string_agg(sha256(audit_content(a)), ''::bytea ORDER BY id)), 'hex') AS what
           FROM audit a WHERE clinic_id = $1 AND erased_by IS NOT NULL GROUP BY erased_by),
         erasure AS (UPDATE audit SET object_id = told.what FROM told WHERE clinic_id = $1 AND audit.id = told.id RETURNING audit.id)
         INSERT INTO audit_unsealed (clinic, audit_id) SELECT $1, id FROM erasure`,
        [clinic.id],
      );
    });
    const found = await findings(clinic);
    assert.ok(found.length > 0);
    assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(['edited']));
  });

  test('the server can empty rows of the trail only by erasing a patient, never those of a member of staff', async () => {
    const clinic = await aClinic(services);
    const clinician = await aClinician(services, clinic.id);
    const erase = (id: string) =>
      inClinic(services, clinic.id, (db) => queries.deletePatient(db, { clinicId: clinic.id, id }, by));
    await assert.rejects(erase(clinician.id), /id of an account/);
    await assert.rejects(erase(randomUUID()), /no such patient/);
    await assert.rejects(
      inClinic(services, clinic.id, (db) => sql`UPDATE audit SET patient_id = NULL`.execute(db)),
      { code: '42501' },
    );
  });
});

/** The tables with a reference to patients, their sessions or their events. */
function tablesOfPatients(): Promise<string[]> {
  return withOwner(async (client) => {
    const { rows } = await client.query(
      `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t
         USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND (column_name = 'patient_id'
         OR column_name IN ('session_id', 'event_id') OR table_name = 'patients')
       ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  });
}

const aClinicThatKeeps = async (months: number | null) => {
  const clinic = await aClinic(services);
  await inClinic(services, clinic.id, (db) =>
    queries.setRetention(db, clinic.id, { months, today: services.today() }),
  );
  return clinic;
};

const codesOf = async ({ id }: TestClinic) => {
  const rows = await inClinic(services, id, (db) =>
    db.selectFrom('patients').select('code').where('clinic_id', '=', id).orderBy('code').execute(),
  );
  return rows.map(({ code }) => code);
};

// The time from discharge to the end of the last window in the shipped protocol.
const lastDay = (discharge: string) => addDays(addMonths(discharge, 24), 41);

/** A discharge and months with which a patient is due on this day. Not every day is a number of months after another. */
function dueOn(day: IsoDate): { discharge: IsoDate; months: number } {
  for (let months = 1; months <= 24; months++)
    for (let back = 0; back < 40; back++) {
      const discharge = addDays(addMonths(day, -24 - months), -back - 20);
      if (addMonths(lastDay(discharge), months) === day) return { discharge, months };
    }
  throw new Error(`no patient is due on ${day}`);
}

const past = { admission: '1990-01-01', discharge: '1991-01-01' } as const;

async function dueFor(clinic: TestClinic, count: number): Promise<void> {
  const clinicianId = (await aClinician(services, clinic.id)).id;
  for (let made = 0; made < count; made++) await aPatient(services, clinic.id, { clinicianId, ...past });
}

describe('patients whose time is over', () => {
  test('patients are erased on the day that the clinic set, counted from the end of the last window, not a day before', async () => {
    const { discharge, months } = dueOn(addDays(services.today(), 1));
    const clinic = await aClinicThatKeeps(months);
    const admission = addMonths(discharge, -12);
    const patient = await aPatient(services, clinic.id, { code: 'A', admission, discharge });
    // A week apart, because months after two consecutive days can end on the same day.
    await aPatient(services, clinic.id, { code: 'B', admission, discharge: addDays(discharge, 7) });
    assert.equal(await eraseDuePatients(services), 0);
    daysLater = 1;
    assert.equal(await eraseDuePatients(services), 1);
    daysLater = 0;
    assert.deepEqual(await codesOf(clinic), ['B']);
    assert.deepEqual(await rowsHolding([patient.id]), { audit: 1 });
    assert.deepEqual(await findings(clinic), []);
  });

  test('a therapy with an open end is never over by itself, even if all its windows ended long ago', async () => {
    const clinic = await aClinicThatKeeps(1);
    const { id } = await aPatient(services, clinic.id, { code: 'OFFEN', ...past, discharge: null });
    await inClinic(services, clinic.id, (db) =>
      db
        .deleteFrom('survey_windows')
        .where('patient_id', '=', id)
        .where('end_date', '>', addMonths(services.today(), -24))
        .execute(),
    );
    assert.equal(await eraseDuePatients(services), 0);
    assert.deepEqual(await codesOf(clinic), ['OFFEN']);
    await inClinic(services, clinic.id, (db) =>
      db.updateTable('patients').set({ discharge: past.discharge }).where('id', '=', id).execute(),
    );
    assert.equal(await eraseDuePatients(services), 1, 'with an end it is due');
  });

  test('patients of a clinic without a retention time are kept', async () => {
    const clinic = await aClinicThatKeeps(null);
    await aPatient(services, clinic.id, { code: 'A', ...past });
    assert.equal(await eraseDuePatients(services), 0);
    assert.deepEqual(await codesOf(clinic), ['A']);
  });

  test('several processes at once erase ten patients of a small clinic a day, and the others wait', async () => {
    const clinic = await aClinicThatKeeps(1);
    await dueFor(clinic, 25);
    const counts = await Promise.all([1, 2, 3].map(() => eraseDuePatients(services)));
    assert.equal(counts.reduce((sum, count) => sum + count) + (await eraseDuePatients(services)), 10);
    assert.equal((await codesOf(clinic)).length, 15);
  });

  test('the operator erases all patients that wait, each of them once', async () => {
    const clinic = await aClinicThatKeeps(1);
    await dueFor(clinic, 25);
    const { signal } = new AbortController();
    const counts = await Promise.all(
      [1, 2, 3].map(() => eraseDueOf(services, clinic.id, { by, stopped: signal })),
    );
    assert.deepEqual([counts.reduce((sum, count) => sum + count), await codesOf(clinic)], [25, []]);
    const told = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('audit').select('patient_id').where('action', '=', 'patient_erased').execute(),
    );
    assert.equal(new Set(told.map(({ patient_id }) => patient_id)).size, 25);
    assert.equal(told.length, 25);
  });

  test('an erased patient cannot be found by the code', async () => {
    const clinic = await aClinic(services);
    const patient = await aPatient(services, clinic.id);
    const find = () =>
      inClinic(services, clinic.id, (db) =>
        queries.lockPatient(db, clinic.id, ['code_key', nameKey(patient.name)]),
      );
    assert.equal((await find())?.id, patient.id);
    await erase(patient);
    assert.equal(await find(), undefined);
    const body = { clinic_id: clinic.id, username: patient.name, password: patient.secret };
    assert.equal((await call(app, 'loginPatient', { body })).status, 401);
  });
});
