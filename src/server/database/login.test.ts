// What the connections of a started server may do, seen from their login and not from the role they work as (R12).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client, type PoolClient } from 'pg';
import { aClinic, aPatient } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { withDatabase } from '../../../test/servers.ts';
import { readConfig } from '../settings/config.ts';
import type { Services } from '../services.ts';
import { closePools, createServices } from '../start.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-login-'));
const config = readConfig(undefined);
const log = { info() {}, warn() {}, error() {} };
const opened: Services[] = [];
const madeRoles = new Set<string>();

let url: string;

/** What `npm start` opens on a database: its services with the product's own pools. */
async function startOn(databaseUrl: string): Promise<Services> {
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
  const services = await createServices(settings, config, log, databaseUrl);
  opened.push(services);
  return services;
}

async function asOperator<T>(work: (operator: Client) => Promise<T>, address = url): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of a login that the operator creates. */
async function aLogin(name: string, how: string, more: readonly string[] = []): Promise<string> {
  const role = `${name}_${process.pid}_${madeRoles.size}`;
  madeRoles.add(role);
  await asOperator(async (operator) => {
    await operator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'probe' ${how}`);
    for (const statement of more) await operator.query(statement.replaceAll('LOGIN', role));
  });
  const address = new URL(url);
  [address.username, address.password] = [role, 'probe'];
  return address.href;
}

async function loginOf({ pool }: Services): Promise<string> {
  const { rows } = await pool.query('SELECT session_user AS login');
  return rows[0].login;
}

before(async () => {
  ({ url } = await testDatabase());
});

after(async () => {
  await Promise.all(opened.map(closePools));
  // The databases of this file are gone already, and with them what these roles owned.
  await asOperator(
    async (operator) => {
      for (const role of madeRoles) await operator.query(`DROP ROLE IF EXISTS ${role}`);
    },
    withDatabase(url, 'postgres'),
  );
  rmSync(dataDir, { recursive: true });
});

/** Runs `work` on one connection of a pool and puts it back as it was. */
async function onConnection(
  services: Services,
  name: 'pool' | 'loginPool',
  work: (c: PoolClient) => Promise<void>,
) {
  const client = await services[name].connect();
  try {
    await work(client);
  } finally {
    client.release(true);
  }
}

describe('a connection of a server whose DATABASE_URL names a superuser', () => {
  let services: Services;

  before(async () => {
    services = await startOn(url);
    const patients = [await aClinic(services), await aClinic(services)];
    for (const { id } of patients) await aPatient(services, id);
  });

  // What a statement that was smuggled in could do first.
  const ways = [
    'SELECT 1',
    'RESET ROLE',
    'SET ROLE NONE',
    'RESET ALL',
    'DISCARD ALL',
    'RESET SESSION AUTHORIZATION',
  ];
  const deeds = [
    'SET ROLE postgres',
    'SET ROLE resonanz_owner',
    'SET SESSION AUTHORIZATION postgres',
    `SELECT pg_read_file('PG_VERSION')`,
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    `CREATE TEMP TABLE got (line text); COPY got FROM PROGRAM 'id'`,
    `CREATE TEMP TABLE got (line text); COPY got FROM '/etc/passwd'`,
    `SELECT lo_import('/etc/passwd')`,
    'CREATE ROLE helper SUPERUSER',
    'ALTER ROLE CURRENT_USER BYPASSRLS',
    'GRANT resonanz_owner TO CURRENT_USER',
    'CREATE TABLE public.own (id int)',
    'ALTER TABLE patients DISABLE ROW LEVEL SECURITY',
    'SET row_security = off; SELECT count(*) FROM patients',
    `UPDATE audit SET action = 'x'`,
    'SELECT rolpassword FROM pg_authid',
  ];

  for (const name of ['pool', 'loginPool'] as const)
    for (const way of ways)
      test(`a connection of the ${name} gains no right after ${way}`, () =>
        onConnection(services, name, async (client) => {
          await client.query(way);
          const { rows } = await client.query('SELECT count(*) AS seen FROM patients');
          assert.equal(rows[0].seen, 0, 'rows of clinics');
          for (const deed of deeds) {
            await client.query('BEGIN');
            await assert.rejects(client.query(deed), { code: '42501' }, deed);
            await client.query('ROLLBACK');
          }
        }));

  test('the login of the pools is a member of resonanz_app alone and has no attribute that gives rights', async () => {
    const login = await loginOf(services);
    const { rows } = await asOperator((operator) =>
      operator.query(
        `SELECT ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = r.oid) AS member_of,
           rolcreatedb OR rolcreaterole OR rolsuper OR rolreplication OR rolbypassrls AS has_attributes
         FROM pg_roles r WHERE rolname = $1`,
        [login],
      ),
    );
    assert.deepEqual(rows, [{ member_of: ['resonanz_app'], has_attributes: false }]);
  });

  test('servers that start at once with the same keys use one login', async () => {
    const name = await loginOf(services);
    await asOperator((operator) => operator.query(`ALTER ROLE ${name} RENAME TO ${name}_away`));
    madeRoles.add(`${name}_away`);
    const started = await Promise.all([1, 2, 3, 4].map(() => startOn(url)));
    assert.deepEqual(new Set(await Promise.all(started.map(loginOf))), new Set([name]));
  });
});

describe('a login that may create roles without being superuser', () => {
  test('a login that may create roles starts a server whose connections use a login of their own', async () => {
    const { url: empty } = await testDatabase();
    const { pathname } = new URL(empty);
    const admin = await aLogin('admin', 'CREATEROLE', [
      'GRANT resonanz_owner TO LOGIN',
      'GRANT resonanz_app TO LOGIN WITH ADMIN OPTION',
    ]);
    const address = withDatabase(admin, pathname.slice(1));
    assert.match(await loginOf(await startOn(address)), /^resonanz_web_\d+_v1$/);
  });
});

describe('a login that is a member of resonanz_app only', () => {
  test('the server uses a login that is a member of resonanz_app only as it is', async () => {
    const address = await aLogin('web', 'IN ROLE resonanz_app');
    assert.equal(await loginOf(await startOn(address)), new URL(address).username);
  });
});

describe('a login that may do too much and may create no roles is refused', () => {
  const mighty: [string, string, string[], RegExp][] = [
    ['owner', '', ['GRANT resonanz_owner TO LOGIN'], /member of resonanz_owner, which owns tables/],
    ['bypass', 'BYPASSRLS', [], /it bypasses row-level security/],
    ['copier', 'REPLICATION', [], /it may copy the whole database/],
    [
      'reader',
      '',
      ['GRANT pg_read_server_files TO LOGIN'],
      /member of pg_read_server_files, which has rights/,
    ],
    ['runner', '', ['GRANT pg_execute_server_program TO LOGIN'], /pg_execute_server_program/],
    ['lord', '', ['ALTER TABLE public.diagnoses OWNER TO LOGIN'], /it owns tables/],
  ];
  for (const [name, how, more, reason] of mighty)
    test(`a login of the kind ${name} is refused by a sentence that says how to mend it`, async () => {
      const address = await aLogin(name, `${how} IN ROLE resonanz_app`, more);
      const refusal = await startOn(address).then(
        () => assert.fail('it started'),
        (error: unknown) => String(error),
      );
      assert.match(refusal, reason);
      assert.match(refusal, /Give DATABASE_URL a login that is a member of resonanz_app only/);
      assert.doesNotMatch(refusal, /probe@|password/);
    });
});

describe('an address whose connections lose the settings of the server', () => {
  test('the start refuses it, because the role and the time limits would be missing', async () => {
    const address = new URL(url);
    address.searchParams.set('options', '-c work_mem=8MB');
    await assert.rejects(startOn(address.href), /lose the role and the time limits .* not through PgBouncer/);
  });
});

describe('a database that lets in no login but the given one', () => {
  test('the start says that the login of the server is refused', async () => {
    const { url: closed } = await testDatabase();
    const name = await loginOf(await startOn(closed));
    await Promise.all(opened.splice(-1).map(closePools));
    // A rule of pg_hba.conf ends a login with the same code.
    await asOperator((operator) => operator.query(`ALTER ROLE ${name} VALID UNTIL '2000-01-01'`));
    await assert.rejects(
      startOn(closed),
      /refuses the login resonanz_web_\d+_v1, which the server has made for itself/,
    );
  });
});
