import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { csv, exported, exportScene, type Scene } from '../../../test/export-scene.ts';
import { madeFile } from '../../../test/made-instruments.ts';
import { getPage, submit } from '../../../test/survey-calls.ts';
import type { SurveyPage } from '../../contract/surveys.ts';
import { buildApp } from '../app.ts';
import { judgeSymptomChanges } from '../reports/symptom-change.ts';
import { servicesOf, type Services } from '../services.ts';
import { exportPatient } from '../subject-rights/access-export.ts';
import { publishInstrument, setClinicProtocol } from './clinic-content.ts';
import { loadRegistry } from './registry.ts';

// Clinics with questionnaires of their own, on two processes with one database.

let scene: Scene;
let services: Services;
let [first, second]: [FastifyInstance, FastifyInstance] = [] as never;

before(async () => {
  scene = await exportScene();
  services = scene.services;
  const files = { protocolFile: services.config.protocol, instrumentsDir: undefined };
  first = await buildApp(services);
  second = await buildApp({ ...services, registry: await loadRegistry(services.pool, files) });
});

const licence = { kind: 'free', number: '', date: null };
const signatures = [{ by: 'A. Beispiel', role: 'clinical', at: '2026-11-28T10:00:00.000Z' }];
const beside = { licence, signatures };

const items = { 'own-1': [0, 3], 'own-2': [0, 3] } as const;
const scales = [{ key: 'own', method: 'sum', items: ['own-1', 'own-2'] }];

const aFile = (change: object = {}) => ({ ...madeFile({ id: 'own', items, scales }), ...change });

const publish = (clinicId: string, content: object) =>
  inClinic(services, clinicId, (db) => publishInstrument(db, clinicId, { content, ...beside }));

/** Lets every window of a clinic ask for these questionnaires. */
const ask = (clinicId: string, instruments: string[], from = 0) =>
  inClinic(services, clinicId, async (db) => {
    const { protocol } = (await servicesOf(db, services, clinicId)).registry;
    const windows = protocol.windows.map((window) => ({ ...window, instruments }));
    return setClinicProtocol(
      db,
      clinicId,
      { ...protocol, parts: [], skips: [], sections: {}, windows },
      from,
    );
  });

async function aPerson(clinicId: string) {
  const clinician = await aClinician(services, clinicId);
  const patient = await aPatient(services, clinicId, { clinicianId: clinician.id });
  return { clinician, patient, as: await signIn(services, patient) };
}

const highest = ({ items: asked }: SurveyPage) =>
  asked.map(({ id, response_options: options }) => ({
    id,
    label: options.at(-1)?.label,
    value: options.at(-1)?.value,
    time_taken: 1,
    optionalQuestion: false,
  }));

async function reportOf(app: FastifyInstance, clinician: TestUser, sessionId: string): Promise<string> {
  const as = await signIn(services, clinician);
  const params = { id: sessionId };
  const { status, body } = await call(app, 'getClinicianReport', { as, params });
  assert.equal(status, 200);
  return String(body);
}

test('two clinics publish different questionnaires under one name, and each asks, scores and reports its own in every process', async () => {
  const clinics: string[] = [];
  for (const title of ['Fragebogen Nord', 'Fragebogen Süd']) {
    const { id: clinicId, name } = await aClinic(services);
    clinics.push(name);
    const before = await aPerson(clinicId);
    assert.notEqual((await getPage(second, before.as)).items[0]?.id, 'own-1', 'the operator’s protocol asks');
    const { clinician, patient, as } = await aPerson(clinicId);
    await publish(clinicId, aFile({ title }));
    await ask(clinicId, ['own']);
    const page = await getPage(first, as);
    assert.deepEqual(
      page.items.map(({ id }) => id),
      ['own-1', 'own-2'],
    );
    assert.equal((await submit(second, as, highest(page))).status, 200);
    await judgeSymptomChanges(services);
    const [session] = await inClinic(services, clinicId, (db) =>
      db
        .selectFrom('survey_sessions')
        .selectAll()
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', patient.id)
        .execute(),
    );
    assert.deepEqual(session?.instruments, [{ id: 'own', version: '1.0.0' }]);
    for (const app of [first, second]) {
      const report = await reportOf(app, clinician, session!.id);
      assert.ok(report.includes(title), title);
    }
    const data = await inClinic(services, clinicId, async (db) =>
      exportPatient(db, await servicesOf(db, services, clinicId), {
        clinic: { id: clinicId, name: '' },
        patient: { id: patient.id, code: patient.name },
      }),
    );
    assert.match(JSON.stringify(data), /Frage 2/);
    const files = await exported(scene, '--clinic', name);
    assert.match(files.get('codebook.html') ?? '', new RegExp(title));
    const [score] = csv(files, 'scores.csv');
    assert.deepEqual([score?.['instrument'], score?.['score']], ['own', '6']);
  }
  await assert.rejects(exported(scene), /published different questionnaires as "own" 1\.0\.0: export each/);
});

test('a survey that was begun goes on with the protocol and the version that it began with', async () => {
  const { id: clinicId } = await aClinic(services);
  const { as } = await aPerson(clinicId);
  await publish(clinicId, aFile());
  assert.equal(await ask(clinicId, ['own']), 1);
  const page = await getPage(first, as);
  await publish(clinicId, aFile({ version: '2.0.0', title: 'Zweite Fassung' }));
  assert.equal(await ask(clinicId, ['dep'], 1), 2);
  assert.deepEqual(await getPage(second, as), page);
  assert.equal((await submit(first, as, highest(page))).status, 200);
  const other = await aPerson(clinicId);
  assert.notEqual((await getPage(second, other.as)).items[0]?.id, 'own-1');
  const pinned = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('survey_sessions')
      .select(['protocol_version', 'instruments'])
      .where('clinic_id', '=', clinicId)
      .orderBy('protocol_version')
      .execute(),
  );
  assert.deepEqual(
    pinned.map((one) => one.protocol_version),
    ['1.0.1', '1.0.2'],
  );
  assert.deepEqual(pinned[0]?.instruments, [{ id: 'own', version: '1.0.0' }]);
});

const refusedAs = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

test('a published version stays, ids of the operator are reserved, and a protocol over a newer one is refused', async () => {
  const { id: clinicId } = await aClinic(services);
  await publish(clinicId, aFile());
  await assert.rejects(publish(clinicId, aFile({ title: 'Anders' })), refusedAs('version_taken'));
  await assert.rejects(publish(clinicId, madeFile({ id: 'dep', items, scales })), refusedAs('id_taken'));
  await ask(clinicId, ['own']);
  await assert.rejects(ask(clinicId, ['own']), refusedAs('changed_meanwhile'));
  const stored = await inClinic(services, clinicId, async (db) => {
    const { registry } = await servicesOf(db, services, clinicId);
    return [registry.instruments.get('own')?.title, registry.protocol.version];
  });
  assert.deepEqual(stored, ['Beispiel own', '1.0.1']);
});
