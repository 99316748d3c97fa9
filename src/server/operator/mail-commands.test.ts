import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { aPatient, inClinic } from '../../../test/builders.ts';
import { aMailScene, anInvitedPatient, headerOf, leaveAddress, outboxOf } from '../../../test/mail-scene.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { anOpenEvent, aWard, nameDeputy, setClinic, setOwnAddress } from '../../../test/reminder-scene.ts';
import { planReminders } from '../crisis/reminder.ts';
import { planMails } from '../mail/plan.ts';
import type { CommandContext } from './command.ts';
import { mailCommands } from './mail-commands.ts';

const scene = aMailScene();

async function mailStatus(clinic: string): Promise<readonly object[]> {
  let printed: object[] = [];
  // The command uses only these parts of its context.
  const context = {
    values: { clinic },
    services: async () => scene.services,
    print: (rows: object[]) => (printed = rows),
  } as unknown as CommandContext;
  await mailCommands[0]?.run(context);
  return printed;
}

test('the operator sees how many mails wait, are late, were sent and were refused', async () => {
  const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
  const none = { waiting: 0, overdue: 0, sent: 0, refused: 0 };
  const patients = [];
  for (let count = 0; count < 3; count++) {
    const patient = await aPatient(scene.services, clinic.id, { admission: '2026-02-04' });
    await leaveAddress(scene.services, patient, 'INTERMEDIATE');
    patients.push(patient);
  }
  const shown = { clinic: clinic.name, mails: 'survey', ...none, addresses: 3, last_sent: null };
  const firstRow = async () => (await mailStatus(clinic.name))[0];
  assert.deepEqual(await firstRow(), shown);
  scene.setClock('2026-05-04T00:10:00+02:00');
  await planMails(scene.services);
  assert.deepEqual(await firstRow(), { ...shown, waiting: 3 });
  const [gone, full] = patients.map(({ name }) => `${name.toLowerCase()}@post.example`);
  scene.sink.answer = (recipient) => {
    if (recipient === gone) return { code: 550, text: '5.1.1 unknown' };
    return recipient === full ? { code: 452, text: '4.2.2 full' } : undefined;
  };
  scene.setClock('2026-05-04T08:00:00+02:00');
  await scene.work();
  const after = {
    ...shown,
    waiting: 1,
    overdue: 1,
    sent: 1,
    refused: 1,
    last_sent: '2026-05-04T06:00:00.000Z',
  };
  assert.deepEqual(await firstRow(), after);
});

test('the operator sees how many reminders of events wait, and that the duty address was refused', async () => {
  const ward = await aWard(scene, '2026-05-08T16:00:00+02:00');
  await setOwnAddress(scene, ward.clinician);
  await setOwnAddress(scene, ward.deputy);
  await nameDeputy(scene, ward, ['2026-05-09', '2026-05-09']);
  await setClinic(scene, ward.clinic.id, { dutyAddress: 'weg@ambulanz.example' });
  await anOpenEvent(scene, ward.patient);
  await planReminders(scene.services);
  const none = { waiting: 0, overdue: 0, sent: 0, refused: 0 };
  const { name } = ward.clinic;
  const rows = (clinician: object, deputy: object, duty: object) => [
    { clinic: name, mails: 'survey', ...none, addresses: 0, last_sent: null },
    { clinic: name, mails: 'crisis clinician', ...none, addresses: 2, last_sent: null, ...clinician },
    { clinic: name, mails: 'crisis deputy', ...none, addresses: 1, last_sent: null, ...deputy },
    { clinic: name, mails: 'crisis duty', ...none, addresses: 1, last_sent: null, ...duty },
  ];
  assert.deepEqual(await mailStatus(name), rows({ waiting: 1, overdue: 1 }, {}, {}));
  scene.sink.answer = (recipient) =>
    recipient === 'weg@ambulanz.example' ? { code: 550, text: '5.1.1 unknown' } : undefined;
  scene.setClock('2026-05-08T20:00:00+02:00');
  await scene.work();
  const sent = { sent: 1, last_sent: '2026-05-08T18:00:00.000Z' };
  assert.deepEqual(await mailStatus(name), rows(sent, {}, { refused: 1 }));
});

/** Runs a command of the operator on the database of the mails. */
const commandOf = () => ({ services: scene.services, dataDir: '/nowhere' });
const lastMessageId = () => headerOf(scene.sink.received.at(-1)!, 'Message-ID');

test('the operator learns whom a mail was for that came back, and never its address', async () => {
  const ward = await aWard(scene, '2026-05-04T00:10:00+02:00');
  const invited = await anInvitedPatient(scene, ward.clinic.id);
  await planMails(scene.services);
  scene.setClock('2026-05-04T08:00:00+02:00');
  await scene.work();
  const of = { clinic: ward.clinic.name, state: 'sent' };
  const sent = '2026-05-04T06:00:00.000Z';
  const survey = await rowsOf(commandOf(), 'mail', 'find', lastMessageId());
  assert.deepEqual(survey, [{ ...of, mail: 'survey invitation', patient: invited.name, sent }]);
  assert.equal(JSON.stringify(survey).includes('post.example'), false);
  await setOwnAddress(scene, ward.clinician);
  await anOpenEvent(scene, ward.patient);
  await planReminders(scene.services);
  await scene.work();
  const reminder = await rowsOf(commandOf(), 'mail', 'find', lastMessageId().toUpperCase());
  assert.deepEqual(reminder, [{ ...of, mail: 'crisis clinician', patient: ward.patient.name, sent }]);
  const unknown = '<0b5cf1d6-5f6b-4a55-9d0c-8a4d4b7f3a11@klinik.example>';
  assert.match((await manage(commandOf(), 'mail', 'find', unknown)).notes, /no clinic has this mail/);
  assert.equal((await manage(commandOf(), 'mail', 'find', 'unknown@klinik.example')).code, 2);
});

test('the operator erases the addresses of one patient and the mails that wait, and the trail says so', async () => {
  const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
  const [gone, kept] = [
    await aPatient(scene.services, clinic.id, { admission: '2026-02-04' }),
    await aPatient(scene.services, clinic.id, { admission: '2026-02-04' }),
  ];
  for (const patient of [gone, kept]) await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  scene.setClock('2026-05-04T00:10:00+02:00');
  await planMails(scene.services);
  const forget = ['mail', 'forget', clinic.name, gone.name];
  assert.equal((await manage(commandOf(), ...forget)).code, 2);
  const erased = async () => (await rowsOf(commandOf(), ...forget, '--yes', '--as', 'maria'))[0].erased;
  assert.deepEqual([await erased(), await erased()], [true, false]);
  const { addresses, trail } = await inClinic(scene.services, clinic.id, async (db) => ({
    addresses: await db.selectFrom('mail_addresses').select('patient_id').execute(),
    trail: await db.selectFrom('audit').select(['action', 'patient_id', 'request_id']).execute(),
  }));
  assert.deepEqual(addresses, [{ patient_id: kept.id }]);
  const waiting = await outboxOf(scene.services, clinic.id);
  assert.deepEqual(
    waiting.map(({ patient_id: id }) => id),
    [kept.id],
  );
  const entry = { action: 'mail_addresses_erased', patient_id: gone.id, request_id: 'manage maria' };
  assert.deepEqual(
    trail.filter(({ action }) => action === entry.action),
    [entry],
  );
});
