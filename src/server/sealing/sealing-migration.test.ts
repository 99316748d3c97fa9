import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { migrate, migrationFiles } from '../database/migrate.ts';

const older = new Set(migrationFiles().filter((name) => name < '044'));

/** What a database writes encrypted from its migration on. */
async function sealedFrom(start: { clinics: number }): Promise<string[]> {
  const server = withDatabase((await testDatabase()).url, 'postgres');
  const name = await createDatabase(server);
  const url = withDatabase(server, name);
  await migrate(url, older);
  const owner = await new Client({ connectionString: url }).connect();
  try {
    if (start.clinics > 0)
      await owner.query(`INSERT INTO clinics (id, name, name_key) VALUES (gen_random_uuid(), 'A', 'a')`);
    await migrate(url);
    const { rows } = await owner.query<{ subject: string }>('SELECT subject FROM sealing ORDER BY subject');
    return rows.map(({ subject }) => subject);
  } finally {
    await owner.end();
    await dropDatabase(server, name);
  }
}

test('an empty database is written encrypted from its migration on', async () => {
  assert.deepEqual(await sealedFrom({ clinics: 0 }), ['answers', 'patients']);
});

test('a database with a clinic is written in clear until the operator says that no earlier version runs', async () => {
  assert.deepEqual(await sealedFrom({ clinics: 1 }), []);
});
