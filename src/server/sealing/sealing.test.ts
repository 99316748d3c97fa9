import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { sql } from 'kysely';
import { becomeOwner, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { eventually } from '../../../test/eventually.ts';
import { exported, exportScene, type Scene } from '../../../test/export-scene.ts';
import { openedAnswers } from '../../../test/opened-answers.ts';
import { manage } from '../../../test/operator.ts';
import { found, stolenTexts } from '../../../test/stolen.ts';
import { buildApp } from '../app.ts';
import { jobActor } from '../audit/job-actor.ts';
import { listClinics } from '../clinics/queries.ts';
import { createDemoData } from '../demo/demo.ts';
import type { Sealed } from '../database/schema.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { openScore, type ScoreRow } from '../keys/score-cells.ts';
import { openContent } from '../keys/patient-cells.ts';
import { exportPatient } from '../subject-rights/access-export.ts';
import type { Services } from '../services.ts';
import { beginSealing, countInClear, rereadSealing, sealRows } from './sealing.ts';

const actor = jobActor('test');
const urlOf = ({ pool }: Services) => pool.options.connectionString ?? '';

/** The demo data, as a server writes it that encrypts answers and scores, or as one of the version before. */
async function demoScene(version: 'now' | 'before'): Promise<Scene & { app: FastifyInstance }> {
  const { services: started, dataDir } = await exportScene();
  const at = started.now();
  const sealing = version === 'now' ? started.sealing : new Set<Sealed>();
  const services = { ...started, sealing, now: () => at };
  await createDemoData(services);
  return { services, dataDir, app: await buildApp(services) };
}

const clinicsOf = ({ pool }: Services) => withoutTenant(pool, listClinics);

async function firstClinic(services: Services) {
  return (await clinicsOf(services)).find(({ name }) => name === 'Ambulanz Musterstadt')!;
}

/** Every list and report of a clinician, every export of a patient and the research data. */
async function everythingShown({ services, dataDir, app }: Scene & { app: FastifyInstance }) {
  const shown: Record<string, unknown> = {};
  for (const clinic of await clinicsOf(services)) {
    const { patients, sessions } = await inClinic(services, clinic.id, async (db) => ({
      patients: await db
        .selectFrom('patients')
        .select(['id', 'code', 'clinician_id'])
        .orderBy('code')
        .execute(),
      sessions: await db
        .selectFrom('survey_sessions as s')
        .innerJoin('patients as p', 'p.id', 's.patient_id')
        .select(['s.id', 'p.clinician_id'])
        .where('s.finished_at', 'is not', null)
        .execute(),
    }));
    for (const { id, clinician_id } of sessions) {
      const clinician = {
        clinicId: clinic.id,
        id: clinician_id,
        role: 'clinician',
        name: '',
        secret: '',
      } as const;
      const as = await signIn(services, clinician);
      const { status, body } = await call(app, 'getClinicianReport', { as, params: { id } });
      assert.equal(status, 200);
      shown[id] = body;
    }
    for (const id of new Set(patients.map(({ clinician_id }) => clinician_id))) {
      const as = await signIn(services, { clinicId: clinic.id, id, role: 'clinician', name: '', secret: '' });
      shown[`list ${id}`] = (await call(app, 'listOwnPatients', { as })).body;
    }
    for (const patient of patients) {
      const { data } = await inClinic(services, clinic.id, (db) =>
        exportPatient(db, services, { clinic, patient }),
      );
      // Reading adds to the trail, to the sign-ins and to the reports that were shown.
      shown[patient.id] = data.filter(({ table }) => !['audit', 'reports', 'login_sessions'].includes(table));
    }
  }
  const research = await exported({ services, dataDir }, '--free-text');
  return {
    ...shown,
    research: [...research].filter(([name]) => name.endsWith('.csv') || name.endsWith('.ndjson')),
  };
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
  return rows.map((row) => openScore(keys, { clinicId, sessionId: row.session_id }, row as ScoreRow));
}

describe('a thief of the database', () => {
  test('reads no answer, score, diagnosis and label without the key file', async () => {
    const { services } = await demoScene('now');
    const texts = await stolenTexts(urlOf(services));
    assert.deepEqual(found(texts, await secretsOf(services)), []);
    assert.deepEqual(await countInClear(services), { patients: 0, answers: 0, scores: 0 });
  });

  test('cannot tell by the length of a cell which option was chosen', async () => {
    const { services } = await demoScene('now');
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
    for (const given of varied)
      assert.equal(new Set(given.map(({ encrypted }) => encrypted?.length)).size, 1);
  });

  test('who swaps two answers or two scores makes them unreadable', async () => {
    const { services } = await demoScene('now');
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

describe('a database of the version before', () => {
  let scene: Awaited<ReturnType<typeof demoScene>>;
  let earlier: unknown;
  before(async () => {
    scene = await demoScene('before');
    earlier = await everythingShown(scene);
  });

  test('holds answers and scores in clear until the operator calls "keys seal"', async () => {
    const { services } = scene;
    const inClear = await countInClear(services);
    assert.ok(inClear.patients >= 12 && inClear.answers > 400 && inClear.scores > 20);
    assert.deepEqual(await sealRows(services, { actor }), { patients: 0, answers: 0, scores: 0 });
    const { out } = await manage(scene, 'keys', 'seal', '--count', '--json');
    assert.deepEqual(JSON.parse(out), [inClear]);
    assert.notDeepEqual(found(await stolenTexts(urlOf(services)), await secretsOf(services)), []);
  });

  test('shows the same reports and exports, byte by byte, while it is encrypted and afterwards', async () => {
    const { services } = scene;
    const inClear = await countInClear(services);
    await beginSealing(services);
    // The first run is broken off after one step of each clinic and table.
    const first = await sealRows(services, { actor, stopped: AbortSignal.abort() });
    assert.ok(first.answers > 0 && first.answers < inClear.answers);
    assert.deepEqual(await everythingShown(scene), earlier);
    const runs = await Promise.all([sealRows(services, { actor }), sealRows(services, { actor })]);
    assert.equal(first.answers + runs[0].answers + runs[1].answers, inClear.answers);
    assert.equal(first.patients + runs[0].patients + runs[1].patients, inClear.patients);
    assert.equal(first.scores + runs[0].scores + runs[1].scores, inClear.scores);
    assert.deepEqual(await countInClear(services), { patients: 0, answers: 0, scores: 0 });
    assert.deepEqual(await everythingShown(scene), earlier);
    assert.deepEqual(found(await stolenTexts(urlOf(services)), await secretsOf(services)), []);
    const clinic = await firstClinic(services);
    const trail = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('audit').select('object_id').where('action', '=', 'rows_encrypted').execute(),
    );
    assert.deepEqual(new Set(trail.map((row) => row.object_id)), new Set(['patients', 'answers', 'scores']));
  });

  test('is written encrypted by another server as soon as that has learned of it', async () => {
    const other = { ...scene.services, sealing: new Set<Sealed>() };
    await rereadSealing(other);
    assert.deepEqual([...other.sealing].sort(), ['answers', 'patients']);
  });
});

test('a run that is killed in the middle of a batch leaves that batch as it was, and the next run goes on', async () => {
  const scene = await demoScene('before');
  const { services } = scene;
  await beginSealing(services);
  // A run that is stopped ends after its first batch of each table.
  await sealRows(services, { actor, stopped: AbortSignal.abort() });
  const inClear = await countInClear(services);
  assert.ok(inClear.answers > 0);
  const other = await new Client(urlOf(services)).connect();
  await other.query('BEGIN');
  // Every batch to come has one of these rows, in whatever order the database reads them. The first row stays free.
  await other.query('SELECT FROM answers WHERE encrypted IS NULL OFFSET 1 FOR UPDATE');
  const killed = assert.rejects(sealRows(services, { actor }));
  const end = `SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
  await eventually(async () => assert.equal((await other.query(end)).rowCount, 1));
  await killed;
  await other.query('ROLLBACK');
  await other.end();
  const left = await countInClear(services);
  assert.deepEqual(left, inClear);
  assert.equal((await sealRows(services, { actor })).answers, left.answers);
  assert.deepEqual(await countInClear(services), { patients: 0, answers: 0, scores: 0 });
  await scene.app.close();
});
