import assert from 'node:assert/strict';
import { readHeads } from '../../src/server/audit/heads-file.ts';
import { sealAudit } from '../../src/server/audit/sealer.ts';
import { verifyAudit } from '../../src/server/audit/verify.ts';
import type { Services } from '../../src/server/services.ts';
import { inClinic } from '../builders.ts';
import { openedAnswers } from '../opened-answers.ts';
import type { Load, Registered, Scene } from './load.ts';

type Looked = Pick<Services, 'pool'>;

/** Item and value in a form that storing does not change. Of a private text only its item counts. */
function comparable(answers: readonly { id: string; value: unknown }[]): string[] {
  return answers
    .map(({ id, value }) => {
      const number = Number.parseFloat(String(value).replace(',', '.'));
      return Number.isNaN(number) ? id : `${id}=${number}`;
    })
    .sort();
}

/**
 * The oracle. Every acknowledged write is stored once, unchanged and in order; nothing else is stored; the audit chain is
 * whole and agrees with the heads outside the database. Returns a sentence about the comparison.
 */
export async function assertStored(
  services: Services,
  scene: Scene,
  load: Load,
  dataDir?: string,
): Promise<string> {
  assert.deepEqual(load.wrong, []);
  await assertPatients(services, scene, load.registered);
  let answers = 0;
  const opened = Map.groupBy(await openedAnswers(services, scene.clinicId), (row) => row.patient_id);
  for (const patient of load.registered)
    answers += await assertPages(services, scene, { patient, stored: opened.get(patient.id) ?? [] });
  const sealed = await assertChain(services, scene, dataDir);
  const { acknowledged, unavailable, unreachable, logins } = load.counts;
  return (
    `${acknowledged} writes acknowledged, ${unavailable} answers 503, ${unreachable} without an answer, ${logins} logins; ` +
    `${load.registered.length} patients and ${answers} answers compared, ${sealed} audit rows in the chain`
  );
}

const pairs = (list: readonly { id: string; code: string }[]) =>
  list.map(({ id, code }) => `${id} ${code}`).sort();

async function assertPatients(
  services: Services,
  { clinicId, colleague }: Scene,
  sent: readonly Registered[],
) {
  const stored = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select(['id', 'code', 'clinician_id']).where('code', 'like', 'LAST%').execute(),
  );
  // Every registration was repeated until it was acknowledged, so each is stored once with its own id.
  assert.deepEqual(pairs(stored), pairs(sent));
  const moved = new Set(sent.filter(({ movedBy }) => movedBy !== undefined).map(({ id }) => id));
  for (const { id, clinician_id: clinician } of stored)
    assert.equal(clinician === colleague.id, moved.has(id));
  const rows = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select(['action'])
      .where('action', 'in', ['patient_registered', 'patient_assigned'])
      .execute(),
  );
  const count = (action: string) => rows.filter((row) => row.action === action).length;
  assert.equal(count('patient_registered'), sent.length);
  assert.equal(count('patient_assigned'), moved.size);
}

type Opened = Awaited<ReturnType<typeof openedAnswers>>;

async function assertPages(
  services: Services,
  { clinicId }: Scene,
  { patient, stored }: { patient: Registered; stored: Opened },
): Promise<number> {
  const sessions = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('survey_sessions')
      .select(['page_count', 'finished_at'])
      .where('patient_id', '=', patient.id)
      .execute(),
  );
  assert.ok(patient.pages.every(({ acknowledged }) => acknowledged));
  assert.ok(sessions.length <= 1, 'one session a window');
  assert.equal(
    sessions[0]?.page_count ?? 0,
    patient.pages.length,
    `pages of ${patient.code}, none lost, none twice`,
  );
  if (patient.finished) assert.ok(sessions[0]?.finished_at, 'a survey at its end is finished');
  for (const [index, { answers }] of patient.pages.entries()) {
    const page = stored
      .filter((row) => row.page_number === index + 1)
      .map(({ item_id: id, value, isPrivate }) => ({ id, value: isPrivate ? null : value }));
    assert.deepEqual(comparable(page), comparable(answers), 'each page holds what was sent');
  }
  return stored.length;
}

async function assertChain(
  { pool }: Looked,
  { clinicId }: Scene,
  dataDir: string | undefined,
): Promise<number> {
  await sealAudit(pool);
  const heads = dataDir === undefined ? new Map() : (await readHeads(dataDir))(clinicId);
  const { findings, sealed, waiting } = await verifyAudit(pool, clinicId, heads);
  assert.deepEqual({ findings, waiting }, { findings: [], waiting: 0 });
  return sealed;
}
