import { strict as assert } from 'node:assert';
import { before, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestClinic,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import {
  deviceCookieOf,
  elsewhere,
  failAtAddress,
  failPatient,
  HOUR,
  passFailureTime,
  retryAfter,
  solved,
  tryPatient,
  WRONG_DATE,
} from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import type { Services } from '../services.ts';
import { forgetSignIns } from './forget-queries.ts';

let services: Services;
let app: FastifyInstance;
let clinic: TestClinic;
let clinician: TestUser;
let patient: TestUser;
let address: string;

before(async () => {
  services = await testServices({ config: { ...readConfig(undefined), proofOfWorkBits: 1 } });
  app = await buildApp(services);
});

beforeEach(async () => {
  clinic = await aClinic(services);
  clinician = await aClinician(services, clinic.id);
  patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  address = elsewhere();
});

const outcome = ({ status, problem }: Awaited<ReturnType<typeof call>>) =>
  status === 200 ? '200' : `${status} ${problem.code}`;
const logIn = async (who: TestUser, how: Parameters<typeof tryPatient>[3] = {}) =>
  outcome(await tryPatient(app, who, who.secret, { address, ...how }));
const letIn = async (who: TestUser) => {
  const as = await signIn(services, await anAdmin(services, clinic.id));
  const allowed = await call(app, 'allowDevice', { as, params: { id: who.id } });
  assert.equal(allowed.status, 200);
};
const lockedCodes = async () => {
  const as = await signIn(services, clinician);
  const { locked_logins: locks } = (await call(app, 'listOwnPatients', { as })).body;
  return locks.map((lock: { patient_id: string }) => lock.patient_id);
};

describe('an address with many wrong logins', () => {
  test('the staff sees that the code waits, and lets the patient in', async () => {
    await failAtAddress(app, clinic.id, 30, { address });
    assert.deepEqual(await lockedCodes(), []);
    assert.equal(await logIn(patient), '429 too_many_attempts');
    assert.deepEqual(await lockedCodes(), [patient.id]);
    await letIn(patient);
    assert.equal(await logIn(patient), '200');
  });

  test('the staff sees a code that waits even if the process has just refused another one there', async () => {
    await failAtAddress(app, clinic.id, 30, { address });
    assert.equal(await logIn({ ...patient, name: 'NIEMAND' }), '429 too_many_attempts');
    assert.equal(await logIn(patient), '429 too_many_attempts');
    assert.deepEqual(await lockedCodes(), [patient.id]);
  });

  test('the staff lets a patient in while a stranger goes on behind the same address', async () => {
    await failAtAddress(app, clinic.id, 30, { address });
    const stranger = { ...patient, name: 'NIEMAND', secret: WRONG_DATE };
    assert.equal(await logIn(patient), '429 too_many_attempts');
    await letIn(patient);
    for (let count = 0; count < 5; count++) assert.equal(await logIn(stranger), '429 too_many_attempts');
    assert.equal(await logIn(patient), '200');
  });

  test('letting one patient in lets in no other behind the address, and five tries of that one', async () => {
    const other = await aPatient(services, clinic.id);
    await failAtAddress(app, clinic.id, 30, { address });
    await letIn(patient);
    assert.equal(await logIn(other), '429 too_many_attempts');
    await failPatient(app, patient, 5, { address });
    assert.equal(await logIn(patient), '429 too_many_attempts');
  });

  test('a known browser gets in', async () => {
    const as = deviceCookieOf(await tryPatient(app, patient, patient.secret));
    await failAtAddress(app, clinic.id, 30, { address });
    assert.equal(await logIn(patient, { as }), '200');
  });

  test('patients who type wrongly shut out no clinician with a new browser', async () => {
    await failAtAddress(app, clinic.id, 30, { address });
    const body = { clinic_id: clinic.id, username: clinician.name, password: clinician.secret };
    assert.equal(outcome(await call(app, 'loginClinician', { body, address })), '200');
  });

  test('the people of another clinic behind it get in, also with refusals that the process remembers', async () => {
    const other = await aPatient(services, (await aClinic(services)).id);
    await failAtAddress(app, clinic.id, 30, { address });
    for (let count = 0; count < 31; count++) assert.equal(await logIn(patient), '429 too_many_attempts');
    assert.equal(await logIn(other), '200');
  });

  test('invented clinics give no more attempts than one clinic', async () => {
    for (let count = 0; count < 30; count++) await failAtAddress(app, crypto.randomUUID(), 1, { address });
    const nowhere = { ...patient, clinicId: crypto.randomUUID() };
    assert.equal(await logIn(nowhere), '429 too_many_attempts');
    assert.equal(await logIn(patient), '200');
  });
});

/** So many wrong logins, a quarter of them every six hours. */
async function failOverTheDay(times: number): Promise<void> {
  for (let quarter = 0; quarter < 4; quarter++) {
    await failAtAddress(app, clinic.id, times / 4, { address });
    await passFailureTime(services, 5 * HOUR);
  }
}

describe('an address where people log in', () => {
  test('a hundred wrong logins of a day among those of a clinic shut nobody out', async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, () => aPatient(services, clinic.id, { clinicianId: clinician.id })),
    );
    for (const one of people) assert.equal(await logIn(one), '200');
    await failOverTheDay(100);
    assert.equal(await logIn(patient), '200');
  });

  test('without any login of a person a hundred wrong ones shut an address out for the day', async () => {
    await failOverTheDay(100);
    const refused = await tryPatient(app, patient, patient.secret, { address });
    assert.equal(outcome(refused), '429 too_many_attempts');
    assert.ok(retryAfter(refused) > 3 * HOUR);
    await letIn(patient);
    assert.equal(await logIn(patient), '200');
  });

  test('a stranger with one account of their own buys three guesses by any number of logins', async () => {
    for (let count = 0; count < 20; count++) assert.equal(await logIn(patient), '200');
    await failAtAddress(app, clinic.id, 33, { address });
    const other = await aPatient(services, clinic.id);
    assert.equal(await logIn(other), '429 too_many_attempts');
  });

  test('the logins at another address or in another clinic count for nothing', async () => {
    const other = await aPatient(services, (await aClinic(services)).id);
    assert.deepEqual([await logIn(other), await logIn(patient, { address: elsewhere() })], ['200', '200']);
    await failAtAddress(app, clinic.id, 30, { address });
    assert.equal(await logIn(patient), '429 too_many_attempts');
  });

  test('what is kept of a login names no person, and is deleted after a day', async () => {
    assert.equal(await logIn(patient), '200');
    const kept = () =>
      inClinic(services, clinic.id, async (db) => {
        await forgetSignIns(db, clinic.id);
        return db.selectFrom('login_successes').selectAll().execute();
      });
    const rows = await kept();
    assert.equal(rows.length, 1);
    for (const word of [patient.id, patient.name, address]) assert.ok(!JSON.stringify(rows).includes(word));
    await passFailureTime(services, 26 * HOUR);
    assert.deepEqual(await kept(), []);
  });
});

describe('a guess at any number of addresses', () => {
  test('is still slowed by the account, however many people log in there', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, () => aPatient(services, clinic.id, { clinicianId: clinician.id })),
    );
    for (const one of people) assert.equal(await logIn(one), '200');
    await failPatient(app, patient, 5, { address });
    assert.equal(await logIn(patient), '429 proof_required');
  });
});

describe('a birth date that many people have', () => {
  beforeEach(async () => {
    for (let count = 0; count < 5; count++)
      await failPatient(app, { clinicId: clinic.id, name: `F${count}` }, 1);
    patient = await aPatient(services, clinic.id, { clinicianId: clinician.id, birthDate: WRONG_DATE });
  });

  test('the sixth person waits; the staff sees it and lets them in', async () => {
    assert.equal(await logIn(patient), '429 too_many_attempts');
    assert.deepEqual(await lockedCodes(), [patient.id]);
    await letIn(patient);
    assert.equal(await logIn(patient), '200');
  });

  test('a stranger learns from the refusal neither whether a code exists nor whether the date is its own', async () => {
    const other = await aPatient(services, clinic.id);
    const seen = await Promise.all(
      [patient, other, { ...other, name: 'NIEMAND' }].map(async (who) => {
        const { body, problem, status } = await tryPatient(app, who, WRONG_DATE);
        return { status, keys: Object.keys({ ...body, ...problem }), code: problem.code };
      }),
    );
    assert.deepEqual(seen, [seen[0], seen[0], seen[0]]);
  });
});

describe('a known browser that has failed too often', () => {
  test('the staff sees it and lets it in', async () => {
    const as = deviceCookieOf(await tryPatient(app, patient, patient.secret));
    await failPatient(app, patient, 10, { as });
    assert.equal(await logIn(patient, { as }), '429 too_many_attempts');
    assert.deepEqual(await lockedCodes(), [patient.id]);
    await letIn(patient);
    assert.equal(await logIn(patient, { as }), '200');
  });
});

test('a task that was solved lifts no limit of an address', async () => {
  await failPatient(app, patient, 5);
  const proof = solved(await tryPatient(app, patient, patient.secret));
  await failAtAddress(app, clinic.id, 30, { address });
  assert.equal(await logIn(patient, { proof }), '429 too_many_attempts');
});
