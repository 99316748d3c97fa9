import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import type { TestUser } from '../../../test/builders.ts';
import { aMailScene, headerOf, partOf, to } from '../../../test/mail-scene.ts';
import {
  anOpenEvent,
  aWard,
  NOTICE,
  remindersOf,
  setClinic,
  setOwnAddress,
} from '../../../test/reminder-scene.ts';
import { planReminders } from './reminder.ts';

const scene = aMailScene();
const HOUR = 3_600_000;
const DUTY = 'dienst@ambulanz.example';
const duty = `${DUTY} ${NOTICE}`;
const mailTo = (user: TestUser) => `${to(user)} ${NOTICE}`;

const passHours = (hours: number) =>
  scene.setClock(new Date(scene.services.now() + hours * HOUR).toISOString());

describe('a mail server or a clock in trouble', () => {
  test('after hours without a mail server each reminder goes out once within half an hour', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await anOpenEvent(scene, patient);
    await scene.sink.stop();
    for (let minutes = 0; minutes < 600; minutes += 5) {
      await scene.work();
      passHours(1 / 12);
    }
    await scene.sink.start();
    for (let minutes = 0; minutes <= 30; minutes += 5) {
      await scene.work();
      passHours(1 / 12);
    }
    assert.deepEqual(scene.newMails(), [mailTo(clinician), duty].sort());
  });

  test('an address that is refused for good is not tried again until it is replaced', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician, 'vertippt@ambulanz.example');
    await setClinic(scene, clinic.id, { dutyAddress: 'weg@ambulanz.example' });
    scene.sink.answer = () => ({ code: 550, text: '5.1.1 unknown' });
    await anOpenEvent(scene, patient);
    passHours(4);
    await scene.work();
    const states = async () =>
      (await remindersOf(scene, clinic.id)).map(
        ({ step, state, attempts }) => `${step} ${state} ${attempts}`,
      );
    assert.deepEqual(await states(), ['clinician refused 1', 'duty refused 1']);
    scene.sink.answer = () => undefined;
    passHours(24);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician), duty].sort());
    passHours(24);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
  });

  test('a reminder that was accepted when our server died is sent again under the same Message-ID', async () => {
    const { clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await anOpenEvent(scene, patient);
    const killed = scene.work(scene.services, {
      via: 'smtp',
      isFree: () => true,
      send: async (id, message) => {
        await scene.transport.send(id, message);
        throw new Error('killed');
      },
    });
    await assert.rejects(killed, /killed/);
    await scene.work();
    assert.equal(scene.newMails().length, 1, 'no process tries it while the first may still send');
    passHours(5 / 60);
    await scene.work();
    assert.equal(scene.newMails().length, 1);
    const [first, again] = scene.sink.received.slice(-2).map((mail) => headerOf(mail, 'Message-ID'));
    assert.equal(first, again);
  });

  test('a clock that is ahead for a while delays no reminder by more than half an hour, and doubles none', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await anOpenEvent(scene, patient);
    // While the clock is a year ahead, the mail server is down, and another event is raised.
    await scene.sink.stop();
    passHours(365 * 24);
    await anOpenEvent(scene, patient);
    await scene.work();
    await scene.sink.start();
    passHours(-365 * 24 + 0.5);
    await scene.work();
    const atOnce = [mailTo(clinician), mailTo(clinician), duty];
    assert.deepEqual(
      scene.newMails(),
      atOnce.sort(),
      'an event from the future is not left waiting for a year',
    );
    passHours(3.5);
    await scene.work();
    assert.deepEqual(scene.newMails(), [duty]);
    passHours(366 * 24);
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
  });

  test('a clock that is set back sends nothing early and nothing twice', async () => {
    const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
    await setOwnAddress(scene, clinician);
    await setClinic(scene, clinic.id, { dutyAddress: DUTY });
    await anOpenEvent(scene, patient);
    await scene.work();
    passHours(4);
    await planReminders(scene.services);
    passHours(-3);
    await scene.work();
    assert.deepEqual(scene.newMails(), [mailTo(clinician)]);
    passHours(3);
    await scene.work();
    passHours(-3);
    await scene.work();
    assert.deepEqual(scene.newMails(), [duty]);
  });
});

test('a reminder says only that a notice is not confirmed, and leads to the login', async () => {
  const { clinic, clinician, patient } = await aWard(scene, '2026-05-08T16:00:00+02:00');
  await setOwnAddress(scene, clinician);
  await setClinic(scene, clinic.id, { dutyAddress: DUTY });
  await anOpenEvent(scene, patient);
  passHours(4);
  await scene.work();
  assert.equal(scene.newMails().length, 2);
  const mails = scene.sink.received.slice(-2);
  for (const mail of mails) {
    assert.match(headerOf(mail, 'Reply-To'), /<kontakt@ambulanz\.example>/);
    assert.equal(headerOf(mail, 'List-Unsubscribe'), '');
    assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated');
    for (const part of ['text/plain', 'text/html'] as const) {
      const text = partOf(mail, part);
      assert.ok(text.includes(`${NOTICE}.`), part);
      assert.doesNotMatch(text, /dringend|urgent|Suizid|Patient|abmelden/i);
      for (const secret of [patient.name, patient.id, clinic.id, clinician.name, 'dep-31', 'oft'])
        assert.ok(!text.includes(secret), secret);
    }
  }
  const textTo = (address: string) =>
    partOf(
      mails.find((mail) => mail.to === address)!,
      'text/plain',
    );
  assert.match(textTo(to(clinician)), /http:\/\/localhost:8080\/loginclinician\r\n/);
  assert.match(textTo(DUTY), /http:\/\/localhost:8080\/loginclinician\r\n/);
  const log = scene.lines.join('').toLowerCase();
  assert.match(log, /mail sent/);
  for (const secret of ['dienst@', to(clinician), patient.name.toLowerCase(), patient.id, 'urgent', 'duty'])
    assert.ok(!log.includes(secret), secret);
});
