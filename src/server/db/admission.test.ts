import { strict as assert } from 'node:assert';
import type { Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { aClinic } from '../../../test/builders.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { testDatabase } from '../../../test/database.ts';
import { type Admission, type Db, withTenant, withTenantAdmitted } from './transaction.ts';

let pool: Pool;
let clinicId: string;

before(async () => {
  const { url } = await testDatabase();
  pool = aPool(url, 1);
  clinicId = (await aClinic(await testServices({ pool }))).id;
});

type Asked = { clinic: string };

/** Asks for the clinic of the transaction and decides by it. */
function admission(decide: (rows: readonly Asked[]) => void): Admission<Asked> {
  return {
    statement: (db) => sql<Asked>`SELECT current_setting('app.clinic_id') AS clinic`.compile(db),
    decide,
  };
}

const admitting = admission(() => {});
const refusing = admission(() => {
  throw new Error('refused');
});

const rename = (db: Db, name: string) => db.updateTable('clinics').set({ name }).execute();
const nameOf = (db: Db) => db.selectFrom('clinics').select('name').executeTakeFirstOrThrow();

/** How often the pool's one connection writes to its socket during `work`. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  client.release();
  let writes = 0;
  // Node asks for these two when it writes: for one buffer, and for several at once.
  const counted = ['_write', '_writev'].map((name) => {
    const write = Reflect.get(stream, name) as (...args: unknown[]) => void;
    const count = (...args: unknown[]) => {
      writes += 1;
      write.apply(stream, args);
    };
    return [name, count, write] as const;
  });
  for (const [name, count] of counted) Reflect.set(stream, name, count);
  await work();
  for (const [name, , write] of counted) Reflect.set(stream, name, write);
  return writes;
}

const readName = () => withTenantAdmitted(pool, clinicId, admitting, nameOf);

async function fail(): Promise<never> {
  throw new Error('of the work');
}

describe('work that a statement admits', () => {
  test('BEGIN, the admission and the first statement travel in one write, COMMIT in a second one', async () => {
    await readName();
    assert.equal(await writesOf(readName), 2);
    assert.equal(await writesOf(() => withTenant(pool, clinicId, nameOf)), 2);
  });

  test('the admission sees the clinic of the transaction', async () => {
    const seen: string[] = [];
    const seeing = admission((rows) => seen.push(...rows.map(({ clinic }) => clinic)));
    await withTenantAdmitted(pool, clinicId, seeing, async () => {});
    assert.deepEqual(seen, [clinicId]);
  });

  test('refused work gets no answer of the database, and what it sent is undone', async () => {
    const before = await withTenant(pool, clinicId, nameOf);
    const steps: string[] = [];
    const work = async (db: Db) => {
      steps.push('sent');
      await rename(db, 'changed');
      steps.push('answered');
    };
    await assert.rejects(withTenantAdmitted(pool, clinicId, refusing, work), /^Error: refused$/);
    assert.deepEqual(steps, ['sent']);
    assert.deepEqual(await withTenant(pool, clinicId, nameOf), before);
  });

  test('the refusal of the admission comes before an error of the work', async () => {
    await assert.rejects(withTenantAdmitted(pool, clinicId, refusing, fail), /^Error: refused$/);
  });

  test('an admission that the database cannot answer refuses the work', async () => {
    const broken: Admission<Asked> = {
      statement: (db) => sql<Asked>`SELECT 1 / 0 AS clinic`.compile(db),
      decide: () => {},
    };
    await assert.rejects(withTenantAdmitted(pool, clinicId, broken, nameOf), { code: '22012' });
    await readName();
  });
});
