import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { ClientBase } from 'pg';
import { everyRow, servicesOn } from '../../../test/backup-scene.ts';
import { aClinic, aPatient, signIn } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { answerSurvey } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { readLines, withCopySnapshot } from '../database/copy.ts';
import { selectInEachClinic } from '../database/each-clinic.ts';
import type { Services } from '../services.ts';
import { linesOf } from './rows.ts';
import { planTables } from './table-queries.ts';

let url: string;
let services: Services;

before(async () => {
  ({ url } = await testDatabase());
  services = await servicesOn(url);
  const app = await buildApp(services);
  for (let count = 0; count < 3; count++) {
    const { id } = await aClinic(services);
    for (let patients = 0; patients < 2; patients++)
      await answerSurvey(app, await signIn(services, await aPatient(services, id)));
  }
  await aClinic(services);
  await app.close();
});

async function linesRead(client: ClientBase, select: string): Promise<string[]> {
  const lines = [];
  for await (const piece of readLines(client, select))
    for (const line of linesOf(piece)) lines.push(line.toString());
  return lines;
}

/** The ways in which PostgreSQL may join two tables. */
const joins = ['hashjoin', 'mergejoin', 'nestloop'];

describe('a backup reads all clinics with one statement a table', () => {
  for (const join of joins)
    test(`it reads every row of every clinic once where tables are joined by ${join}`, async () => {
      const stored = await everyRow(url);
      const filled = ['answers', 'scores', 'audit_unsealed'].map((name) => stored.get(name)!.length);
      assert.ok(Math.min(...filled) >= 6, filled.join());
      await withCopySnapshot(services.pool, async (client) => {
        for (const other of joins.filter((one) => one !== join))
          await client.query(`SET LOCAL enable_${other} = off`);
        for (const { name, select } of await planTables(services.pool, 'installation')) {
          const lines = await linesRead(client, select);
          const table = name.replaceAll('"', '');
          assert.deepEqual(
            [lines.length, new Set(lines).size],
            Array(2).fill(stored.get(table)!.length),
            table,
          );
        }
      });
    });

  test('rows that are read in another clinic end the statement', async () => {
    const wrong = selectInEachClinic({
      columns: [`set_config('app.clinic_id', gen_random_uuid()::text, true)`],
      from: '(VALUES (entered.clinic)) AS one (clinic)',
    });
    await assert.rejects(
      withCopySnapshot(services.pool, (client) => linesRead(client, wrong)),
      /rows were read outside of clinic/,
    );
  });
});
