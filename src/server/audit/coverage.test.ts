import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../../contract/calls.ts';
import { casesOf, successOf } from '../../../test/access-matrix.ts';
import { requestsOf } from '../../../test/access-requests.ts';
import { aWorld, type Actor, type World } from '../../../test/access-world.ts';
import { inClinic } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { askingConsent } from '../../../test/consent.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import { writeCountedRefusals } from './count-refusals.ts';

const names = Object.keys(calls) as CallName[];

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = askingConsent(await testServices());
  app = await buildApp(services);
});

after(() => app.close());

// Calls about accounts, lists and the clinic. All others name their patient.
const aboutNoPatient = new Set<CallName>([
  'addAdmin',
  'beginSecondFactor',
  'changePassword',
  'confirmSecondFactor',
  'disableAdmin',
  'disableClinician',
  'disableClinicianByGet',
  'enableAdmin',
  'enableClinician',
  'enableClinicianByGet',
  'endOtherSessions',
  'listClinicPatients',
  'listOwnPatients',
  'listPatientsOfClinician',
  'listTransfers',
  'loginAdmin',
  'loginClinician',
  'loginPatient',
  'logout',
  'registerAdmin',
  'registerClinician',
  'removeSecondFactor',
  'renameClinician',
  'renewRecoveryCodes',
  'resetPassword',
  'resetPasswordByGet',
  'resetSecondFactor',
  'setClinicSettings',
  'setDeputy',
  'setDeputyOfClinician',
  'setReminderAddress',
  'validateCsv',
]);

const newestRow = (clinicId: string) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
  );

async function rowsAfter(clinicId: string, id: number) {
  return inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select([
        'action',
        'result',
        'actor_id',
        'role',
        'patient_id',
        'object_id',
        'request_id',
        'address_prefix',
      ])
      .where('id', '>', id)
      .orderBy('id')
      .execute(),
  );
}

const people = {
  patient: (world: World) => world.patient,
  other_patient: (world: World) => world.otherPatient,
  clinician: (world: World) => world.clinician,
  colleague: (world: World) => world.colleague,
  admin: (world: World) => world.admin,
} as const;
type Person = keyof typeof people;
const isPerson = (actor: string): actor is Person => actor in people;

/** The audit rows of a call, in the clinic that it belongs to. */
async function rowsOf(name: CallName, object: string, world: World, actor: Actor) {
  const request = await requestsOf(name)[object]?.({ world, actor, app, services });
  const clinicId = name === 'registerAdmin' ? world.emptyClinicId : world.clinicId;
  // Otherwise the second refused call of a person would be counted with the first.
  await writeCountedRefusals(services, Number.POSITIVE_INFINITY);
  const last = Number((await newestRow(clinicId))?.id ?? 0);
  const { status } = await call(app, name, { as: world.cookies[actor], address: '198.51.100.7', ...request });
  return { status, rows: await rowsAfter(clinicId, last) };
}

describe('a call with an audit action', () => {
  for (const name of names) {
    const action = calls[name].audit;
    if (action === null) continue;
    test(`${name} leaves one audit row for each patient, with actor, action and address`, async () => {
      const first = successOf(name);
      const world = await aWorld(services);
      const { status, rows } = await rowsOf(name, first.object, world, first.actor);
      assert.ok(status < 300, `${status}`);
      const written = rows.filter((row) => row.action === action);
      const patients = new Set(written.map((row) => row.patient_id));
      assert.equal(patients.size, written.length, JSON.stringify(rows));
      assert.equal(patients.has(null), aboutNoPatient.has(name), JSON.stringify(rows));
      assert.ok(rows.length > 0 && rows.length === written.length, JSON.stringify(rows));
      assert.deepEqual([written[0]?.result, written[0]?.address_prefix], ['done', '198.51.100.0/24']);
      if (calls[name].access !== 'public' && isPerson(first.actor))
        assert.equal(written[0]?.actor_id, people[first.actor](world).id);
    });
  }
});

describe('a call without an audit action', () => {
  for (const name of names) {
    if (calls[name].audit !== null) continue;
    test(`${name} leaves no audit row`, async () => {
      const first = successOf(name);
      const world = await aWorld(services);
      if (first.actor.endsWith('patient')) await call(app, 'getSurvey', { as: world.cookies[first.actor] });
      const { status, rows } = await rowsOf(name, first.object, world, first.actor);
      assert.ok(status < 300, `${status}`);
      assert.deepEqual(rows, []);
    });
  }
});

describe('a refused call of a signed-in user', () => {
  for (const name of names) {
    const refused = casesOf(name, (outcome) => /^(403 forbidden|404 )/.test(outcome)).filter(({ actor }) =>
      isPerson(actor),
    );
    if (calls[name].access === 'public' || refused.length === 0) continue;
    test(`a refusal of ${name} leaves one audit row with the call and the reason`, async () => {
      const world = await aWorld(services);
      for (const { object, actor } of refused) {
        const { status, rows } = await rowsOf(name, object, world, actor);
        assert.ok(status === 403 || status === 404);
        assert.equal(rows.length, 1, `${actor}, ${object}: ${JSON.stringify(rows)}`);
        assert.deepEqual([rows[0]?.action, rows[0]?.result], ['call_refused', 'refused']);
        assert.ok(isPerson(actor) && rows[0]?.actor_id === people[actor](world).id);
        assert.match(
          rows[0]?.object_id ?? '',
          new RegExp(`^(forbidden|not_found) ${name}( [0-9a-f-]{36})?$`),
        );
      }
    });
  }
});

test('a change that is rolled back leaves no audit row of a success', async () => {
  const world = await aWorld(services);
  const { status, rows } = await rowsOf(
    'assignPatient',
    'the patient to a disabled clinician',
    world,
    'admin',
  );
  assert.ok(status >= 400);
  assert.deepEqual(
    rows.filter(({ result }) => result === 'done'),
    [],
  );
});
