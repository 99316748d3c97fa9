import { strict as assert } from 'node:assert';
import type { Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { aClinic } from '../../../test/builders.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { testDatabase } from '../../../test/database.ts';
import { AppError } from '../settings/app-error.ts';
import { type Admission, believe, type Db, send, withTenant, withTenantAdmitted } from './transaction.ts';

let pool: Pool;
let clinicId: string;

before(async () => {
  const { url } = await testDatabase();
  pool = aPool(url, 1);
  clinicId = (await aClinic(await testServices({ pool }))).id;
});

type Asked = { clinic: string };

const asked = sql<Asked>`SELECT current_setting('app.clinic_id') AS clinic`;
const isSo = sql<boolean>`true`;
const isOtherwise = sql<boolean>`false`;

const admitting: Admission<Asked> = { expected: isSo, statement: asked, decide: () => {} };
const refuse = () => {
  throw new Error('refused');
};
const refusing: Admission<Asked> = { expected: isOtherwise, statement: asked, decide: refuse };

const renaming = (db: Db, name: string) => ({
  compile: () => db.updateTable('clinics').set({ name }).compile(),
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

// The head of the message that ends the answer to an exchange.
const READY = 'Z\0\0\0\u0005';

const readName = () => withTenantAdmitted(pool, clinicId, admitting, nameOf);

const believing = () => withTenantAdmitted(pool, clinicId, admitting, async (db) => believe(db, isSo));

async function fail(): Promise<never> {
  throw new Error('of the work');
}

async function sendOtherwise(db: Db): Promise<void> {
  void send(db, sql`SELECT expect(false)`);
}

async function sendError(db: Db): Promise<void> {
  void send(db, sql`SELECT 1 / 0`);
  void send(db, renaming(db, 'after the error'));
}

async function refuseAnError(db: Db): Promise<void> {
  believe(db, isSo);
  await send(db, sql`SELECT 1 / 0`).catch(() => {
    throw new AppError('username_taken');
  });
}

const unsendable = {
  toJSON() {
    throw new Error('no JSON');
  },
};

async function sendUnsendable(db: Db): Promise<void> {
  void send(db, renaming(db, 'without the other'));
  void send(db, sql`SELECT ${unsendable}::jsonb`);
}

const together = (db: Db) => Promise.all([nameOf(db), nameOf(db), send(db, asked)]);

const textOf = (json: unknown) =>
  withTenant(pool, clinicId, (db) => send(db, sql<Asked>`SELECT ${json}::jsonb #>> '{}' AS clinic`));

async function believeAndFail(db: Db): Promise<never> {
  believe(db, isSo);
  return fail();
}

describe('work that a statement admits', () => {
  test('BEGIN, the admission and the first statement travel in one write, COMMIT in a second one', async () => {
    await readName();
    assert.equal(await writesOf(readName), 2);
    assert.equal(await writesOf(() => withTenant(pool, clinicId, nameOf)), 2);
  });

  test('the admission sees the clinic of the transaction', async () => {
    const seen: string[] = [];
    const decide = (rows: readonly Asked[]) => seen.push(...rows.map(({ clinic }) => clinic));
    await withTenantAdmitted(pool, clinicId, { ...refusing, decide }, async () => {});
    assert.deepEqual(seen, [clinicId]);
  });

  test('admitted work is decided by what the process knows, and no statement is asked', async () => {
    await withTenantAdmitted(pool, clinicId, { ...admitting, decide: refuse }, nameOf);
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

  test('work that awaits nothing leaves with BEGIN and COMMIT in one write, also if it writes', async () => {
    assert.equal(await believing(), true);
    assert.equal(await writesOf(believing), 1);
    const write = () =>
      withTenantAdmitted(pool, clinicId, admitting, async (db) => {
        believe(db, isSo);
        void send(db, renaming(db, 'sent'));
      });
    await write();
    assert.equal(await writesOf(write), 1);
    assert.equal((await withTenant(pool, clinicId, nameOf)).name, 'sent');
  });

  test('what was sent on an outdated belief is undone, and the work is done again without it', async () => {
    const attempts: boolean[] = [];
    const work = async (db: Db) => {
      const believes = believe(db, isOtherwise);
      attempts.push(believes);
      void send(db, renaming(db, believes ? 'believed' : 'read'));
    };
    await withTenantAdmitted(pool, clinicId, admitting, work);
    assert.deepEqual(attempts, [true, false]);
    assert.equal((await withTenant(pool, clinicId, nameOf)).name, 'read');
  });

  test('an error of the work counts only if what it believed is so', async () => {
    let attempts = 0;
    const work = async (db: Db) => {
      attempts += 1;
      if (believe(db, isOtherwise)) await fail();
    };
    await withTenantAdmitted(pool, clinicId, admitting, work);
    assert.equal(attempts, 2);
    await assert.rejects(
      withTenantAdmitted(pool, clinicId, admitting, believeAndFail),
      /^Error: of the work$/,
    );
  });

  test('a refusal of the work counts only if the database could say that the work believed what is so', async () => {
    const refuseAfter = async (db: Db, sent: typeof one) => {
      void send(db, sent);
      believe(db, isSo);
      throw new AppError('window_closed');
    };
    const one = sql<Record<string, unknown>>`SELECT 1`;
    const failing = sql<Record<string, unknown>>`SELECT 1 / 0`;
    const after = (sent: typeof one) =>
      withTenantAdmitted(pool, clinicId, admitting, (db) => refuseAfter(db, sent));
    await assert.rejects(after(one), { code: 'window_closed' });
    await assert.rejects(after(failing), { code: '22012' });
  });

  test('a refusal that the work makes of an error of the database counts', async () => {
    await assert.rejects(withTenantAdmitted(pool, clinicId, admitting, refuseAnError), {
      code: 'username_taken',
    });
  });

  test('the refusal of the admission comes before an outdated belief', async () => {
    const attempts: boolean[] = [];
    const work = async (db: Db) => attempts.push(believe(db, isOtherwise));
    await assert.rejects(withTenantAdmitted(pool, clinicId, refusing, work), /^Error: refused$/);
    assert.deepEqual(attempts, [true]);
  });

  test('work that meets one change after the other fails as unavailable', async () => {
    await assert.rejects(withTenantAdmitted(pool, clinicId, admitting, sendOtherwise), {
      code: 'unavailable',
    });
    await readName();
  });

  test('a statement that was sent and fails takes the whole work with it, under its own error', async () => {
    await assert.rejects(withTenant(pool, clinicId, sendError), { code: '22012' });
    assert.notEqual((await withTenant(pool, clinicId, nameOf)).name, 'after the error');
  });

  test('a statement with a value that cannot be sent takes the whole work with it', async () => {
    await assert.rejects(withTenant(pool, clinicId, sendUnsendable), /no JSON/);
    assert.notEqual((await withTenant(pool, clinicId, nameOf)).name, 'without the other');
    await readName();
  });

  test('a statement whose value could not be sent works with the next value', async () => {
    assert.deepEqual(await textOf('"before"'), [{ clinic: 'before' }]);
    await assert.rejects(textOf(unsendable), /no JSON/);
    assert.deepEqual(await textOf('"after"'), [{ clinic: 'after' }]);
  });

  test('statements behind one that fails are skipped, and are asked again in the next work', async () => {
    const second = sql<Asked>`SELECT 'second' AS clinic`;
    const both = (divisor: number) =>
      withTenant(pool, clinicId, async (db) => {
        void send(db, sql`SELECT 1 / ${divisor}::integer`);
        return send(db, second);
      });
    await assert.rejects(both(0), { code: '22012' });
    assert.deepEqual(await both(1), [{ clinic: 'second' }]);
  });

  test('PostgreSQL answers statements that travel together in one write', async () => {
    await withTenant(pool, clinicId, together);
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    client.release();
    let syncs = 0;
    const count = (chunk: Buffer) => (syncs += chunk.toString('latin1').split(READY).length - 1);
    stream.on('data', count);
    const work = withTenant(pool, clinicId, together);
    await work;
    stream.off('data', count);
    // One for the statements, one for COMMIT.
    assert.equal(syncs, 2);
  });

  test('work gets an answer while PostgreSQL works on the next statement of the exchange', async () => {
    const { url } = await testDatabase();
    const other = await aPool(url, 1).connect();
    await other.query('SELECT pg_advisory_lock(251)');
    // PostgreSQL writes when it has 8 kB, so the second answer takes the end of the first one along.
    const long = sql<{ text: string }>`SELECT repeat('x', 30000) AS text`;
    const waits = sql<{ text: string }>`${long} UNION ALL SELECT pg_advisory_xact_lock(251)::text`;
    await withTenant(pool, clinicId, async (db) => {
      const [first, second] = [send(db, long), send(db, waits)];
      assert.equal((await first)[0]?.text.length, 30_000);
      await other.query('SELECT pg_advisory_unlock(251)');
      assert.equal((await second).length, 2);
    });
    other.release();
  });

  test('after a refusal the connection serves the next work', async () => {
    await assert.rejects(withTenantAdmitted(pool, clinicId, refusing, nameOf));
    await readName();
  });

  test('work without an admission believes nothing', async () => {
    assert.equal(await withTenant(pool, clinicId, async (db) => believe(db, isSo)), false);
  });

  test('an admission that the database cannot answer refuses the work', async () => {
    const broken = { ...admitting, expected: sql<boolean>`1 / 0 = 0` };
    await assert.rejects(withTenantAdmitted(pool, clinicId, broken, nameOf), { code: '22012' });
    await readName();
  });
});
