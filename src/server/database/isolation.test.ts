import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, inClinic, type TestClinic } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { leaveStaffTraces, leaveTraces } from '../../../test/traces.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import type { Services } from '../services.ts';
import { createServices } from '../start.ts';
import { clinicPolicies, findOpenTables, type OpenTable } from './clinic-policies.ts';
import { withoutTenant, withTenant } from './transaction.ts';

const onError = () => {};

let services: Services;
let app: FastifyInstance;
let owner: Client;
let url: string;

before(async () => {
  ({ url } = await testDatabase());
  services = await testServices({
    pool: aPool(url),
    loginPool: aPool(url, 2),
  });
  app = await buildApp(services);
  owner = new Client(url);
  await owner.on('error', onError).connect();
});

after(() => owner.end());

const tablesWithClinic = async () => {
  const { rows } = await owner.query(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'clinic_id' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name));
};

/** A clinic with a row in every table that has rows of clinics. */
async function aFullClinic(): Promise<TestClinic> {
  const clinic = await aClinic(services);
  const [staff, deputy] = [await aClinician(services, clinic.id), await aClinician(services, clinic.id)];
  const labels = [{ key: 'CLUSTER' as const, value: 'S-1' }];
  const patient = await aPatient(services, clinic.id, { clinicianId: staff.id, labels });
  await leaveTraces(services, app, patient, staff);
  await leaveStaffTraces(services, staff, deputy);
  return clinic;
}

describe('the rows of a clinic', () => {
  test('every table with a clinic has exactly the policies of the list', async () => {
    assert.deepEqual(await withoutTenant(services.pool, findOpenTables), []);
    assert.deepEqual(
      (await tablesWithClinic()).filter((name) => !(name in clinicPolicies)),
      [],
    );
  });

  test('one policy more, one less, a changed one and a guard that is off are found in each table', async () => {
    const changes = [
      (table: string) => `CREATE POLICY open ON ${table} USING (true)`,
      (table: string) =>
        `CREATE POLICY peep ON ${table} FOR SELECT TO resonanz_app USING (clinic_id IS NOT NULL)`,
      (table: string) => `DROP POLICY clinic ON ${table}`,
      (table: string) => `ALTER POLICY clinic ON ${table} USING (true)`,
      (table: string) => `ALTER POLICY clinic ON ${table} WITH CHECK (true)`,
      (table: string) => `ALTER POLICY clinic ON ${table} TO resonanz_owner`,
      (table: string) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
      (table: string) => `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
    ];
    for (const table of await tablesWithClinic())
      for (const change of changes) {
        const found = await afterChange(change(table));
        assert.deepEqual(found, [table], change(table));
      }
  });

  test('a new table with rows of clinics and without a guard is found', async () => {
    assert.deepEqual(await afterChange('CREATE TABLE novel (clinic_id uuid)'), ['novel']);
  });

  test('a transaction without a clinic or of another clinic sees no row, even if the query names no clinic', async () => {
    const clinics = [await aFullClinic(), await aFullClinic()];
    for (const name of await tablesWithClinic())
      for (const { id } of clinics) {
        const count = sql<{
          own: number;
          all: number;
        }>`SELECT count(*) FILTER (WHERE clinic_id = ${id}) AS own,
          count(*) AS all FROM ${sql.table(name)}`;
        const seen = await withTenant(services.pool, id, (db) => count.execute(db));
        assert.ok(seen.rows[0]!.own > 0, `the test leaves no row in ${name}`);
        assert.equal(seen.rows[0]!.own, seen.rows[0]!.all, name);
        const without = await withoutTenant(services.pool, (db) => count.execute(db));
        assert.equal(without.rows[0]!.all, 0, name);
      }
  });

  test('a clinic cannot write rows of another clinic and cannot refer to them', async () => {
    const [one, two] = [await aClinic(services), await aClinic(services)];
    const stranger = await aClinician(services, two.id);
    const window = {
      clinic_id: two.id,
      id: randomUUID(),
      patient_id: randomUUID(),
      type: 'PRE',
      ordinal: 1,
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      label: 'x',
    } as const;
    await assert.rejects(
      inClinic(services, one.id, (db) => db.insertInto('survey_windows').values(window).execute()),
      { code: '42501' },
    );
    await assert.rejects(aPatient(services, one.id, { clinicianId: stranger.id }), { code: '23503' });
    const moved = await inClinic(services, one.id, (db) =>
      db.updateTable('accounts').set({ username: 'x' }).where('id', '=', stranger.id).executeTakeFirst(),
    );
    assert.equal(moved.numUpdatedRows, 0n);
  });

  test('the next transaction on the same connection sees no row of the clinic before', async () => {
    const { id } = await aClinic(services);
    await aClinician(services, id);
    const alone = aPool(url, 1);
    const count = sql<{ all: number }>`SELECT count(*) AS all FROM accounts`;
    for (const broken of [false, true]) {
      await withTenant(alone, id, async (db) => {
        assert.ok((await count.execute(db)).rows[0]!.all > 0);
        if (broken) throw new Error('undone');
      }).catch(() => {});
      assert.equal((await withoutTenant(alone, (db) => count.execute(db))).rows[0]?.all, 0);
    }
    await alone.end();
  });

  test('a malformed clinic id is refused', async () => {
    for (const id of ['', "' or true", "x'; drop table patients; --", randomUUID().toUpperCase()])
      await assert.rejects(async () => withTenant(services.pool, id, async () => {}), { code: 'not_found' });
  });
});

/** The tables that are found open in a transaction of the owner that changes the guard and is rolled back. */
async function afterChange(statement: string): Promise<string[]> {
  const found = await withoutTenant(services.pool, async (db) => {
    await sql`SET LOCAL ROLE resonanz_owner`.execute(db);
    await sql.raw(statement).execute(db);
    await sql`RESET ROLE`.execute(db);
    throw new Undone(await findOpenTables(db));
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.open;
    throw error;
  });
  return found.map(({ table }) => table);
}

class Undone extends Error {
  open: OpenTable[];
  constructor(open: OpenTable[]) {
    super('undone');
    this.open = open;
  }
}

describe("the server's role", () => {
  test("the server's role owns nothing, cannot bypass row-level security, and cannot create, drop or rewrite final rows", async () => {
    const { rows } = await owner.query(`SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin
      FROM pg_roles WHERE rolname = 'resonanz_app'`);
    assert.deepEqual(new Set(Object.values(rows[0])), new Set([false]));
    for (const statement of [
      'CREATE TABLE public.own (id int)',
      'ALTER TABLE patients DISABLE ROW LEVEL SECURITY',
      'DROP POLICY clinic ON patients',
      'TRUNCATE patients',
      'DELETE FROM answers',
      'UPDATE reports SET hash = hash',
      'UPDATE instrument_versions SET hash = hash',
      'DELETE FROM diagnoses',
    ])
      await assert.rejects(services.pool.query(statement), { code: '42501' }, statement);
  });

  test('the server does not start if its role owns a table', async () => {
    const { url: mighty } = await testDatabase();
    const client = new Client(mighty);
    await client.connect();
    await client.query('ALTER TABLE clinics OWNER TO resonanz_app');
    await client.end();
    await assert.rejects(
      startOn(mighty),
      /has too many rights: it is a member of resonanz_app, which owns tables/,
    );
  });
});

async function startOn(databaseUrl: string): Promise<unknown> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-isolation-'));
  const settings = {
    extensions: [],
    host: '127.0.0.1',
    port: 0,
    databaseUrl,
    dataDir,
    configFile: undefined,
    instrumentsDir: undefined,
    smtpUrl: undefined,
    publicOrigin: undefined,
    requireAppHeader: false,
    demo: false,
    isProduction: false,
    prepares: true,
  };
  try {
    return await createServices(settings, readConfig(undefined), services.log, databaseUrl);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

describe('the column types of the program', () => {
  // The type is erased when the program runs: read as text, one line a column or several on one line.
  const source = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8');
  const body = source.slice(source.indexOf('export type Schema = {'));

  function declared(): Map<string, Map<string, string>> {
    const tables = [...body.matchAll(/^ {2}(\w+): \{([\s\S]*?)\};$/gm)];
    return new Map(
      tables.map(([, name = '', columns = '']) => [
        name,
        new Map(
          [...columns.matchAll(/(\w+): ([^;]+?)\s*(?:;|$)/g)].map(([, column = '', type = '']) => [
            column,
            type,
          ]),
        ),
      ]),
    );
  }

  const kinds: Record<string, RegExp> = {
    uuid: /string/,
    text: /string|'|WindowType|SymptomChange|SignalAct|Severity|Gender|Crisis|Sealed|Generated/,
    date: /IsoDate/,
    bytea: /Buffer/,
    boolean: /boolean/,
    integer: /number/,
    bigint: /number/,
    'double precision': /number/,
    'timestamp with time zone': /Moment|string/,
    jsonb: /Json|unknown/,
    ARRAY: /string\[\]/,
  };

  test('the column types of the program match the database: tables, columns, kinds and nullability', async () => {
    const { rows } = await owner.query(
      `SELECT table_name, column_name, data_type, is_nullable = 'YES' AS nullable FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'schema_migrations'`,
    );
    const types = declared();
    const inDatabase = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort();
    const inProgram = [...types].flatMap(([table, columns]) =>
      [...columns.keys()].map((column) => `${table}.${column}`),
    );
    assert.deepEqual(inProgram.sort(), inDatabase);
    for (const { table_name, column_name, data_type, nullable } of rows) {
      const type = types.get(table_name)?.get(column_name) ?? '';
      assert.match(type, kinds[data_type] ?? /never/, `${table_name}.${column_name}: ${data_type}`);
      assert.equal(
        /null|Optional/.test(type),
        nullable,
        `${table_name}.${column_name} may be null: ${nullable}`,
      );
    }
  });
});
