import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, inClinic, PASSWORD, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const NEW = 'Ganz-neues-Wort-8';

async function aClinicianIn(name = 'Ambulanz Am Markt') {
  const clinic = await aClinic(services, { name: `${name} ${Math.random()}` });
  const clinician = await aClinician(services, clinic.id);
  return { clinic, clinician, as: await signIn(services, clinician) };
}

function change(
  as: Record<string, string>,
  changed: { old?: string; new?: string; confirmed?: string } = {},
) {
  const { old = PASSWORD, new: password = NEW, confirmed = password } = changed;
  const body = { old_password: old, new_password: password, confirmed_new_password: confirmed };
  return call(app, 'changePassword', { as, body });
}

test('only the new password works after a change, and all other sessions have ended', async () => {
  const { clinic, clinician, as } = await aClinicianIn();
  const elsewhere = await signIn(services, clinician);
  const { status, body } = await change(as);
  assert.deepEqual([status, body], [200, {}]);
  assert.equal((await call(app, 'listClinicians', { as })).status, 200);
  assert.equal((await call(app, 'listClinicians', { as: elsewhere })).status, 403);
  const login = (password: string) =>
    call(app, 'loginClinician', { body: { clinic_id: clinic.id, username: clinician.name, password } });
  assert.equal((await login(PASSWORD)).status, 401);
  assert.deepEqual([(await login(NEW)).body.must_change], [false]);
  const actions = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').select('action').orderBy('id').execute(),
  );
  assert.equal(actions[0]?.action, 'password_changed');
});

test('a new password that breaks a rule is refused with every reason', async () => {
  const { clinician, as } = await aClinicianIn();
  const cases: [Parameters<typeof change>[1], string[]][] = [
    [{ new: 'Kurz1' }, ['new_password password_too_short']],
    [{ new: `Aa1${'x'.repeat(126)}` }, ['new_password password_too_long']],
    [{ new: 'GROSS-UND-1' }, ['new_password password_lowercase_missing']],
    [{ new: 'klein-und-1' }, ['new_password password_uppercase_missing']],
    [{ new: 'Ohne-jede-Zahl' }, ['new_password password_digit_missing']],
    [{ new: 'Password123' }, ['new_password password_common']],
    [{ new: `Xy9-${clinician.name}` }, ['new_password password_contains_name']],
    [{ new: PASSWORD }, ['new_password password_unchanged']],
    [{ confirmed: 'Etwas-anderes-9' }, ['confirmed_new_password passwords_differ']],
    [
      { new: 'kurz', confirmed: 'x' },
      [
        'new_password password_too_short',
        'new_password password_uppercase_missing',
        'new_password password_digit_missing',
        'confirmed_new_password passwords_differ',
      ],
    ],
  ];
  for (const [changed, errors] of cases) {
    const { status, problem } = await change(as, changed);
    assert.equal(status, 400, JSON.stringify(changed));
    assert.deepEqual(
      problem.errors?.map(({ path, code }) => `${path} ${code}`),
      errors,
    );
  }
});

test('a password with the name of the clinic is refused', async () => {
  const clinic = await aClinic(services, { name: 'Lindenhof' });
  const as = await signIn(services, await aClinician(services, clinic.id));
  const { problem } = await change(as, { new: 'Linden-hof-2030' });
  assert.deepEqual(
    problem.errors?.map(({ code }) => code),
    ['password_contains_name'],
  );
});

test('a wrong old password changes nothing and leaves an audit row', async () => {
  const { clinic, as } = await aClinicianIn();
  const { status, problem } = await change(as, { old: 'Falsch-geraten-1' });
  assert.deepEqual([status, problem.code], [403, 'old_password_wrong']);
  const [entry] = await inClinic(services, clinic.id, (db) => db.selectFrom('audit').selectAll().execute());
  assert.deepEqual([entry?.action, entry?.result], ['password_change_refused', 'refused']);
  assert.equal((await change(as)).status, 200);
});

test('the fifth wrong old password ends the session, even when all five come at once', async () => {
  const { as, clinician } = await aClinicianIn();
  const tries = await Promise.all(Array.from({ length: 8 }, () => change(as, { old: 'Falsch-geraten-1' })));
  const wrong = tries.filter(({ problem }) => problem.code === 'old_password_wrong');
  assert.equal(wrong.length, 5);
  assert.equal((await call(app, 'listClinicians', { as })).problem.code, 'token_expired');
  const next = await change(await signIn(services, clinician));
  assert.deepEqual([next.status, next.problem.code], [429, 'too_many_attempts']);
});

test('patients have no password to change', async () => {
  const { clinic } = await aClinicianIn();
  const as = await signIn(services, await aPatient(services, clinic.id));
  assert.deepEqual([(await change(as)).status, (await change(as)).problem.code], [403, 'forbidden']);
});
