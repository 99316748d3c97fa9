import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { askingConsent, consented } from '../../../test/consent.ts';
import { getPage } from '../../../test/survey-calls.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import type { Services } from '../services.ts';
import { registerConsent } from './register.ts';

let off: Services;
let asking: Services;
let app: FastifyInstance;
let appWithout: FastifyInstance;

before(async () => {
  off = await testServices();
  asking = askingConsent(off);
  app = await buildApp(asking);
  appWithout = await buildApp(off);
});

async function aClinicWithPatient() {
  const { id } = await aClinic(off);
  const clinician = await aClinician(off, id);
  const patient = await aPatient(off, id, { clinicianId: clinician.id });
  return {
    patient,
    as: await signIn(off, patient),
    clinician: await signIn(off, clinician),
    admin: await signIn(off, await anAdmin(off, id)),
  };
}

test('no call shows or accepts a consent if the protocol asks for none', async () => {
  const { as, clinician } = await aClinicWithPatient();
  await getPage(appWithout, as);
  assert.equal((await call(appWithout, 'getConsent', { as })).status, 204);
  assert.equal((await call(appWithout, 'giveConsent', { as, body: { version: '1.1' } })).status, 404);
  assert.equal((await call(appWithout, 'withdrawConsent', { as })).status, 404);
  assert.deepEqual(Object.keys((await call(appWithout, 'listWindows', { as })).body), ['stws', 'last_login']);
  const { list_patient_dto: list } = (await call(appWithout, 'listOwnPatients', { as: clinician })).body;
  assert.equal('consent' in list[0], false);
});

test('patient, clinician and admin see whether and since when the consent was given or withdrawn', async () => {
  const { patient, as, clinician, admin } = await aClinicWithPatient();
  const seen = async () => {
    const own = await call(app, 'listOwnPatients', { as: clinician });
    const all = await call(app, 'listClinicPatients', { as: admin });
    assert.deepEqual(own.body.list_patient_dto[0].consent, all.body.list_patient_dto[0].consent);
    const { consent } = (await call(app, 'listWindows', { as })).body;
    const listed = own.body.list_patient_dto[0].consent;
    assert.equal(consent, listed.state);
    return listed;
  };
  assert.deepEqual(await seen(), { state: 'missing', since: null });
  await consented(asking, patient);
  const { given_at: given } = (await call(app, 'getConsent', { as })).body;
  assert.deepEqual(await seen(), { state: 'given', since: given });
  await call(app, 'withdrawConsent', { as });
  const { withdrawn_at: withdrawn } = (await call(app, 'getConsent', { as })).body;
  assert.deepEqual(await seen(), { state: 'withdrawn', since: withdrawn });
});

test('a consent text that changed without a new version stops the start, a new version does not', async () => {
  await registerConsent(off.pool, asking);
  await registerConsent(off.pool, asking);
  const changed = askingConsent(off, { agreement: 'Ich bin einverstanden.' });
  await assert.rejects(registerConsent(off.pool, changed), /consent text 1\.1 differs/);
  await registerConsent(
    off.pool,
    askingConsent(off, { agreement: 'Ich bin einverstanden.', version: '1.2', same_as: ['1.1'] }),
  );
  // Which versions say the same is no part of the text.
  await registerConsent(off.pool, askingConsent(off, { same_as: ['0.9'] }));
  // The text does not matter if the protocol asks for no consent.
  await registerConsent(off.pool, { ...changed, registry: off.registry });
});

test('a consent text in the configuration must be complete, or the start is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consent-'));
  const path = join(folder, 'config.json');
  const read = (consent: object) => {
    writeFileSync(path, JSON.stringify({ consent }));
    return readConfig(path).consent;
  };
  const own = {
    version: '2026-03',
    title: 'Einwilligung',
    sections: [{ title: 'Worum es geht', paragraphs: ['Um eine Studie.'] }],
    agreement: 'Ich willige ein.',
  };
  assert.deepEqual(read(own).sections, [
    { title: 'Worum es geht', paragraphs: ['Um eine Studie.'], list: [] },
  ]);
  assert.deepEqual(read(own).same_as, []);
  assert.deepEqual(read({ ...own, same_as: ['2025-11'] }).same_as, ['2025-11']);
  assert.throws(() => read({ ...own, same_as: '2025-11' }), /consent\.same_as/);
  assert.throws(() => read({ ...own, version: ' ' }), /consent\.version/);
  assert.throws(() => read({ ...own, sections: [] }), /consent\.sections/);
  assert.throws(() => read({ version: '2' }), /consent\.title/);
  rmSync(folder, { recursive: true });
});
