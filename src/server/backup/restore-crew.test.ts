import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { addLines, noRows, sealRows } from './backup-rows.ts';
import { partsOf } from './restore-queries.ts';
import { AT_ONCE, Crew } from './restore-crew.ts';

const table = { name: '"loaded"', columns: ['"number"', '"text"'] };
const key = randomBytes(32);
// Random texts hardly become shorter, so these rows fill more batches than may wait.
const bodies = Array.from({ length: 400 }, (_, number) =>
  Buffer.from(`${number}\t${randomBytes(30_000).toString('hex')}\n`),
);

let url: string;
let client: Client;

before(async () => {
  ({ url } = await testDatabase());
  client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `CREATE TABLE loaded (number int, text text); ALTER TABLE loaded OWNER TO resonanz_owner`,
  );
});
beforeEach(() => client.query('TRUNCATE loaded'));
after(() => client.end());

const write = async (crew: Crew, keyOf: (number: number) => Buffer) => {
  for (const [number, lines] of bodies.entries())
    await crew.write(table, sealRows(lines, key, 'place'), { place: 'place', key: keyOf(number) });
  return crew.finish(table);
};

describe('the threads of a restore', () => {
  test('every row is written once, whichever thread writes it, and read back with the same sum', async () => {
    const expected = addLines(noRows, Buffer.concat(bodies));
    const crew = new Crew(url);
    assert.deepEqual(await write(crew, () => key), expected);
    assert.deepEqual(await crew.read(await partsOf(client, table)), expected);
    const parts = await partsOf(client, table, 1);
    assert.ok(parts.length > AT_ONCE);
    assert.deepEqual(await crew.read(parts), expected, 'the threads read parts at once');
    const { rows } = await client.query(`SELECT count(DISTINCT xmin::text)::int AS writers FROM loaded`);
    assert.equal(rows[0].writers, AT_ONCE);
  });

  test('a row that does not decrypt ends the work with its reason, and what is not finished is undone', async () => {
    const crew = new Crew(url);
    await assert.rejects(
      write(crew, (number) => (number === 7 ? randomBytes(32) : key)),
      /rows of "loaded" do not decrypt/,
    );
    await crew.abandon();
    assert.deepEqual(await new Crew(url).read(await partsOf(client, table)), noRows);
  });
});
