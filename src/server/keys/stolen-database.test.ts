import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { becomeOwner, inClinic } from '../../../test/builders.ts';
import { openedAnswers } from '../../../test/opened-answers.ts';
import { testServices } from '../../../test/services.ts';
import { found, stolenTexts } from '../../../test/stolen.ts';
import { listClinics } from '../clinics/queries.ts';
import { createDemoData } from '../demo/demo.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { openContent } from './patient-cells.ts';
import { openScore } from './score-cells.ts';

const urlOf = ({ pool }: Services) => pool.options.connectionString ?? '';

/** A server with the demo data. */
async function demoScene(): Promise<Services> {
  const started = await testServices();
  const at = started.now();
  const services = { ...started, now: () => at };
  await createDemoData(services);
  return services;
}

const clinicsOf = ({ pool }: Services) => withoutTenant(pool, listClinics);

async function firstClinic(services: Services) {
  return (await clinicsOf(services)).find(({ name }) => name === 'Ambulanz Musterstadt')!;
}

/** Diagnoses and labels of the patients of a clinic. */
async function contentsOf({ keys, pool }: Services, clinicId: string): Promise<string[]> {
  const rows = await withTenant(pool, clinicId, (db) => db.selectFrom('patients').selectAll().execute());
  return rows.flatMap((row) => {
    const { diagnosisIds, labels } = openContent(keys, row);
    return [...diagnosisIds, ...labels.map(({ value }) => value)];
  });
}

/** What only answers, scores, diagnoses and labels of the demo patients hold. */
async function secretsOf(services: Services): Promise<string[]> {
  const answers = [];
  const contents = [];
  for (const { id } of await clinicsOf(services)) {
    answers.push(...(await openedAnswers(services, id)));
    contents.push(...(await contentsOf(services, id)));
  }
  assert.ok(contents.includes('S-17') && contents.includes('F32.1'));
  const words = answers.flatMap(({ label }) => [label].flat()).filter((label) => label.length >= 6);
  assert.ok(words.length > 200);
  return [...words, ...contents, '"theta"', '"raw"', '"items_answered"'];
}

async function readScores({ keys, pool }: Services, clinicId: string) {
  const rows = await withTenant(pool, clinicId, (db) => db.selectFrom('scores').selectAll().execute());
  return rows.map((row) => openScore(keys, { clinicId, sessionId: row.session_id }, row));
}

describe('a thief of the database', () => {
  test('reads no answer, score, diagnosis and label without the key file', async () => {
    const services = await demoScene();
    const texts = await stolenTexts(urlOf(services));
    assert.deepEqual(found(texts, await secretsOf(services)), []);
  });

  test('cannot tell by the length of a cell which option was chosen', async () => {
    const services = await demoScene();
    const clinic = await firstClinic(services);
    const rows = await openedAnswers(services, clinic.id);
    const items = Map.groupBy(
      rows.filter(({ label, isPrivate }) => label.length < 40 && !isPrivate),
      (row) => row.item_id,
    );
    const varied = [...items.values()].filter(
      (given) => new Set(given.map(({ label }) => label.length)).size > 1,
    );
    assert.ok(varied.length > 10);
    for (const given of varied) assert.equal(new Set(given.map(({ encrypted }) => encrypted.length)).size, 1);
  });

  test('who swaps two answers or two scores makes them unreadable', async () => {
    const services = await demoScene();
    const clinic = await firstClinic(services);
    const isRead = () => openedAnswers(services, clinic.id);
    await isRead();
    assert.ok((await readScores(services, clinic.id)).every(({ scale }) => scale));
    await inClinic(services, clinic.id, async (db) => {
      await becomeOwner(db);
      await sql`UPDATE answers a SET encrypted = b.encrypted FROM answers b
        WHERE a.session_id = b.session_id AND a.position = 0 AND b.position = 1 AND a.page_number = b.page_number`.execute(
        db,
      );
    });
    await assert.rejects(isRead);
    await inClinic(services, clinic.id, (db) =>
      sql`UPDATE scores a SET result_encrypted = b.result_encrypted FROM scores b WHERE a.session_id = b.session_id AND a.scale <> b.scale`.execute(
        db,
      ),
    );
    await assert.rejects(readScores(services, clinic.id));
  });
});
