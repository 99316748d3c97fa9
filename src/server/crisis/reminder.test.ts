import { strict as assert } from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { assignMeanwhile, forgetPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { aMailScene, pools, to } from '../../../test/mail-scene.ts';
import type { WorkerOrder } from '../../../test/mail-worker.ts';
import {
  anOpenEvent,
  aWard,
  nameDeputy,
  NOTICE,
  remindersOf,
  setClinic,
  setOwnAddress,
  type Ward,
} from '../../../test/reminder-scene.ts';
import { setEnabled } from '../clinicians/queries.ts';
import type { Services } from '../services.ts';
import type { Db } from '../database/transaction.ts';
import { acknowledge } from './queries.ts';
import { handOver, lockEvent, putOff } from './standing-queries.ts';
import { planReminders } from './reminder.ts';

const scene = aMailScene();
const HOUR = 3_600_000;
const DUTY = 'dienst@ambulanz.example';
const duty = `${DUTY} ${NOTICE}`;
const mailTo = (user: TestUser) => `${to(user)} ${NOTICE}`;

const passHours = (hours: number) =>
  scene.setClock(new Date(scene.services.now() + hours * HOUR).toISOString());

async function acknowledgeEvent(clinicId: string, id: string, by: string): Promise<void> {
  const at = new Date(scene.services.now()).toISOString();
  await inClinic(scene.services, clinicId, (db) =>
    acknowledge(db, clinicId, id, { by, at, done: 'talked', note: null }),
  );
}

type Act = readonly [Db, Parameters<typeof handOver>[1]];

/** An act of the treating clinician on an event. */
async function onEvent({ clinic, clinician }: Ward, eventId: string, act: (act: Act) => Promise<void>) {
  const { services } = scene;
  await inClinic(services, clinic.id, async (db) => {
    const event = await lockEvent(db, { clinicId: clinic.id, eventId }, clinician.id, services.today());
    const at = new Date(services.now()).toISOString();
    await act([db, { clinicId: clinic.id, event: event!, by: clinician.id, at, note: null }]);
  });
}

describe('the steps of a reminder', () => {
  const others: Services[] = [];
  after(() => Promise.all(others.flatMap(({ pool, loginPool }) => [pool.end(), loginPool.end()])));

  test('each step of an event is reminded of once while several servers plan and send at once', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    const { clinic, clinician, deputy, patient } = ward;
    await setOwnAddress(scene, clinician);
    await setOwnAddress(scene, deputy);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await nameDeputy(scene, ward, ['2026-05-08', '2026-05-08']);
    await anOpenEvent(scene, patient);
    await anOpenEvent(scene, patient, { level: 'notice' });
    const servers = [1, 2, 3].map(() => ({ ...scene.services, ...pools(scene.databaseUrl) }));
    others.push(...servers);
    const atOnce = [mailTo(clinician), mailTo(clinician), mailTo(deputy), mailTo(deputy)];
    // Friday afternoon: the hours go on over the weekend.
    for (const [moment, expected] of [
      ['2026-05-08T16:00:00+02:00', atOnce],
      ['2026-05-08T16:20:00+02:00', []],
      ['2026-05-08T19:59:59+02:00', []],
      ['2026-05-08T20:00:00+02:00', [duty]],
      ['2026-05-11T15:59:59+02:00', []],
      ['2026-05-11T16:00:00+02:00', [duty]],
      ['2026-06-11T16:00:00+02:00', []],
    ] as const) {
      scene.setClock(moment);
      await Promise.all(servers.map((services) => scene.work(services)));
      assert.deepEqual(scene.newMails(), [...expected].sort(), moment);
    }
    const rows = await remindersOf(scene, clinic.id);
    assert.deepEqual(
      rows.map(({ step, state }) => `${step} ${state}`),
      ['clinician', 'clinician', 'deputy', 'deputy', 'duty', 'duty'].map((step) => `${step} sent`),
    );
  });

  test('each step goes out once from two processes that begin together', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    for (let count = 0; count < 8; count++) await anOpenEvent(scene, patient);
    passHours(4);
    const order: WorkerOrder = {
      databaseUrl: scene.databaseUrl,
      root: scene.services.keys.roots.get(1)!.toString('hex'),
      smtpUrl: scene.sink.url,
      now: scene.services.now(),
    };
    const workers = [1, 2].map(() => fork(join(import.meta.dirname, '../../../test/mail-worker.ts')));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const ends = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.send(order);
    assert.deepEqual(
      (await Promise.all(ends)).flatMap(([code]) => code),
      [0, 0],
    );
    const expected = Array.from({ length: 8 }, () => [mailTo(clinician), duty]).flat();
    assert.deepEqual(scene.newMails(), expected.sort());
  });

  test('the hours are hours of the clock on the nights when the clock changes', async () => {
    for (const [raised, early, due] of [
      ['2026-03-29T01:30:00+01:00', '2026-03-29T06:29:59+02:00', '2026-03-29T06:30:00+02:00'],
      ['2026-10-25T01:30:00+02:00', '2026-10-25T04:29:59+01:00', '2026-10-25T04:30:00+01:00'],
    ] as const) {
      const { clinic, patient } = await aWard(scene, raised);
      await setClinic(scene, clinic.id, { dutyAddress: DUTY });
      await anOpenEvent(scene, patient);
      scene.setClock(early);
      await scene.work();
      assert.deepEqual(scene.newMails(), [], early);
      scene.setClock(due);
      await scene.work();
      assert.deepEqual(scene.newMails(), [duty], due);
    }
  });

  test('the deputy is reminded on the days of the deputyship only, and not while disabled', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, ward.deputy);
    await nameDeputy(scene, ward, ['2026-05-10', '2026-05-10']);
    await anOpenEvent(scene, ward.patient);
    for (const day of ['2026-05-08', '2026-05-09', '2026-05-11']) {
      scene.setClock(`${day}T23:59:00+02:00`);
      await scene.work();
      assert.deepEqual(scene.newMails(), [], day);
    }
    const enable = (enabled: boolean) =>
      inClinic(scene.services, ward.clinic.id, (db) =>
        setEnabled(db, ward.clinic.id, ward.deputy.id, enabled),
      );
    scene.setClock('2026-05-10T00:00:00+02:00');
    await enable(false);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    await enable(true);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(ward.deputy)]);
  });

  test('after a hand-over the new owner is reminded, and the duty address once after its hours', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    const { clinic, clinician, deputy: colleague, patient } = ward;
    for (const one of [clinician, colleague]) await setOwnAddress(scene, one);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    const event = await anOpenEvent(scene, patient);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician)]);
    passHours(1);
    await onEvent(ward, event, (act) => handOver(...act, colleague.id));
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(colleague)]);
    passHours(3);
    await scene.work();
    assert.deepEqual(scene.newMails(), [duty]);
    passHours(100);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
  });

  test('an event that was put off is reminded of from its day on, as if it were new', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    const { clinic, clinician, patient } = ward;
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    const event = await anOpenEvent(scene, patient);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician)]);
    await onEvent(ward, event, (act) => putOff(...act, '2026-05-11'));
    for (const [moment, expected] of [
      ['2026-05-10T23:59:00+02:00', []],
      ['2026-05-11T00:00:00+02:00', [mailTo(clinician)]],
      ['2026-05-11T23:00:00+02:00', [duty]],
      ['2026-05-15T23:00:00+02:00', []],
    ] as const) {
      scene.setClock(moment);
      await scene.work();
      assert.deepEqual(scene.newMails(), [...expected], moment);
    }
  });

  test('an address or a deputy that is set later is used while the event is open', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    const { clinic, clinician, deputy, patient } = ward;
    await anOpenEvent(scene, patient);
    passHours(100);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.deepEqual(await remindersOf(scene, clinic.id), [], 'without an address nothing waits');
    await setOwnAddress(scene, clinician);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician)]);
    await setOwnAddress(scene, deputy);
    await nameDeputy(scene, ward, [scene.services.today(), scene.services.today()]);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(deputy)]);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await scene.work();
    assert.deepEqual(scene.newMails(), [duty]);
  });
});

describe('what changes between planning and sending', () => {
  test('a planned reminder is not sent after the event is acknowledged, the patient erased, the address or the deputyship gone', async () => {
    const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
    const { clinic, clinician, deputy, patient } = ward;
    const other = { ...patient };
    await setOwnAddress(scene, clinician);
    await setOwnAddress(scene, deputy);
    await nameDeputy(scene, ward, ['2026-05-08', '2026-05-08']);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    const event = await anOpenEvent(scene, other);
    passHours(4);
    await planReminders(scene.services);
    assert.equal((await remindersOf(scene, clinic.id)).length, 3);
    await setOwnAddress(scene, clinician, null);
    await setClinic(scene, clinic.id, { hours: { urgent: 5, notice: 72 } });
    await nameDeputy(scene, ward, ['2026-05-09', '2026-05-09']);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.deepEqual(await remindersOf(scene, clinic.id), []);

    await setOwnAddress(scene, clinician);
    await planReminders(scene.services);
    await acknowledgeEvent(clinic.id, event, clinician.id);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.deepEqual(await remindersOf(scene, clinic.id), []);

    await anOpenEvent(scene, patient);
    await planReminders(scene.services);
    await forgetPatient(scene.services, patient);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.deepEqual(await remindersOf(scene, clinic.id), []);
  });

  test('a waiting reminder of a transferred patient goes to the new clinician, and none is sent twice', async () => {
    const { clinic, clinician, deputy: colleague, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setOwnAddress(scene, colleague);
    await anOpenEvent(scene, patient);
    await planReminders(scene.services);
    await assignMeanwhile(scene.services, patient, colleague);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(colleague)]);
    await assignMeanwhile(scene.services, patient, clinician);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.equal((await remindersOf(scene, clinic.id)).length, 1);
  });

  test('an event that is acknowledged in time reminds only the persons at once', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    const event = await anOpenEvent(scene, patient);
    await scene.work();
    passHours(3);
    await acknowledgeEvent(clinic.id, event, clinician.id);
    passHours(500);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician)]);
  });
});
