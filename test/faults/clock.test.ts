// These tests move the clock of the server and not that of the database. Windows follow the server's clock. Sessions,
// limits and the audit trail follow the database's, so a process with a wrong clock cannot change them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { addDays, addMonths } from '../../src/domain/dates.ts';
import { todayIn } from '../../src/domain/today.ts';
import type { IsoDate } from '../../src/domain/iso-date.ts';
import { buildApp } from '../../src/server/app.ts';
import { sealAudit } from '../../src/server/audit/sealer.ts';
import { verifyAudit } from '../../src/server/audit/verify.ts';
import { setRetention } from '../../src/server/subject-rights/queries.ts';
import { eraseDuePatients } from '../../src/server/subject-rights/retention.ts';
import type { Services } from '../../src/server/services.ts';
import { aClinic, aClinician, aPatient, BIRTH_DATE, inClinic, signIn, type TestUser } from '../builders.ts';
import { call } from '../call.ts';
import { testServices } from '../services.ts';
import { answersTo, getPage, submit } from '../survey-calls.ts';

const HOUR_MS = 3_600_000;

let services: Services;
let app: FastifyInstance;
let clinicId: string;
let clinician: TestUser;
let now = Date.now();

before(async () => {
  services = await testServices({ now: () => now, today: () => todayIn('Europe/Berlin', now) });
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  clinician = await aClinician(services, clinicId);
});

after(() => app.close());

const at = (instant: string) => (now = Date.parse(instant));

async function aPatientAdmitted(admission: string) {
  const patient = await aPatient(services, clinicId, { admission, clinicianId: clinician.id });
  return { patient, as: await signIn(services, patient) };
}

async function pagesOf({ id }: TestUser): Promise<{ number: number; answered_at: string }[]> {
  return inClinic(services, clinicId, async (db) => {
    const { rows } = await sql<{ number: number; answered_at: string }>`
      SELECT number, answered_at FROM survey_pages p JOIN survey_sessions s ON s.id = p.session_id
      WHERE s.patient_id = ${id} ORDER BY number`.execute(db);
    return rows;
  });
}

describe('at the end of the last day of a window', () => {
  // PRE: 28 days from the admission. Midnight in Berlin is 23:00 UTC in winter and 22:00 in summer.
  const ends = [
    {
      season: 'winter',
      admission: '2026-01-05',
      last: '2026-02-01T22:59:59.999Z',
      over: '2026-02-01T23:00:00.000Z',
    },
    {
      season: 'summer',
      admission: '2026-06-01',
      last: '2026-06-28T21:59:59.999Z',
      over: '2026-06-28T22:00:00.000Z',
    },
  ];
  for (const { season, admission, last, over } of ends)
    test(`in ${season} a page sent at 23:59:59 is accepted, and a page sent at midnight is refused`, async () => {
      at(last);
      const { patient, as } = await aPatientAdmitted(admission);
      const first = answersTo(await getPage(app, as));
      assert.equal((await submit(app, as, first)).status, 200);
      const second = answersTo(await getPage(app, as));
      at(over);
      const refused = await submit(app, as, second);
      assert.deepEqual([refused.status, refused.problem.code], [409, 'window_closed']);
      assert.equal((await call(app, 'getSurvey', { as })).status, 204);
      const repeated = await submit(app, as, first);
      assert.equal(repeated.status, 200, 'what was stored in time stays acknowledged');
      assert.equal((await pagesOf(patient)).length, 1);
    });
});

describe('in the nights when the clock is changed', () => {
  const nights = [
    {
      name: 'an hour is left out',
      day: '2026-03-29',
      before: '2026-03-28T22:59:59Z',
      from: '2026-03-28T23:00:00Z',
      hours: 23,
    },
    {
      name: 'an hour comes twice',
      day: '2026-10-25',
      before: '2026-10-24T21:59:59Z',
      from: '2026-10-24T22:00:00Z',
      hours: 25,
    },
  ];
  for (const { name, day, before: eve, from, hours } of nights)
    test(`on the night when ${name}, the day has ${hours} hours and windows begin and end with it`, async () => {
      at(eve);
      assert.equal(services.today(), addDays(day, -1));
      // On this day one window begins and another ends.
      const beginning = await aPatientAdmitted(day);
      const ending = await aPatientAdmitted(addDays(day, -27));
      assert.equal((await call(app, 'getSurvey', { as: beginning.as })).status, 204);
      for (let hour = 0; hour < hours; hour += 1) {
        now = Date.parse(from) + hour * HOUR_MS;
        assert.equal(services.today(), day, `hour ${hour}`);
        if (hour > 4) continue;
        for (const { as } of [beginning, ending]) {
          const page = await getPage(app, as);
          assert.equal((await submit(app, as, answersTo(page))).status, 200, `hour ${hour}`);
        }
      }
      now = Date.parse(from) + hours * HOUR_MS;
      assert.equal(services.today(), addDays(day, 1));
      assert.equal((await call(app, 'getSurvey', { as: ending.as })).status, 204);
      assert.equal((await call(app, 'getSurvey', { as: beginning.as })).status, 200);
      const times = (await pagesOf(beginning.patient)).map(({ answered_at: time }) => Date.parse(time));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        'the pages of the night are in order',
      );
      assert.equal(new Set(times).size, 5, 'the hour that comes twice is two hours');
    });
});

describe('when the clock of the server jumps by hours, back and forth', () => {
  const jumps = [0, 7, -6, 11, -11, 3, -2, 12, -12];

  test('pages keep their order, sessions stay valid, and the audit chain is whole while the clock jumps', async () => {
    at('2026-05-10T10:00:00Z');
    const { patient, as } = await aPatientAdmitted('2026-05-05');
    const staff = await signIn(services, clinician);
    for (const hours of jumps) {
      now += hours * HOUR_MS;
      const page = await getPage(app, as);
      assert.equal((await submit(app, as, answersTo(page))).status, 200, `${hours} hours`);
      assert.equal((await call(app, 'refreshSession', { as })).status, 200);
      assert.equal((await call(app, 'listOwnPatients', { as: staff })).status, 200);
    }
    const numbers = (await pagesOf(patient)).map(({ number }) => number);
    assert.deepEqual(
      numbers,
      jumps.map((_, index) => index + 1),
    );
    await sealAudit(services.pool);
    const { findings, sealed } = await verifyAudit(services.pool, clinicId, new Map());
    assert.deepEqual(findings, []);
    assert.ok(sealed >= jumps.length);
  });

  test('a delayed login stays delayed when the clock jumps', async () => {
    const { patient } = await aPatientAdmitted('2026-05-05');
    const credentials = { clinic_id: clinicId, username: patient.name };
    const tries = (password: string) =>
      call(app, 'loginPatient', { body: { ...credentials, password }, address: '198.51.100.9' });
    for (let failure = 0; failure < 5; failure += 1) assert.equal((await tries('1977-07-07')).status, 401);
    now += 48 * HOUR_MS;
    assert.equal((await tries(BIRTH_DATE)).status, 429);
    now -= 96 * HOUR_MS;
    assert.equal((await tries(BIRTH_DATE)).status, 429);
    now += 48 * HOUR_MS;
  });

  test('a survey begun just after midnight stays in its window when the clock is set back before it', async () => {
    const admission = '2026-07-10';
    at('2026-07-09T22:30:00Z');
    const { patient, as } = await aPatientAdmitted(admission);
    const first = answersTo(await getPage(app, as));
    assert.equal((await submit(app, as, first)).status, 200);
    const second = answersTo(await getPage(app, as));
    now -= 2 * HOUR_MS;
    assert.equal((await submit(app, as, second)).status, 200);
    now += 3 * HOUR_MS;
    const body = {
      code: patient.name,
      date_of_birth: BIRTH_DATE,
      gender: 'DIVERSE',
      diagnoses: [{ id: 'F32.1' }],
      admission,
      discharge: addMonths(admission, 12),
      labels: [],
    };
    const edited = await call(app, 'editPatient', {
      as: await signIn(services, clinician),
      params: { id: patient.id },
      body,
    });
    assert.deepEqual([edited.status, edited.body], [200, { surveys: [] }]);
    assert.equal((await submit(app, as, answersTo(await getPage(app, as)))).status, 200);
    assert.equal((await pagesOf(patient)).length, 3);
  });

  test('two servers whose clocks are hours apart share sessions and surveys', async () => {
    at('2026-05-10T10:00:00Z');
    const ahead = {
      ...services,
      now: () => now + 5 * HOUR_MS,
      today: () => todayIn('Europe/Berlin', now + 5 * HOUR_MS),
    };
    const other = await buildApp(ahead);
    const { patient, as } = await aPatientAdmitted('2026-05-05');
    for (let page = 0; page < 6; page += 1) {
      const server = page % 2 === 0 ? app : other;
      assert.equal((await submit(server, as, answersTo(await getPage(server, as)))).status, 200);
      assert.equal((await call(server, 'refreshSession', { as })).status, 200);
    }
    assert.equal((await pagesOf(patient)).length, 6);
    await other.close();
  });
});

describe('when a clock is 15 years ahead', () => {
  const YEARS_MS = 15 * 365.25 * 24 * HOUR_MS;
  type Leap = { name: string; admission: IsoDate; leap: (clinic: string) => Promise<void> };
  const onTheWrongDay: Leap[] = [
    {
      // Due in 15 years and not before.
      name: 'of the server',
      admission: '2026-01-05',
      leap: async () => void (now += YEARS_MS),
    },
    {
      // Both clocks cannot be moved here. The day that the clinic saw last is moved instead, and the patients are due.
      name: 'of the server and of the database',
      admission: '1990-01-01',
      leap: (clinic) =>
        inClinic(services, clinic, async (db) => {
          await sql`UPDATE clinics SET retention_day = retention_day - 5479 WHERE id = ${clinic}`.execute(db);
        }),
    },
  ];
  for (const { name, admission, leap } of onTheWrongDay)
    test(`no patient is erased while the clock ${name} is 15 years ahead, and the log says so`, async () => {
      now = Date.now();
      const { id } = await aClinic(services);
      const { id: clinicianId } = await aClinician(services, id);
      for (let count = 0; count < 15; count++) await aPatient(services, id, { clinicianId, admission });
      await inClinic(services, id, (db) => setRetention(db, id, { months: 120, today: services.today() }));
      const lines: string[] = [];
      const log = { ...services.log, error: (_: object, line = '') => void lines.push(line) };
      await leap(id);
      assert.equal(await eraseDuePatients({ ...services, log }), 0);
      assert.match(lines.join(), /no patient is erased/);
      now = Date.now();
      const left = await inClinic(services, id, (db) =>
        db.selectFrom('patients').select('id').where('clinic_id', '=', id).execute(),
      );
      assert.equal(left.length, 15);
      await inClinic(services, id, (db) => setRetention(db, id, { months: null, today: services.today() }));
    });
});
