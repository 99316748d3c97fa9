import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import {
  aMailScene,
  anInvitedPatient,
  headerOf,
  INVITATION,
  morning,
  OPENING,
  outboxOf,
  pools,
  REMINDER,
  to,
} from '../../../test/mail-scene.ts';
import { invitations } from './invitations.ts';
import { planMails } from './plan.ts';
import { sendMails } from './send.ts';
import { openTransport, type Transport } from './transport.ts';

const scene = aMailScene();
const going = new AbortController().signal;

describe('the mail server', () => {
  test('a mail server that is down for an hour loses no mail and doubles none', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients = [await anInvitedPatient(scene, clinic.id), await anInvitedPatient(scene, clinic.id)];
    await scene.sink.stop();
    const start = Date.parse(morning(0));
    for (let minutes = 0; minutes < 60; minutes += 2) {
      scene.setClock(new Date(start + minutes * 60_000).toISOString());
      await scene.work();
    }
    const attempts = (await outboxOf(scene.services, clinic.id)).map((row) => row.attempts);
    assert.deepEqual(attempts, [4, 4], 'at 0, 5, 15 and 35 minutes, and not all the time');
    assert.match(scene.lines.join(''), /will be tried again/);
    await scene.sink.start();
    for (let minutes = 60; minutes < 90; minutes += 2) {
      scene.setClock(new Date(start + minutes * 60_000).toISOString());
      await scene.work();
    }
    const expected = patients.map((patient) => `${to(patient)} ${INVITATION}`).sort();
    assert.deepEqual(scene.newMails(), expected);
  });

  test('a mail server that asks for fewer mails is asked once, however many mails wait', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients = await Promise.all(Array.from({ length: 20 }, () => anInvitedPatient(scene, clinic.id)));
    const transport = openTransport(scene.sink.url, '/nowhere');
    let asked = 0;
    scene.sink.answer = () => {
      asked += 1;
      return { code: 450, text: '4.7.28 too many mails' };
    };
    scene.setClock(morning(0));
    // The jobs look for mails three times a minute.
    for (let run = 0; run < 3; run += 1) await scene.work(scene.services, transport);
    assert.equal(asked, 1);
    const attempts = (await outboxOf(scene.services, clinic.id)).map((row) => row.attempts);
    assert.equal(attempts.length, patients.length);
    assert.deepEqual(attempts.toSorted(), [...Array<number>(19).fill(0), 1]);
  });

  test('an address that the mail server refuses for good is not tried again in this window and not logged', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [gone, full, fine] = await Promise.all(
      Array.from({ length: 3 }, () => anInvitedPatient(scene, clinic.id)),
    );
    const refusals = {
      [to(gone!)]: { code: 550, text: `5.1.1 <${to(gone!)}> does not exist` },
      [to(full!)]: { code: 452, text: `4.2.2 the mailbox of ${full!.name} is full` },
    };
    scene.sink.answer = (recipient) => refusals[recipient];
    scene.setClock(morning(0));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(fine!)} ${INVITATION}`]);
    const states = async () =>
      new Map((await outboxOf(scene.services, clinic.id)).map((row) => [row.patient_id, row.state]));
    assert.equal((await states()).get(gone!.id), 'refused');
    assert.equal((await states()).get(full!.id), 'waiting');

    scene.sink.answer = () => undefined;
    scene.setClock(morning(1));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(full!)} ${INVITATION}`]);
    scene.setClock(morning(8));
    await scene.work();
    const expected = [full, fine].map((patient) => `${to(patient!)} ${REMINDER}`);
    assert.deepEqual(scene.newMails(), expected.sort());

    const log = scene.lines.join('');
    assert.match(log, /refused for good.*"response":550,"status":"5\.1\.1"/);
    for (const patient of [gone, full, fine]) {
      assert.ok(
        !log.toLowerCase().includes(patient!.name.toLowerCase()),
        'no address, no part of one, no code',
      );
    }
  });

  test('a mail that was accepted when our server died is sent again under the same Message-ID', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(scene, clinic.id);
    scene.setClock(morning(0));
    await planMails(scene.services);
    // Our server dies between the answer of the mail server and the commit.
    const dying: Transport = {
      via: 'smtp',
      isFree: () => true,
      send: async (id, message) => {
        await scene.transport.send(id, message);
        throw new Error('killed');
      },
    };
    await assert.rejects(sendMails(scene.services, dying, invitations, going), /killed/);
    const before = scene.sink.received.at(-1)!;
    assert.equal(scene.newMails().length, 1);
    scene.setClock(`${OPENING}T08:04:59+02:00`);
    await scene.work();
    assert.deepEqual(scene.newMails(), [], 'nobody else tries it while the first may still be at it');
    scene.setClock(`${OPENING}T08:05:00+02:00`);
    await scene.work();
    const again = scene.sink.received.at(-1)!;
    assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
    assert.match(headerOf(again, 'Message-ID'), /^<[0-9a-f-]{36}@resonanz\.example>$/);
    assert.equal(headerOf(again, 'Message-ID'), headerOf(before, 'Message-ID'));
  });

  test('a mail is sent once although the database was lost after the mail server accepted it', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(scene, clinic.id);
    scene.setClock(morning(0));
    await planMails(scene.services);
    const services = { ...scene.services, ...pools(scene.databaseUrl) };
    let lost = 0;
    const unlucky: Transport = {
      via: 'smtp',
      isFree: () => true,
      send: async (id, message) => {
        const delivery = await scene.transport.send(id, message);
        // The next connections fail as well: the database cannot be reached for a moment.
        const { connect } = services.pool;
        services.pool.connect = (async () => {
          lost += 1;
          if (lost >= 2) services.pool.connect = connect;
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
        }) as typeof connect;
        return delivery;
      },
    };
    await sendMails(services, unlucky, invitations, going);
    assert.equal(lost, 2);
    scene.setClock(morning(1));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
    await Promise.all([services.pool.end(), services.loginPool.end()]);
  });
});
