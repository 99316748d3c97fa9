import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  aPatient,
  becomeOwner,
  forgetPatient,
  inClinic,
  type TestClinic,
  type TestUser,
} from '../../../test/builders.ts';
import { manage } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { leaveTraces } from '../../../test/traces.ts';
import { buildApp } from '../app.ts';
import { erasePatient } from '../subject-rights/erase.ts';
import type { QueueTable } from '../mail/queue-queries.ts';
import type { Services } from '../services.ts';
import { withoutTenant, type Db } from './transaction.ts';

const dataDir = '/nowhere';
const refused = { code: '42501' };
let services: Services;
let app: FastifyInstance;
let clinic: TestClinic;
let staff: TestUser;
let patient: TestUser;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinic = await aClinic(services);
  staff = await aClinician(services, clinic.id);
  patient = await aPatient(services, clinic.id, { clinicianId: staff.id });
  await leaveTraces(services, app, patient, staff);
});

const asServer = <T>(work: (db: Db) => Promise<T>) => inClinic(services, clinic.id, work);

// One statement deletes from all queues of mails.
const queues: QueueTable[] = ['outbox', 'crisis_reminders', 'address_confirmations'];

/** The tables that a statement of the program names after DELETE. */
function deletedByTheProgram(): Set<string> {
  const folder = new URL('../../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:deleteFrom\('|DELETE FROM )(\w+)/g)].map(([, name = '']) => name),
    ),
  );
}

describe("what the server's role may delete", () => {
  test('it may delete from no table from which the program deletes nothing', async () => {
    const { rows } = await withoutTenant(services.pool, (db) =>
      sql<{ name: string }>`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p') AND has_table_privilege('resonanz_app', oid, 'DELETE') ORDER BY 1`.execute(
        db,
      ),
    );
    assert.ok(rows.length > 5);
    const used = deletedByTheProgram().union(new Set(queues));
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !used.has(name)),
      [],
    );
  });

  test('it cannot delete a patient, a survey, a clinic or a migration', async () => {
    for (const table of [
      'patients',
      'survey_sessions',
      'scores',
      'clinics',
      'schema_migrations',
      'crisis_events',
    ])
      await assert.rejects(
        asServer((db) => sql`DELETE FROM ${sql.table(table)}`.execute(db)),
        refused,
        table,
      );
  });

  test('"audit verify" names a patient whom somebody deleted past the erasure, and none who was erased', async () => {
    const [kept, gone, erased] = await Promise.all(
      Array.from({ length: 3 }, () => aPatient(services, clinic.id, { clinicianId: staff.id })),
    );
    for (const one of [kept!, gone!, erased!]) await leaveTraces(services, app, one, staff);
    const { clinicId, id, name: code } = erased!;
    await asServer((db) =>
      erasePatient(db, services.keys, { clinicId, id, code }, { role: 'operator', requestId: 'manage' }),
    );
    assert.equal((await manage({ services, dataDir }, 'audit', 'verify')).code, 0);
    await forgetPatient(services, gone!);
    const { code: exit, notes } = await manage({ services, dataDir }, 'audit', 'verify');
    assert.equal(exit, 1);
    assert.deepEqual(
      [kept!, gone!, erased!].map((one) => notes.includes(one.id)),
      [false, true, false],
    );
  });
});

const answers = () =>
  asServer((db) =>
    db.selectFrom('answers').select(['session_id', 'item_id', 'encrypted']).orderBy('item_id').execute(),
  );
const reports = () =>
  asServer((db) =>
    db.selectFrom('reports').select(['session_id', 'audience', 'hash', 'html_encrypted']).execute(),
  );

/** Cells that are no renewal of this one: other bytes, another cell, a version that nobody knows. */
const forgeries = (cell: Buffer, other: Buffer) => [
  Buffer.from('x'),
  Buffer.alloc(0),
  other,
  Buffer.concat([cell.subarray(0, 1), Buffer.alloc(cell.length - 1)]),
  Buffer.concat([Buffer.of(cell[0]! + 1), cell.subarray(1)]),
  Buffer.concat([Buffer.of(255), cell.subarray(1)]),
];

describe("what the server's role may overwrite", () => {
  test('no answer, outside a change of the keys', async () => {
    const stored = await answers();
    const [one, two] = stored.filter(({ encrypted }) => encrypted !== null);
    for (const cell of forgeries(one!.encrypted!, two!.encrypted!))
      await assert.rejects(
        asServer((db) =>
          sql`SELECT renew_answer_cell(${one!.session_id}, ${one!.item_id}, ${one!.encrypted}, ${cell})`.execute(
            db,
          ),
        ),
        refused,
      );
    assert.deepEqual(await answers(), stored);
  });

  test('no report, outside a change of the keys', async () => {
    const stored = await reports();
    const [one] = stored;
    for (const cell of forgeries(one!.html_encrypted, Buffer.from(one!.html_encrypted).reverse()))
      await assert.rejects(
        asServer((db) =>
          sql`SELECT renew_report_cell(${one!.session_id}, ${one!.audience}, ${one!.hash}, ${one!.html_encrypted}, ${cell})`.execute(
            db,
          ),
        ),
        refused,
      );
    assert.deepEqual(await reports(), stored);
  });
});

const dutyAddressOf = async (id: string) => {
  const { rows } = await asServer((db) =>
    sql<{
      duty_address: string;
      name: string;
    }>`SELECT duty_address, name FROM clinics WHERE id = ${id}`.execute(db),
  );
  return rows[0]!;
};
const redirect = (
  id: string,
) => sql`UPDATE clinics SET duty_address = 'dieb@praxis.example', suspended = now(), name = 'x',
  name_key = 'x', help = NULL WHERE id = ${id}`;

describe('the settings of a clinic', () => {
  test('change neither from another clinic nor without one, and a statement that names no clinic fails', async () => {
    const other = await aClinic(services);
    const before = await dutyAddressOf(other.id);
    const everyone = sql`UPDATE clinics SET suspended = now()`;
    for (const change of [redirect(other.id), everyone]) {
      await assert.rejects(
        asServer((db) => change.execute(db)),
        refused,
      );
      await assert.rejects(
        withoutTenant(services.pool, (db) => change.execute(db)),
        refused,
      );
    }
    const { numAffectedRows } = await asServer((db) =>
      sql`UPDATE clinics SET duty_address = 'x@praxis.example' WHERE id = ${clinic.id}`.execute(db),
    );
    assert.equal(numAffectedRows, 1n);
    assert.deepEqual(await dutyAddressOf(other.id), before);
  });

  test('cannot move to another clinic', async () => {
    await assert.rejects(
      asServer((db) => sql`UPDATE clinics SET id = gen_random_uuid() WHERE id = ${clinic.id}`.execute(db)),
      refused,
    );
  });

  test('can be changed and deleted by the owner of the tables, who erases and restores clinics', async () => {
    const other = await aClinic(services);
    await asServer(async (db) => {
      await becomeOwner(db);
      await redirect(other.id).execute(db);
      const { numAffectedRows } = await sql`DELETE FROM clinics WHERE id = ${other.id}`.execute(db);
      assert.equal(numAffectedRows, 1n);
    });
  });
});
