import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { ADMISSION, aMailScene, INVITATION, morning, partOf, pools } from '../../../test/mail-scene.ts';
import { confirmationText as text, linkPageText } from '../../text/mail.ts';
import { buildApp } from '../app.ts';
import { keepAddresses } from '../surveys/stored-addresses.ts';
import { linkCode } from './link-code.ts';
import { erasePastAddresses } from './plan.ts';

const scene = aMailScene();
let app: FastifyInstance;

const BEGIN = '2026-02-10T10:00:00+01:00';
const items = (['EMAIL_NOTIFICATION_INTERMEDIATE', 'EMAIL_NOTIFICATION_POST'] as const).map((type) => ({
  id: type,
  type,
  content: '',
  response_options: [],
}));

/** Answers the page of addresses, as the survey does. */
function leave({ clinicId, id: userId }: TestUser, addresses: readonly string[]): Promise<void> {
  const user = { clinicId, userId, role: 'patient' } as Parameters<typeof keepAddresses>[0]['user'];
  const answers = addresses.map((value, place) => ({
    id: items[place]!.id,
    label: '',
    value,
    time_taken: 0,
    optionalQuestion: true,
  }));
  return inClinic(scene.services, clinicId, (db) =>
    keepAddresses({ db, services: scene.services, user }, items, answers),
  );
}

async function aPatientWith(addresses: readonly string[]): Promise<TestUser> {
  const { id: clinicId } = await scene.begin(BEGIN);
  const patient = await aPatient(scene.services, clinicId, { admission: ADMISSION });
  await leave(patient, addresses);
  return patient;
}

const MIA = 'mia@post.example';
const ASKED = `${MIA} ${text.title}`;

/** The link in the newest mail, without the origin. */
function newestLink(): string {
  const body = partOf(scene.sink.received.at(-1)!, 'text/plain');
  const url = new URL(/https?:\S+\/bestaetigen\?code=\S+/.exec(body)![0]);
  assert.equal(url.origin, scene.services.publicOrigin);
  return url.pathname + url.search;
}

const actionsOf = ({ clinicId, id }: TestUser) =>
  inClinic(scene.services, clinicId, async (db) =>
    (await db.selectFrom('audit').select('action').where('patient_id', '=', id).orderBy('id').execute()).map(
      ({ action }) => action,
    ),
  );

describe('the confirmation of an address', () => {
  before(async () => {
    app = await buildApp(scene.services);
  });

  test('one mail asks about an address, and the invitation comes only after the button was pressed', async () => {
    const patient = await aPatientWith([MIA, MIA]);
    await scene.work();
    await scene.work();
    assert.deepEqual(scene.newMails(), [ASKED]);
    const url = newestLink();
    scene.setClock('2026-02-11T10:00:00+01:00');
    for (let times = 0; times < 2; times++) {
      const page = await app.inject({ url });
      assert.equal(page.statusCode, 200);
      assert.match(page.body, new RegExp(text.button));
    }
    assert.deepEqual(await actionsOf(patient), [], 'a scanner confirms nothing');
    for (let times = 0; times < 2; times++) {
      const page = await app.inject({ method: 'POST', url });
      assert.equal(page.statusCode, 200);
      assert.match(page.body, new RegExp(text.doneTitle));
    }
    assert.deepEqual(await actionsOf(patient), ['mail_address_confirmed']);
    scene.setClock(morning(0));
    await erasePastAddresses(scene.services);
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${MIA} ${INVITATION}`]);
  });

  test('an address that is not confirmed gets no invitation, and it is erased when its link ends', async () => {
    const patient = await aPatientWith([MIA]);
    await scene.work();
    const url = newestLink();
    scene.newMails();
    await inClinic(scene.services, patient.clinicId, (db) =>
      db
        .updateTable('address_confirmations')
        .set({ created: morning(-1) })
        .execute(),
    );
    scene.setClock(morning(0));
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    await erasePastAddresses(scene.services);
    assert.deepEqual(await actionsOf(patient), []);
    scene.setClock(morning(14));
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await app.inject({ method, url })).statusCode, 404);
    await erasePastAddresses(scene.services);
    assert.deepEqual(await actionsOf(patient), ['mail_addresses_erased']);
    const left = await inClinic(scene.services, patient.clinicId, (db) =>
      db.selectFrom('address_confirmations').select('id').execute(),
    );
    assert.deepEqual(left, []);
  });

  test('a changed address is asked about again, and the link of the earlier one ends', async () => {
    const patient = await aPatientWith([MIA]);
    await scene.work();
    const earlier = newestLink();
    await app.inject({ method: 'POST', url: earlier });
    await leave(patient, [MIA, 'neu@post.example']);
    await scene.work();
    assert.deepEqual(scene.newMails(), [ASKED, `neu@post.example ${text.title}`], 'MIA is known');
    await leave(patient, ['neu@post.example', 'neu@post.example']);
    assert.equal((await app.inject({ url: earlier })).statusCode, 404);
    scene.setClock(morning(0));
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
  });

  test('the mail names neither the clinic nor the patient', async () => {
    const patient = await aPatientWith([MIA]);
    await scene.work();
    const { source } = scene.sink.received.at(-1)!;
    const readable = source + partOf({ source }, 'text/plain') + partOf({ source }, 'text/html');
    assert.doesNotMatch(readable, new RegExp(`ambulanz|klinik|therapie|${patient.name}`, 'i'));
  });

  test('several servers at once send the mail once, also after a mail server that was down', async () => {
    await aPatientWith([MIA]);
    await scene.sink.stop();
    await scene.work();
    await scene.sink.start();
    scene.setClock('2026-02-10T10:06:00+01:00');
    const servers = [1, 2, 3].map(() => ({ ...scene.services, ...pools(scene.databaseUrl) }));
    await Promise.all(servers.map((services) => scene.work(services)));
    await Promise.all(servers.flatMap(({ pool, loginPool }) => [pool.end(), loginPool.end()]));
    assert.deepEqual(scene.newMails(), [ASKED]);
  });

  test('an invented link, a link of another clinic and an opt-out link get the same page', async () => {
    const patient = await aPatientWith([MIA]);
    const { keys } = scene.services;
    const target = { clinicId: patient.clinicId, id: patient.id };
    const codes = [
      'erfunden',
      linkCode(keys, 'mail|opt-out code', target),
      linkCode(keys, 'mail|confirmation code', target),
      linkCode(keys, 'mail|confirmation code', { ...target, clinicId: crypto.randomUUID() }),
    ];
    const bodies = new Set<string>();
    for (const code of codes)
      for (const method of ['GET', 'POST'] as const) {
        const page = await app.inject({ method, url: `/bestaetigen?code=${code}` });
        assert.equal(page.statusCode, 404);
        bodies.add(page.body);
      }
    assert.equal(bodies.size, 1);
    assert.match([...bodies][0]!, new RegExp(linkPageText.invalidTitle));
  });

  test('the patient sees the address masked with its state, asks again after a pause, and erases it', async () => {
    const patient = await aPatientWith([MIA, MIA]);
    const as = await signIn(scene.services, patient);
    const shown = async () => (await call(app, 'listMailAddresses', { as })).body.addresses;
    await scene.work();
    const first = newestLink();
    assert.deepEqual(await shown(), [{ address: 'm…@post.example', confirmed: false }]);
    const early = await call(app, 'repeatConfirmation', { as });
    assert.equal(early.problem.code, 'too_many_attempts');
    scene.setClock('2026-02-10T10:10:00+01:00');
    assert.equal((await call(app, 'repeatConfirmation', { as })).status, 200);
    await scene.work();
    assert.deepEqual(scene.newMails(), [ASKED, ASKED]);
    assert.equal((await app.inject({ url: first })).statusCode, 404, 'the earlier link ended');
    await app.inject({ method: 'POST', url: newestLink() });
    assert.deepEqual(await shown(), [{ address: 'm…@post.example', confirmed: true }]);
    assert.equal((await call(app, 'removeMailAddresses', { as })).status, 200);
    assert.deepEqual(await shown(), []);
    assert.deepEqual(await actionsOf(patient), [
      'mail_confirmation_repeated',
      'mail_address_confirmed',
      'mail_addresses_removed',
    ]);
  });
});
