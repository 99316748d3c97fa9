import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { byteaArray, dateArray, intArray, textArray, uuidArray } from './binary-array.ts';

let client: Client;

before(async () => {
  client = new Client((await testDatabase()).url);
  // The database is removed at the end although this client is connected.
  await client.on('error', () => {}).connect();
});

after(() => client.end());

async function readBack(array: Buffer, type: string, as = type) {
  const { rows } = await client.query(`SELECT $1::${type}[]::${as}[] AS list`, [array]);
  return rows[0].list;
}

test('a text sent in a binary array arrives in the database unchanged', async () => {
  const texts = ['', 'a', 'NULL', '{"a",b}', ' a ', String.raw`\ \\ " \" \x41`, "'; --", 'Ä€😀', '\t\r\n'];
  assert.deepEqual(await readBack(textArray(texts), 'text'), texts);
});

test('a day sent in a binary array arrives unchanged, even before 2000, on 29 February, and where there is none', async () => {
  const days = [
    '0001-01-01',
    '1900-03-01',
    null,
    '1999-12-31',
    '2000-01-01',
    '2024-02-29',
    '9999-12-31',
    null,
  ];
  assert.deepEqual(await readBack(dateArray(days), 'date', 'text'), days);
});

test('ids, numbers and bytes sent in binary arrays arrive unchanged', async () => {
  const ids = ['01234567-89ab-4cde-8f01-23456789abcd', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  assert.deepEqual(await readBack(uuidArray(ids), 'uuid'), ids);
  const numbers = [0, -1, 2_147_483_647];
  assert.deepEqual(await readBack(intArray(numbers), 'int'), numbers);
  const values = [Buffer.alloc(0), Buffer.from([0, 34, 92, 255])];
  assert.deepEqual(await readBack(byteaArray(values), 'bytea'), values);
});

test('an empty binary array is possible, an impossible day or an invalid id in it is an error', async () => {
  assert.deepEqual(await readBack(textArray([]), 'text'), []);
  assert.deepEqual(await readBack(uuidArray([]), 'uuid'), []);
  assert.throws(() => dateArray(['2026-02-30']), RangeError);
  assert.throws(() => uuidArray(['01234567-89ab-4cde-8f01-23456789abcx']), RangeError);
});
