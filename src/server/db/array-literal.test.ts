import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { arrayLiteral } from './array-literal.ts';

let client: Client;

before(async () => {
  client = new Client((await testDatabase()).url);
  // The database is removed at the end, whoever is connected.
  await client.on('error', () => {}).connect();
});

after(() => client.end());

async function readBack(values: readonly (string | number | Buffer)[], type: string) {
  const { rows } = await client.query(`SELECT $1::${type}[] AS list`, [arrayLiteral(values)]);
  return rows[0].list;
}

test('every text arrives as it was', async () => {
  const texts = [
    '',
    'a',
    'NULL',
    '{"a",b}',
    ' a ',
    String.raw`\ \\ " \" \x41`,
    "'; --",
    'Ä€😀',
    '1,2',
    '\t\r\n',
  ];
  assert.deepEqual(await readBack(texts, 'text'), texts);
});

test('numbers, ids and bytes arrive as they were, and so does nothing at all', async () => {
  assert.deepEqual(await readBack([0, -1, 2_147_483_647], 'int'), [0, -1, 2_147_483_647]);
  const ids = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  assert.deepEqual(await readBack(ids, 'uuid'), ids);
  const bytes = [Buffer.alloc(0), Buffer.from([0, 34, 92, 255])];
  assert.deepEqual(await readBack(bytes, 'bytea'), bytes);
  assert.deepEqual(await readBack([], 'text'), []);
});
