import { strict as assert } from 'node:assert';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { deviceCookieOf, elsewhere, tryPatient } from '../../../test/login-tries.ts';
import { rowsOf } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

type Jar = Record<string, string>;

const cookiesOf = (headers: Record<string, unknown>): Jar =>
  Object.fromEntries(
    [headers['set-cookie']].flat().map((text) => String(text).split(';')[0]!.split('=') as [string, string]),
  );

/** The login before this one, as the home page of the patient gets it. */
async function logInAndLook(patient: TestUser, { as = {}, agent = '' }: { as?: Jar; agent?: string } = {}) {
  const login = await tryPatient(app, patient, patient.secret, { as, headers: { 'user-agent': agent } });
  assert.equal(login.status, 200);
  return (await call(app, 'listWindows', { as: cookiesOf(login.headers) })).body.last_login;
}

async function aStaffDevice(clinician: TestUser): Promise<Jar> {
  const body = { clinic_id: clinician.clinicId, username: clinician.name, password: clinician.secret };
  return deviceCookieOf(await call(app, 'loginClinician', { body, address: elsewhere() }));
}

test('a patient sees the login before this one with browser and system, and nothing at the first login', async () => {
  const patient = await aPatient(services, (await aClinic(services)).id);
  assert.equal(await logInAndLook(patient, { agent: FIREFOX }), null);
  const { at, ...device } = await logInAndLook(patient);
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  const names = { browser: 'Firefox', system: 'Linux' };
  assert.deepEqual(device, { ...names, at_staff_device: false, is_new_device: true });
  assert.equal((await logInAndLook(patient)).browser, null);
});

test('a login as a patient with a browser of the staff stands in the trail, and the patient sees it at the next login', async () => {
  const clinic = await aClinic(services);
  const patient = await aPatient(services, clinic.id);
  const as = await aStaffDevice(await aClinician(services, clinic.id));
  await logInAndLook(patient, { as });
  assert.equal((await logInAndLook(patient)).at_staff_device, true);
  assert.equal((await logInAndLook(patient)).at_staff_device, false);
  const scene = { services, dataDir: tmpdir() };
  const trail = await rowsOf(scene, 'audit', 'show', '--clinic', clinic.name, '--patient', patient.name);
  const shown = trail.map(({ action, object_id }: Record<string, string>) => [action, object_id]);
  assert.deepEqual(shown, [['login', 'staff_device']]);
});

test('a browser of staff of another clinic, or of another patient, is no device of the staff', async () => {
  const clinic = await aClinic(services);
  const other = await aStaffDevice(await aClinician(services, (await aClinic(services)).id));
  const [patient, neighbour] = [await aPatient(services, clinic.id), await aPatient(services, clinic.id)];
  await logInAndLook(patient, { as: other });
  const shared = deviceCookieOf(await tryPatient(app, neighbour, neighbour.secret));
  assert.equal((await logInAndLook(patient, { as: shared })).at_staff_device, false);
  assert.equal((await logInAndLook(patient)).at_staff_device, false);
});

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A browser that keeps its cookie: each login gets what the one before set. */
function aBrowser(patient: TestUser, agent: string) {
  let as: Jar = {};
  return async () => {
    const login = await tryPatient(app, patient, patient.secret, { as, headers: { 'user-agent': agent } });
    as = deviceCookieOf(login);
    const { last_login: last } = (await call(app, 'listWindows', { as: cookiesOf(login.headers) })).body;
    return last && [last.browser, last.is_new_device];
  };
}

test('a patient who always uses one browser hears of no new device', async () => {
  const patient = await aPatient(services, (await aClinic(services)).id);
  const phone = aBrowser(patient, FIREFOX);
  assert.deepEqual(
    [await phone(), await phone(), await phone()],
    [null, ['Firefox', false], ['Firefox', false]],
  );
});

test('a patient hears of a new device at the next login of the own one, also when it was used twice, and only once', async () => {
  const patient = await aPatient(services, (await aClinic(services)).id);
  const [phone, other] = [aBrowser(patient, FIREFOX), aBrowser(patient, CHROME)];
  await phone();
  await phone();
  await other();
  await other();
  assert.deepEqual(await phone(), ['Chrome', true]);
  assert.deepEqual(await phone(), ['Firefox', false]);
  await other();
  assert.deepEqual(await phone(), ['Chrome', false]);
});

test('a browser that lost its cookie is no news to the patient who uses it', async () => {
  const patient = await aPatient(services, (await aClinic(services)).id);
  await logInAndLook(patient, { agent: FIREFOX });
  assert.equal((await logInAndLook(patient, { agent: FIREFOX })).is_new_device, false);
  assert.equal((await logInAndLook(patient, { agent: CHROME })).is_new_device, true);
});
