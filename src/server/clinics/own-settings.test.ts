import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, inClinic, signIn, type TestClinic } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aFolder } from '../../../test/export-scene.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import { registerConsent } from '../consent/register.ts';
import { loadRegistry } from '../instruments/registry.ts';
import { envelopeOf } from '../mail/queue.ts';
import { placeholdersOf } from '../demo/placeholders.ts';
import type { Services } from '../services.ts';

const standard = JSON.parse(
  readFileSync(new URL('../../../protocols/standard.json', import.meta.url), 'utf8'),
);
const folder = aFolder();
const OWN_TEXT = {
  version: 'studie-1',
  title: 'Einwilligung der Studie',
  sections: [{ title: 'Worum es geht', paragraphs: ['Eine Studie dieser Ambulanz.'] }],
  agreement: 'Ich stimme zu.',
};

let services: Services;
let app: FastifyInstance;
let [own, usual]: [TestClinic, TestClinic] = [] as never;

function written(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

before(async () => {
  const plain = await testServices();
  [own, usual] = [await aClinic(plain), await aClinic(plain)];
  const protocol = {
    ...standard,
    id: 'own-study',
    version: '1.0.0',
    consent: 'on',
    windows: standard.windows
      .filter(({ type }: { type: string }) => type === 'PRE')
      .map((window: object) => ({ ...window, instruments: ['dep'] })),
  };
  const ofClinic = {
    protocol: written('protocol.json', protocol),
    consent: OWN_TEXT,
    mail_from: 'studie@ambulanz.example',
  };
  const config = readConfig(written('config.json', { clinics: { [own.id]: ofClinic } }));
  const files = { protocolFile: config.protocol, instrumentsDir: undefined, clinics: config.clinics };
  services = { ...plain, config, registry: await loadRegistry(plain.pool, files) };
  await registerConsent(services.pool, services);
  app = await buildApp(services);
});

/** Registers a patient as the clinic does, and signs in. */
async function aNewPatient({ id: clinicId }: TestClinic) {
  const clinician = await aClinician(services, clinicId);
  const body = {
    code: 'K7M2XP4Q',
    gender: 'FEMALE',
    day_of_birth: '1990-01-01',
    diagnosis_id: 'F32.1',
    admission: services.today(),
    discharge: `${Number(services.today().slice(0, 4)) + 1}-12-01`,
    labels: [],
    clinician_username: clinician.name,
  };
  const as = await signIn(services, await anAdmin(services, clinicId));
  const { status, body: answer } = await call(app, 'registerPatient', { as, body });
  assert.equal(status, 200, JSON.stringify(answer));
  const patient = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('id').where('clinic_id', '=', clinicId).executeTakeFirstOrThrow(),
  );
  const windows = await inClinic(services, clinicId, (db) =>
    db.selectFrom('survey_windows').select('type').where('patient_id', '=', patient.id).execute(),
  );
  const user = { clinicId, role: 'patient' as const, id: patient.id, name: 'K7M2XP4Q', secret: '1990-01-01' };
  return { as: await signIn(services, user), windows: windows.length };
}

test('a clinic with a protocol and a consent text of its own asks by them, the others by those of all', async () => {
  const [ofOwn, ofUsual] = [await aNewPatient(own), await aNewPatient(usual)];
  assert.equal(ofOwn.windows, 1);
  assert.ok(ofUsual.windows > 5);
  const refused = await call(app, 'getSurvey', { as: ofOwn.as });
  assert.equal(refused.problem.code, 'consent_required');
  const asked = await call(app, 'getConsent', { as: ofOwn.as });
  assert.match(JSON.stringify(asked.body), /Eine Studie dieser Ambulanz/);
  const page = await call(app, 'getSurvey', { as: ofUsual.as });
  assert.equal(page.status, 200);
  const given = await call(app, 'giveConsent', { as: ofOwn.as, body: { version: OWN_TEXT.version } });
  assert.equal(given.status, 200);
  assert.equal((await call(app, 'getSurvey', { as: ofOwn.as })).status, 200);
  const [session] = await inClinic(services, own.id, (db) =>
    db.selectFrom('survey_sessions').selectAll().where('clinic_id', '=', own.id).execute(),
  );
  assert.deepEqual([session?.protocol_id, session?.protocol_version], ['own-study', '1.0.0']);
});

test('mails of a clinic come from its own address', () => {
  const from = (clinic: TestClinic) =>
    envelopeOf(services, { ...clinic, contact: '' }, 'id', 'an@post.example').from;
  assert.equal(from(own), 'studie@ambulanz.example');
  assert.equal(from(usual), services.config.mailFrom);
});

test('a consent text that was delivered is named as made for trying out, also where only one clinic asks for it', () => {
  const without = readConfig(
    written('second.json', { clinics: { [own.id]: { protocol: join(folder, 'protocol.json') } } }),
  );
  assert.ok(placeholdersOf({ ...services, config: without }).includes('the delivered consent text'));
  assert.ok(!placeholdersOf(services).includes('the delivered consent text'));
});

const refusal = (clinics: object) => () => readConfig(written('wrong.json', { clinics }));

test('the settings of a clinic are refused under a key that is no id, and with a misspelt setting', () => {
  assert.throws(refusal({ Musterstadt: {} }), /must be the id of a clinic/);
  assert.throws(refusal({ [own.id]: { protokoll: 'x' } }), /not valid at "clinics/);
});
