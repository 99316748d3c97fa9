import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import type { CallName } from '../../contract/calls.ts';
import { addDays } from '../../domain/dates.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

/** An admin and the clinicians of a clinic, each with a way to make calls. */
async function aStaff() {
  const clinic = await aClinic(services);
  const admin = await anAdmin(services, clinic.id);
  const [weber, kaya, otto] = [
    await aClinician(services, clinic.id),
    await aClinician(services, clinic.id),
    await aClinician(services, clinic.id),
  ];
  const [asAdmin, asWeber] = [await signIn(services, admin), await signIn(services, weber)];
  const ofAdmin = (name: CallName, input: object = {}) => call(app, name, { as: asAdmin, ...input });
  const ofWeber = (name: CallName, input: object = {}) => call(app, name, { as: asWeber, ...input });
  const listed = async (id: string) =>
    (await ofAdmin('listCliniciansWithCounts')).body.clinicians.find((one: { id: string }) => one.id === id);
  return { admin, weber, kaya, otto, ofAdmin, ofWeber, listed };
}

const days = () => ({ from: services.today(), until: addDays(services.today(), 7) });
const fieldsOf = (problem: { conflicts?: readonly { field: string; theirs: unknown; by: unknown }[] }) =>
  problem.conflicts?.map(({ field, theirs, by }) => [field, theirs, by]);

test('a deputy that the clinician has named meanwhile is not replaced by an admin without a word', async () => {
  const { admin, weber, kaya, otto, ofAdmin, ofWeber, listed } = await aStaff();
  const { revision } = await listed(weber.id);
  const own = (await ofWeber('getDeputy')).body;
  assert.equal(own.revision, revision);
  await ofWeber('setDeputy', { body: { revision, deputy_id: kaya.id, ...days() } });
  const params = { id: weber.id };
  const late = { deputy_id: otto.id, ...days(), until: addDays(services.today(), 14) };
  const { status, problem } = await ofAdmin('setDeputyOfClinician', { params, body: { revision, ...late } });
  assert.deepEqual([status, problem.code], [409, 'changed_meanwhile']);
  assert.deepEqual(fieldsOf(problem), [
    ['deputy_id', kaya.id, weber.name],
    ['from', days().from, weber.name],
    ['until', days().until, weber.name],
  ]);
  const withoutRevision = await ofAdmin('setDeputyOfClinician', { params, body: late });
  assert.equal(withoutRevision.status, 409);
  const again = { revision: problem.revision, until: late.until };
  assert.equal((await ofAdmin('setDeputyOfClinician', { params, body: again })).status, 200);
  const { deputy } = (await ofWeber('getDeputy')).body;
  assert.deepEqual([deputy.deputy_id, deputy.until], [kaya.id, late.until], 'only the last day was sent');
  assert.equal(deputy.revision, (await listed(weber.id)).deputy.revision);
  const ended = await ofWeber('setDeputy', { body: { revision: own.revision, deputy_id: null } });
  assert.deepEqual(fieldsOf(ended.problem)?.at(-1), ['until', late.until, admin.name]);
});

test('a disabled deputy is a change that the form of the clinician learns of', async () => {
  const { weber, kaya, otto, ofAdmin, ofWeber, listed } = await aStaff();
  await ofWeber('setDeputy', { body: { revision: '0', deputy_id: kaya.id, ...days() } });
  const { revision } = await listed(weber.id);
  assert.equal((await ofAdmin('disableClinician', { params: { id: kaya.id } })).status, 200);
  const { problem } = await ofWeber('setDeputy', { body: { revision, deputy_id: otto.id, ...days() } });
  assert.deepEqual(fieldsOf(problem)?.[0]?.slice(0, 2), ['deputy_id', null]);
  const { deputy } = (await ofWeber('getDeputy')).body;
  assert.equal(deputy, null);
});

test('a last day without a deputy is refused at its field', async () => {
  const { ofWeber } = await aStaff();
  const { status } = await ofWeber('setDeputy', { body: { revision: '0', until: days().until } });
  assert.equal(status, 200, 'nothing is stored without a deputy');
  assert.equal((await ofWeber('setDeputy', { body: {} })).status, 400);
});

test('two windows do not rename a clinician over each other', async () => {
  const { admin, weber, ofAdmin, listed } = await aStaff();
  const { revision } = await listed(weber.id);
  const rename = (username: string) =>
    ofAdmin('renameClinician', { body: { id: weber.id, revision, username } });
  assert.equal((await rename('Mayer')).status, 200);
  const { status, problem } = await rename('Maier');
  assert.equal(status, 409);
  assert.deepEqual(fieldsOf(problem), [['username', 'Mayer', admin.name]]);
  assert.equal((await listed(weber.id)).username, 'Mayer');
});

test('two clinicians who name each other at the same moment both succeed', async () => {
  const { weber, kaya, ofWeber } = await aStaff();
  const asKaya = await signIn(services, kaya);
  const answers = await Promise.all([
    ofWeber('setDeputy', { body: { revision: '0', deputy_id: kaya.id, ...days() } }),
    call(app, 'setDeputy', { as: asKaya, body: { revision: '0', deputy_id: weber.id, ...days() } }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
});

test('a telephone number that another window has saved is not lost when a contact is saved', async () => {
  const { admin, ofAdmin } = await aStaff();
  const { revision, help } = (await ofAdmin('getClinicSettings')).body;
  const numbers = [{ name: 'Notdienst', number: '030 112', hours: '' }];
  const first = { revision, help: { ...help, numbers } };
  assert.equal((await ofAdmin('setClinicSettings', { body: first })).status, 200);
  const { status, problem } = await ofAdmin('setClinicSettings', { body: { revision, contact: '030 99' } });
  assert.equal(status, 409);
  assert.deepEqual(fieldsOf(problem), [['help', first.help, admin.name]]);
  const again = { revision: problem.revision, contact: '030 99' };
  assert.equal((await ofAdmin('setClinicSettings', { body: again })).status, 200);
  const { contact, help: kept } = (await ofAdmin('getClinicSettings')).body;
  assert.deepEqual([contact, kept.numbers], ['030 99', numbers]);
});
