import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic, anAdmin, aPatient, inClinic, signIn } from '../../test/builders.ts';
import { anOpenEvent, setClinic } from '../../test/reminder-scene.ts';
import { testServices } from '../../test/services.ts';
import { startJobs } from './jobs.ts';
import { openTransport, OUTBOX_FOLDER } from './mail/transport.ts';
import { setRetention } from './subject-rights/queries.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'jobs-'));

let services: Services;

before(async () => {
  services = await testServices();
});

const codesOf = (clinicId: string) =>
  inClinic(services, clinicId, async (db) => {
    const rows = await db.selectFrom('patients').select('code').where('clinic_id', '=', clinicId).execute();
    return rows.map(({ code }) => code);
  });

test(
  'a running server erases the patients whose time is over within minutes of its start, and no others',
  { timeout: 60_000 },
  async () => {
    const clinic = await aClinic(services);
    await inClinic(services, clinic.id, (db) =>
      setRetention(db, clinic.id, { months: 1, today: services.today() }),
    );
    const past = { admission: '1990-01-01', discharge: '1991-01-01' };
    await aPatient(services, clinic.id, { code: 'OVER', ...past });
    await aPatient(services, clinic.id, { code: 'GOESON' });
    mock.timers.enable({ apis: ['setInterval'] });
    const jobs = startJobs(services, folder, openTransport(undefined, folder));
    mock.timers.tick(10 * MINUTE);
    while ((await codesOf(clinic.id)).includes('OVER'));
    await jobs.stop();
    mock.timers.reset();
    assert.deepEqual(await codesOf(clinic.id), ['GOESON']);
  },
);

test(
  'a running server deletes sessions that ended long ago within minutes of its start',
  { timeout: 60_000 },
  async () => {
    const clinic = await aClinic(services);
    await signIn(services, await anAdmin(services, clinic.id));
    const sessions = () =>
      inClinic(services, clinic.id, (db) => db.selectFrom('login_sessions').select('id').execute());
    await inClinic(services, clinic.id, (db) =>
      sql`UPDATE login_sessions SET ended_at = now() - interval '31 days'`.execute(db),
    );
    mock.timers.enable({ apis: ['setInterval'] });
    const jobs = startJobs(services, folder, openTransport(undefined, folder));
    mock.timers.tick(10 * MINUTE);
    while ((await sessions()).length > 0);
    await jobs.stop();
    mock.timers.reset();
  },
);

test(
  'a running server reminds the duty address of an unanswered event within minutes',
  { timeout: 60_000 },
  async () => {
    const clinic = await aClinic(services);
    const patient = await aPatient(services, clinic.id);
    await setClinic({ services }, clinic.id, { dutyAddress: 'dienst@ambulanz.example' });
    const at = new Date(services.now() - 5 * 60 * MINUTE).toISOString();
    await anOpenEvent({ services }, patient, { at });
    const outbox = join(folder, OUTBOX_FOLDER);
    mock.timers.enable({ apis: ['setInterval'] });
    const jobs = startJobs(services, folder, openTransport(undefined, folder));
    const reminders = () =>
      inClinic(services, clinic.id, (db) =>
        db.selectFrom('crisis_reminders').select('state').where('clinic_id', '=', clinic.id).execute(),
      );
    mock.timers.tick(MINUTE);
    while ((await reminders()).length === 0);
    mock.timers.tick(MINUTE);
    while ((await reminders()).some(({ state }) => state !== 'sent'));
    await jobs.stop();
    mock.timers.reset();
    assert.equal(readdirSync(outbox).length, 1);
  },
);
