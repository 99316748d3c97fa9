import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import {
  deviceCookieOf,
  elsewhere,
  failAtAddress,
  failPatient,
  HOUR,
  MINUTE,
  passFailureTime,
  retryAfter,
  tryPatient,
  WRONG_DATE,
} from '../../../test/login-tries.ts';
import { addDays } from '../../domain/dates.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const statusOf = async (answer: Promise<Answered>) => (await answer).status;

const outcomeOf = ({ status, problem }: Answered) => [status, problem.code];

const deviceOf = async (patient: TestUser, as = {}) =>
  deviceCookieOf(await tryPatient(app, patient, patient.secret, { as }));

const shown = ({
  status,
  problem,
  headers: { date: _date, 'retry-after': _after, 'x-request-id': _id, ...headers },
}: Answered) => ({
  status,
  problem: { ...problem, task: problem.task?.difficulty },
  headers,
});

describe('an account', () => {
  test('an account waits after five failures, and even the right password is not checked', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await failPatient(app, patient, 5);
    const refused = await tryPatient(app, patient, patient.secret);
    assert.equal(refused.status, 429);
    assert.equal(refused.problem.code, 'proof_required');
    assert.ok(retryAfter(refused) > MINUTE - 10 && retryAfter(refused) <= MINUTE);
    await passFailureTime(services, MINUTE);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
  });

  test('an unknown username waits like a known one', async () => {
    const nobody = { clinicId: (await aClinic(services)).id, name: 'NIEMAND' };
    await failPatient(app, nobody, 5);
    const refused = await tryPatient(app, nobody, WRONG_DATE);
    const patient = await aPatient(services, nobody.clinicId);
    await failPatient(app, patient, 5, {});
    const known = await tryPatient(app, patient, WRONG_DATE);
    assert.deepEqual(shown(refused), shown(known));
    for (const one of [refused, known]) assert.ok(retryAfter(one) > MINUTE - 10 && retryAfter(one) <= MINUTE);
  });

  test('an account waits twice as long after each further failure, and a day after ten failures', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await failPatient(app, patient, 5);
    for (const minutes of [1, 2, 4, 8, 16]) {
      const refused = retryAfter(await tryPatient(app, patient, patient.secret));
      assert.ok(refused > minutes * MINUTE - 10 && refused <= minutes * MINUTE, `${refused}`);
      await passFailureTime(services, minutes * MINUTE);
      await failPatient(app, patient, 1);
    }
    assert.ok(retryAfter(await tryPatient(app, patient, patient.secret)) > 23 * HOUR);
    await passFailureTime(services, 24 * HOUR);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
  });

  test('the server checks five of twenty guesses for one account that arrive at once', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const guesses = Array.from({ length: 20 }, () => statusOf(tryPatient(app, patient, WRONG_DATE)));
    const statuses = await Promise.all(guesses);
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  test('an account never waits after successful logins, even after fifty at once', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const logins = Array.from({ length: 50 }, () => statusOf(tryPatient(app, patient, patient.secret)));
    assert.deepEqual(new Set(await Promise.all(logins)), new Set([200]));
  });

  test('an account that waits does not delay the same name in another clinic or role', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { code: 'GLEICH' });
    const other = await aPatient(services, (await aClinic(services)).id, { code: 'GLEICH' });
    const clinician = await aClinician(services, id, { username: 'GLEICH' });
    await failPatient(app, patient, 5);
    assert.equal(await statusOf(tryPatient(app, other, other.secret)), 200);
    const body = { clinic_id: id, username: 'GLEICH', password: clinician.secret };
    assert.equal(await statusOf(call(app, 'loginClinician', { body, address: elsewhere() })), 200);
  });

  test('another spelling of a username gives no new attempts', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id, { code: 'Über1' });
    await failPatient(app, patient, 3);
    await failPatient(app, { ...patient, name: 'ÜBER1' }, 1);
    await failPatient(app, { ...patient, name: 'u\u0308ber1' }, 1);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 429);
  });
});

describe('a known browser', () => {
  test('an attack from other devices does not lock out a known browser', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const as = await deviceOf(patient);
    await failPatient(app, patient, 5);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 429);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { as })), 200);
  });

  test('a known browser may fail ten times a day, and its failures do not lock out others', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const as = await deviceOf(patient);
    await failPatient(app, patient, 10, { as });
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { as })), 429);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
  });

  test('a browser is known for one account only', async () => {
    const { id } = await aClinic(services);
    const as = await deviceOf(await aPatient(services, id));
    const victim = await aPatient(services, id);
    await failPatient(app, victim, 5, { as });
    assert.equal(await statusOf(tryPatient(app, victim, victim.secret, { as })), 429);
  });

  test('a browser can be known for several accounts', async () => {
    const { id } = await aClinic(services);
    const [one, two] = [await aPatient(services, id), await aPatient(services, id)];
    const as = await deviceOf(two, await deviceOf(one));
    for (const patient of [one, two]) {
      await failPatient(app, patient, 5);
      assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { as })), 200);
    }
  });

  test('a browser that six patients share is a known device of none of them and gives no tries beside the limits', async () => {
    const { id } = await aClinic(services);
    let as: { dc: string } | undefined;
    const patients: TestUser[] = [];
    for (let count = 0; count < 6; count++) {
      const patient = await aPatient(services, id);
      patients.push(patient);
      as = await deviceOf(patient, as);
    }
    const [first] = patients;
    assert.ok(first && as);
    await failPatient(app, first, 5, { as });
    assert.equal(await statusOf(tryPatient(app, first, first.secret, { as })), 429);
    const stranger = { clinicId: id, name: 'NIEMAND' };
    await failPatient(app, stranger, 5, { as });
    assert.deepEqual(
      outcomeOf(await tryPatient(app, stranger, WRONG_DATE, { as })),
      outcomeOf(await tryPatient(app, first, WRONG_DATE, { as })),
    );
  });

  test('a browser that five patients share is known to each of them, also after many logins', async () => {
    const { id } = await aClinic(services);
    const patients = await Promise.all(Array.from({ length: 5 }, () => aPatient(services, id)));
    let as: { dc: string } | undefined;
    for (const patient of [...patients, ...patients]) as = await deviceOf(patient, as);
    for (const patient of patients) {
      await failPatient(app, patient, 5);
      assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { ...(as && { as }) })), 200);
    }
  });

  test('failures of a known browser count for its address', async () => {
    const { id } = await aClinic(services);
    const address = elsewhere();
    for (let count = 0; count < 3; count++) {
      const patient = await aPatient(services, id);
      await failPatient(app, patient, 10, { as: await deviceOf(patient), address });
    }
    const other = await aPatient(services, id);
    assert.equal(await statusOf(tryPatient(app, other, other.secret, { address })), 429);
    const as = await deviceOf(other);
    assert.equal(await statusOf(tryPatient(app, other, other.secret, { address, as })), 200);
  });

  test('a browser becomes unknown with an invented cookie, after 180 days, and after a reset of the account', async () => {
    const { id } = await aClinic(services);
    const admin = await signIn(services, await anAdmin(services, id));
    const clinician = await aClinician(services, id);
    const login = (password: string, as: Record<string, string> = {}) => {
      const body = { clinic_id: id, username: clinician.name, password };
      return call(app, 'loginClinician', { as, body, address: elsewhere() });
    };
    const cookie = [(await login(clinician.secret)).headers['set-cookie']].flat().map(String);
    const dc = cookie
      .find((text) => text.startsWith('dc='))!
      .slice(3)
      .split(';')[0]!;
    for (let count = 0; count < 5; count++) assert.equal(await statusOf(login('Falsches-Kennwort-1')), 401);
    assert.equal(await statusOf(login(clinician.secret, { dc })), 200);
    assert.equal(await statusOf(login(clinician.secret, { dc: `${dc.slice(0, -4)}AAAA` })), 429);

    const renewed = (interval: string) =>
      inClinic(services, id, (db) =>
        sql`UPDATE known_devices SET renewed = now() - ${interval}::interval WHERE clinic_id = ${id}`.execute(
          db,
        ),
      );
    await renewed('180 days 1 minute');
    assert.equal(await statusOf(login(clinician.secret, { dc })), 429);
    await renewed('179 days');
    assert.equal(await statusOf(login(clinician.secret, { dc })), 200);

    const reset = await call(app, 'resetPassword', { as: admin, params: { id: clinician.id } });
    assert.equal(await statusOf(login(reset.body.data, { dc })), 429);
  });
});

describe('an address', () => {
  test('an address waits after thirty failures with any names', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const address = elsewhere();
    await failAtAddress(app, id, 30, { address });
    const refused = await tryPatient(app, patient, patient.secret, { address });
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > 14 * MINUTE && retryAfter(refused) <= 15 * MINUTE);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
    await passFailureTime(services, 15 * MINUTE);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { address })), 200);
  });

  test('the login limits count a whole IPv6 /64 as one address', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    for (let count = 0; count < 30; count++)
      await failAtAddress(app, id, 1, {
        address: `2001:db8:0:7::${count.toString(16)}`,
      });
    assert.equal(
      await statusOf(tryPatient(app, patient, patient.secret, { address: '2001:db8:0:7:ffff::1' })),
      429,
    );
    assert.equal(
      await statusOf(tryPatient(app, patient, patient.secret, { address: '2001:db8:0:8::1' })),
      200,
    );
  });

  test('the login limits use the address of the connection, not that of a header', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const address = elsewhere();
    for (let count = 0; count < 30; count++)
      await failAtAddress(app, id, 1, {
        address,
        headers: { 'x-forwarded-for': elsewhere(), forwarded: `for=${elsewhere()}` },
      });
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { address })), 429);
  });

  test('the login limits trust the configured number of proxies and ignore addresses from further ones', async () => {
    const config = { ...services.config, trustedProxies: 1 };
    const behind = await buildApp({ ...services, config });
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const login = (password: string, forwarded: string) => {
      const body = { clinic_id: id, username: patient.name, password };
      return statusOf(call(behind, 'loginPatient', { body, headers: { 'x-forwarded-for': forwarded } }));
    };
    const client = elsewhere();
    for (let count = 0; count < 30; count++) {
      const body = { clinic_id: id, username: `N${count}`, password: addDays(WRONG_DATE, count) };
      const headers = { 'x-forwarded-for': `${elsewhere()}, ${client}` };
      assert.equal(await statusOf(call(behind, 'loginPatient', { body, headers })), 401);
    }
    assert.equal(await login(patient.secret, client), 429);
    assert.equal(await login(patient.secret, elsewhere()), 200);
    await behind.close();
  });
});

describe('a name as people type it', () => {
  test('a code with hyphen, blank, dot or a sign that nobody sees logs the patient in, and so does the ID of a clinician', async () => {
    const clinic = await aClinic(services);
    const patient = await aPatient(services, clinic.id, { code: 'KR7TQ2MX' });
    for (const name of ['KR7T-Q2MX', ' kr7t q2mx', 'KR7TQ2MX.', 'KR7TQ2MX\u200B', 'KR7T\u00A0Q2MX'])
      assert.equal(
        await statusOf(tryPatient(app, { ...patient, name }, patient.secret)),
        200,
        JSON.stringify(name),
      );
    const clinician = await aClinician(services, clinic.id, { username: 'Weber' });
    const body = { clinic_id: clinic.id, username: ' Weber\u200B ', password: clinician.secret };
    assert.equal(await statusOf(call(app, 'loginClinician', { body, address: elsewhere() })), 200);
  });

  test('an O is taken for a zero and an I or l for a one where only that code exists', async () => {
    const clinic = await aClinic(services);
    const patient = await aPatient(services, clinic.id, { code: 'P1001' });
    const other = await aPatient(services, clinic.id, { code: 'PO2', birthDate: '1980-05-17' });
    await aPatient(services, clinic.id, { code: 'P02' });
    for (const name of ['P1OO1', 'PIo0l', 'p lOO1'])
      assert.equal(await statusOf(tryPatient(app, { ...patient, name }, patient.secret)), 200, name);
    // The typed code exists, so it is the one.
    assert.equal(await statusOf(tryPatient(app, { ...other, name: 'PO2' }, other.secret)), 200);
    assert.equal(await statusOf(tryPatient(app, { ...other, name: 'PO2' }, '1990-01-01')), 401);
  });

  test('a code with two meanings is like an unknown one', async () => {
    const clinic = await aClinic(services);
    const patient = await aPatient(services, clinic.id, { code: 'P10O' });
    await aPatient(services, clinic.id, { code: 'P1O0' });
    assert.equal(await statusOf(tryPatient(app, { ...patient, name: 'PIOO' }, patient.secret)), 401);
  });

  test('all ways to type a code are one code to the limits, whether it exists or not', async () => {
    const clinic = await aClinic(services);
    const ways = ['P1001', 'P-1001', 'P1OO1', 'PlO0I', 'p1001.'];
    const known = await aPatient(services, clinic.id, { code: 'P1001' });
    const unknown = { ...known, clinicId: (await aClinic(services)).id };
    const answers = [];
    for (const { clinicId } of [known, unknown]) {
      for (const name of ways)
        assert.equal(await statusOf(tryPatient(app, { clinicId, name }, WRONG_DATE)), 401, name);
      answers.push(shown(await tryPatient(app, { clinicId, name: 'P1001' }, known.secret)));
    }
    assert.equal(answers[0]?.problem.code, 'proof_required');
    assert.deepEqual(answers[0], answers[1]);
  });
});
