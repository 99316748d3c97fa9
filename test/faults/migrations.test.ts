import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import {
  migrate,
  migrationFiles,
  planMigrations,
  refuseUnmigrated,
} from '../../src/server/database/migrate.ts';
import { testDatabase } from '../database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../servers.ts';
import { untilTrue } from './postgres-node.ts';
import { startProxy, type ProxyMode } from './proxy.ts';

let server: string;
let name: string;
let url: string;
const made: string[] = [];

before(async () => {
  // The test's own database is removed before ours.
  server = withDatabase((await testDatabase()).url, 'postgres');
});

beforeEach(async () => {
  name = await createDatabase(server);
  made.push(name);
  url = withDatabase(server, name);
});

after(async () => {
  for (const one of made) await dropDatabase(server, one);
});

async function withOwner<T>(look: (client: Client) => Promise<T>): Promise<T> {
  const client = await new Client({ connectionString: url }).on('error', () => {}).connect();
  try {
    return await look(client);
  } finally {
    await client.end();
  }
}

/** Every column, constraint, policy and function, as text. */
function schemaOf(): Promise<string> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`
      SELECT table_name || '.' || column_name || ' ' || data_type AS line FROM information_schema.columns
        WHERE table_schema = 'public'
      UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT tablename || ' ' || policyname FROM pg_policies
      UNION ALL SELECT proname || ' ' || md5(prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      ORDER BY line`);
    return rows.map(({ line }) => line).join('\n');
  });
}

const applied = () =>
  withOwner(async (client) => {
    const { rows } = await client.query('SELECT name FROM schema_migrations ORDER BY name');
    return rows.map((row) => row.name as string);
  });

// As a newer version of the program leaves it.
const addMigration = (name: string, needs: string | null) =>
  withOwner((client) =>
    client.query('INSERT INTO schema_migrations (name, needs) VALUES ($1, $2)', [name, needs]),
  );

// A table with the name of a late table of the schema.
const putInTheWay = () =>
  withOwner((client) =>
    client.query('CREATE TABLE spent_proofs (x integer); ALTER TABLE spent_proofs OWNER TO resonanz_owner'),
  );

describe('migrations', () => {
  test('five processes that start at once run each migration once', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    assert.deepEqual(runs.flat().sort(), migrationFiles());
    assert.deepEqual(await applied(), migrationFiles());
  });

  test('a failed migration is undone as a whole, and runs again after its reason is gone', async () => {
    await putInTheWay();
    await assert.rejects(migrate(url), /Migration 001_schema\.sql failed and was undone: /);
    assert.deepEqual(await applied(), []);
    const { rows } = await withOwner((client) =>
      client.query(`SELECT to_regclass('clinics') AS earlier_in_the_same_file`),
    );
    assert.deepEqual(rows, [{ earlier_in_the_same_file: null }]);
    await withOwner((client) => client.query('DROP TABLE spent_proofs'));
    assert.deepEqual(await migrate(url), migrationFiles());
  });

  test('a program of the version before starts beside a newer migration, unless that takes something away', async () => {
    await migrate(url);
    const [newest] = migrationFiles().slice(-1);
    await addMigration('998_adds.sql', null);
    await addMigration('998_removes_what_this_program_left.sql', newest!);
    assert.deepEqual(await migrate(url), []);
    await refuseUnmigrated(url);
    await addMigration('999_removes.sql', '998_adds.sql');
    for (const start of [migrate, refuseUnmigrated])
      await assert.rejects(
        start(url),
        /newer version of this program \(999_removes\.sql\)\. Start that version/,
      );
  });

  test('a dry run names the tables that each missing migration locks or writes, and changes nothing', async () => {
    await migrate(url, new Set(migrationFiles().slice(0, 1)));
    const before = await applied();
    const planned = await planMigrations(url);
    assert.deepEqual(
      planned.map(({ migration }) => migration),
      migrationFiles().slice(1),
    );
    assert.match(planned[0]!.touches, /^diagnoses \(\d+ rows, \d+ kB\)$/);
    assert.deepEqual(await applied(), before);
    await migrate(url);
    assert.deepEqual(await planMigrations(url), []);
  });

  test('a database of a trial version is refused with what to do, and stays as it is', async () => {
    await migrate(url);
    await addMigration('003_provisional_secrets.sql', null);
    await addMigration('280_rights_of_the_server.sql', '126_erased_clinics.sql');
    const [before, schema] = [await applied(), await schemaOf()];
    for (const start of [migrate, refuseUnmigrated, planMigrations])
      await assert.rejects(start(url), /a trial version before 0\.2\.0.*export.*start on an empty database/);
    await withOwner((client) => client.query('ALTER TABLE schema_migrations DROP COLUMN needs'));
    await assert.rejects(migrate(url), /a trial version before 0\.2\.0/);
    assert.deepEqual(await applied(), before);
    await withOwner((client) => client.query('ALTER TABLE schema_migrations ADD COLUMN needs text'));
    assert.equal(await schemaOf(), schema);
  });

  test('migrations give up on a locked table and change nothing', async () => {
    await migrate(url, new Set(migrationFiles().slice(0, 1)));
    const before = await applied();
    await withOwner(async (client) => {
      await client.query('BEGIN; LOCK TABLE diagnoses');
      await assert.rejects(migrate(url), /lock timeout/);
      await client.query('ROLLBACK');
    });
    assert.deepEqual(await applied(), before);
    await migrate(url);
    assert.deepEqual(await applied(), migrationFiles());
  });

  test('a migration that meets a deadlock with a running server is tried again', async () => {
    const [course] = migrationFiles().filter((name) => name.includes('expected_course'));
    await migrate(url, new Set(migrationFiles().filter((name) => name < course!)));
    await withOwner(async (server) => {
      // The migration locks the patients before the surveys, and is the one that notices the deadlock.
      await server.query(
        `SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE survey_sessions IN ROW EXCLUSIVE MODE`,
      );
      const migrated = migrate(url);
      await untilTrue(
        url,
        `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'survey_sessions'::regclass) AS yes`,
      );
      await server.query('LOCK TABLE patients IN ROW EXCLUSIVE MODE; COMMIT');
      assert.ok((await migrated).includes(course!));
    });
    assert.deepEqual(await applied(), migrationFiles());
  });

  test('the next start finishes migrations that were cut off anywhere, and the schema is the same', async (t) => {
    await migrate(url);
    const whole = await schemaOf();
    const { port, hostname } = new URL(server);
    const proxy = await startProxy(Number(port), hostname);
    t.after(() => proxy.close());
    for (const step of [4, 7, 9, 11, 13, 15, 17]) {
      name = await createDatabase(server);
      made.push(name);
      url = withDatabase(server, name);
      const mode: ProxyMode = step % 2 === 0 ? 'cut-answer' : 'cut-request';
      let exchanges = 0;
      proxy.setMode(() => ((exchanges += 1) === step ? mode : 'pass'));
      const broken = new URL(url);
      broken.host = `127.0.0.1:${proxy.port}`;
      const end = await migrate(broken.href).catch((error: Error) => error.message);
      assert.match(
        String(end),
        /Connection terminated|ECONNRESET|failed and was undone/,
        `${mode} at exchange ${step}`,
      );
      await migrate(url);
      assert.deepEqual(await applied(), migrationFiles());
      assert.equal(await schemaOf(), whole, `${mode} at exchange ${step}`);
    }
  });
});
