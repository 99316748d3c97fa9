import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addMonths } from '../../domain/dates.ts';
import type { Protocol } from '../../domain/protocol.ts';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import {
  answersTo,
  answerSurvey,
  getPage,
  pageWith,
  submit,
  withAnswer,
} from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { buildApp } from '../app.ts';
import { loadRegistry } from '../instruments/registry.ts';
import type { Services } from '../services.ts';

const scene = aSurveyScene();
const folder = mkdtempSync(join(tmpdir(), 'resonanz-crisis-'));
after(() => rmSync(folder, { recursive: true }));

const ITEM = 'dep-31';
const labels = ['nie', 'selten', 'manchmal', 'oft', 'fast immer'];
// A day on which the first INTERMEDIATE window is open.
const INTERMEDIATE = 95;

type Cookies = Record<string, string>;

async function aTherapy(services: Services = scene.services) {
  scene.daysLater = 0;
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id, { username: `maria${clinic.id.slice(0, 8)}` });
  const admission = services.today();
  const dates = { admission, discharge: addMonths(admission, 6) };
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id, ...dates });
  return {
    clinician,
    patient,
    asPatient: await signIn(services, patient),
    as: await signIn(services, clinician),
  };
}

const clinicianOf = (patient: TestUser & { clinicianId: string }): TestUser => ({
  ...patient,
  role: 'clinician',
  id: patient.clinicianId,
});

/** Answers the survey up to the item and the item itself; returns the session. */
async function answerItem(asPatient: Cookies, value: number, app = scene.app): Promise<string> {
  const page = await pageWith(app, asPatient, ITEM);
  const answers = withAnswer(answersTo(page), ITEM, { value, label: labels[value]! });
  assert.equal((await submit(app, asPatient, answers)).status, 200);
  return page.survey_session_id;
}

/** A finished survey with this answer. */
async function aSurvey(asPatient: Cookies, value: number, app = scene.app): Promise<string> {
  const session = await answerItem(asPatient, value, app);
  await answerSurvey(app, asPatient);
  return session;
}

async function boxOf(as: Cookies, session: string, app = scene.app): Promise<string> {
  const { status, body } = await call(app, 'getClinicianReport', { as, params: { id: session } });
  assert.equal(status, 200);
  return /<section class="rz-flags[^"]*" id="crisis"[^]*?<\/section>/.exec(String(body))?.[0] ?? '';
}

const eventsOf = ({ clinicId }: TestUser) =>
  inClinic(scene.services, clinicId, (db) => db.selectFrom('crisis_events').selectAll().execute());

test('an open event of an unfinished survey stands in every report of the patient, with the earlier answers', async () => {
  const { patient, asPatient, as } = await aTherapy();
  const pre = await aSurvey(asPatient, 0);
  assert.equal(await boxOf(as, pre), '');
  scene.daysLater = INTERMEDIATE;
  await answerItem(asPatient, 3);
  const box = await boxOf(await signIn(scene.services, clinicianOf(patient)), pre);
  const [event] = await eventsOf(patient);
  assert.match(box, new RegExp(`data-crisis-event="${event?.id}"`));
  assert.match(box, /Dringend: Häufigen Lebensüberdruss/);
  assert.match(box, /Uhr \(heute\)/);
  const rows = [...box.matchAll(/<tr>\s*<th scope="row"\s*>([^<]*)<\/th>\s*<td>[^<]*<\/td>\s*<td>([^<]*)/g)];
  assert.deepEqual(
    rows.map(([, point, answer]) => [point, answer]),
    [
      ['Erstgespräch', 'nie'],
      [box.match(/Messzeitpunkt<\/dt> <dd>([^<]*)/)?.[1], 'oft'],
    ],
  );
});

test('an acknowledged event stays in the report of its session, with what was done, and leaves the others', async () => {
  const { clinician, patient, asPatient } = await aTherapy();
  const pre = await aSurvey(asPatient, 2);
  scene.daysLater = INTERMEDIATE;
  const later = await aSurvey(asPatient, 0);
  const as = await signIn(scene.services, clinician);
  assert.match(await boxOf(as, later), /Hinweis: Lebensüberdruss.*\(vor 95 Tagen\).*noch nicht zur Kenntnis/);
  const [event] = await eventsOf(patient);
  const params = { id: event!.id };
  const body = { done: 'assessed', note: 'Notfallplan liegt vor' };
  assert.equal((await call(scene.app, 'acknowledgeCrisisEvent', { as, params, body })).status, 200);
  assert.equal(await boxOf(as, later), '');
  const box = await boxOf(as, pre);
  assert.match(box, new RegExp(`Zur Kenntnis genommen von ${clinician.name} am .*Suizidalität abgeklärt`));
  assert.match(box, /Notfallplan liegt vor/);
  assert.doesNotMatch(box, /data-crisis-event/);
});

/** A server that gives patients a report of each survey. */
function aReportingServer(changes: Partial<Protocol> = {}) {
  const { protocol } = scene.services.registry;
  const windows = protocol.windows.map((window) => ({ ...window, patient_report: 'on' as const }));
  const registry = { ...scene.services.registry, protocol: { ...protocol, windows, ...changes } };
  return buildApp({ ...scene.services, registry });
}

test('after an answer that shows danger the patient gets the report when a clinician has read it or acknowledged', async () => {
  const app = await aReportingServer();
  const opened = async (as: Cookies, id: string) => {
    const { body } = await call(app, 'listPatientReports', { as });
    const { status } = await call(app, 'getPatientReport', { as, params: { id } });
    return [status, body.report_entries.length, body.waiting];
  };
  for (const answer of ['reads', 'acknowledges'] as const) {
    const { clinician, patient, asPatient } = await aTherapy();
    const session = await aSurvey(asPatient, 4);
    const as = await signIn(scene.services, clinician);
    assert.deepEqual(await opened(asPatient, session), [404, 0, ['Erstgespräch']]);
    const params = { id: session };
    assert.equal((await call(app, 'getPatientReport', { as, params })).status, 200);
    assert.deepEqual(await opened(asPatient, session), [404, 0, ['Erstgespräch']]);
    if (answer === 'reads') {
      await call(app, 'getClinicianReport', { as, params });
      await call(app, 'markReportUnread', { as, params });
    } else {
      const [event] = await eventsOf(patient);
      const body = { done: 'talked', note: '' };
      await call(app, 'acknowledgeCrisisEvent', { as, params: { id: event!.id }, body });
    }
    assert.deepEqual(await opened(asPatient, session), [200, 1, []], answer);
  }
  await app.close();
});

test('a protocol can let a clinician read each report before the patient', async () => {
  const app = await aReportingServer({ release: 'after_clinician_has_read' });
  const { clinician, asPatient } = await aTherapy();
  const params = { id: await aSurvey(asPatient, 0) };
  assert.equal((await call(app, 'getPatientReport', { as: asPatient, params })).status, 404);
  await call(app, 'getClinicianReport', { as: await signIn(scene.services, clinician), params });
  assert.equal((await call(app, 'getPatientReport', { as: asPatient, params })).status, 200);
  await app.close();
});

test('without an answer that shows danger the patient gets the report at once, unless the protocol lets a clinician read first', async () => {
  for (const [release, isThere] of [
    ['automatic', true],
    ['automatic_unless_flagged', true],
    ['after_clinician_has_read', false],
  ] as const) {
    const app = await aReportingServer({ release });
    const { asPatient } = await aTherapy();
    const params = { id: await aSurvey(asPatient, 0) };
    const { status } = await call(app, 'getPatientReport', { as: asPatient, params });
    const { body } = await call(app, 'listPatientReports', { as: asPatient });
    assert.deepEqual(
      [status, body.report_entries.length, body.waiting.length],
      isThere ? [200, 1, 0] : [404, 0, 1],
      release,
    );
    await app.close();
  }
});

test('a protocol can give every report at once: after an answer that shows danger it begins with help', async () => {
  const app = await aReportingServer({ release: 'automatic' });
  const { asPatient } = await aTherapy();
  const params = { id: await aSurvey(asPatient, 4) };
  const { status, body } = await call(app, 'getPatientReport', { as: asPatient, params });
  assert.equal(status, 200);
  assert.ok(String(body).indexOf('id="help"') < String(body).indexOf('id="summary"'));
  await app.close();
});

test('a patient’s report begins with help after an answer that shows danger, and tells nothing of events', async () => {
  const { asPatient, as } = await aTherapy();
  const session = await aSurvey(asPatient, 4);
  const app = await aReportingServer();
  const { status, body } = await call(app, 'getPatientReport', { as, params: { id: session } });
  assert.equal(status, 200);
  assert.ok(String(body).indexOf('id="help"') < String(body).indexOf('id="summary"'));
  assert.doesNotMatch(String(body), /Lebensüberdruss|Suizid|id="crisis"/);
  await app.close();
});

/** A server with these files in force, on the same database. */
async function aServer(files: { instruments?: object[]; protocol?: object }) {
  const instrumentsDir = mkdtempSync(join(folder, 'instruments-'));
  for (const [index, content] of (files.instruments ?? []).entries())
    writeFileSync(join(instrumentsDir, `${index}.json`), JSON.stringify(content));
  const protocolFile = join(instrumentsDir, 'protocol.txt');
  writeFileSync(protocolFile, JSON.stringify(files.protocol ?? fileOf('protocols/standard.json')));
  const { pool } = scene.services;
  const services = {
    ...scene.services,
    registry: await loadRegistry(pool, { protocolFile, instrumentsDir }),
  };
  return { services, app: await buildApp(services) };
}

function fileOf(path: string) {
  return JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
}

test('a survey that was begun with rules without levels raises an urgent event under the rules it is pinned to', async () => {
  const { id, at_least: from, ...shipped } = { ...fileOf('instruments/dep.json'), at_least: 1 };
  const crisis = [{ item: ITEM, kind: 'self', at_least: from, clinician: 'Alte Regel.' }];
  const older = await aServer({ instruments: [{ ...shipped, id, version: '1.0.1', crisis }] });
  const { patient, asPatient, as } = await aTherapy();
  const { survey_session_id: session } = await getPage(older.app, asPatient);
  await older.app.close();

  assert.equal(await aSurvey(asPatient, 1), session);
  const [event] = await eventsOf(patient);
  assert.deepEqual([event?.instrument_version, event?.level], ['1.0.1', 'urgent']);
  const box = await boxOf(as, session);
  assert.match(box, /Dringend: Alte Regel\./);
  assert.match(box, /Antwort<\/dt> <dd>selten/);
});

test('a protocol that switches events off has no box; the patient still gets help', async () => {
  const standard = fileOf('protocols/standard.json');
  const off = { ...standard, id: 'silent', version: '1.0.0', crisis_events: 'off' };
  const { app } = await aServer({ protocol: off });
  const { patient, asPatient, as } = await aTherapy();
  const session = await answerItem(asPatient, 4, app);
  assert.equal((await getPage(app, asPatient)).items[0]?.id, 'crisis-help');
  await answerSurvey(app, asPatient);
  assert.deepEqual(await eventsOf(patient), []);
  assert.equal(await boxOf(as, session, app), '');
  await app.close();
});
