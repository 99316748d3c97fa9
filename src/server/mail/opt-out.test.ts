import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aPatient, forgetPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { aMailScene, headerOf, leaveAddress, outboxOf, partOf } from '../../../test/mail-scene.ts';
import { linkPageText, optOutText } from '../../text/mail.ts';
import { buildApp } from '../app.ts';
import { encryptField, type Keys } from '../keys/keys.ts';
import { linkCode, readLinkCode } from './link-code.ts';
import { OPT_OUT } from './opt-out-page.ts';

const scene = aMailScene();
let app: FastifyInstance;

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

/** A patient with an invitation, and the address of its opt-out page. */
async function anInvited(): Promise<{ patient: TestUser; url: string; clinicId: string }> {
  const { id: clinicId } = await scene.begin('2026-02-10T10:00:00+01:00');
  const patient = await aPatient(scene.services, clinicId, { admission: '2026-02-04' });
  await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  await leaveAddress(scene.services, patient, 'FOLLOW_UP', 'andere@post.example');
  scene.setClock('2026-05-04T08:00:00+02:00');
  await scene.work();
  const [, link = ''] = /^<(.+)>$/.exec(headerOf(scene.sink.received.at(-1)!, 'List-Unsubscribe')) ?? [];
  const url = new URL(link);
  assert.equal(url.origin, scene.services.publicOrigin);
  return { patient, url: url.pathname + url.search, clinicId };
}

function addressesOf({ clinicId, id }: TestUser) {
  return inClinic(scene.services, clinicId, (db) =>
    db.selectFrom('mail_addresses').select('kind').where('patient_id', '=', id).execute(),
  );
}

describe('the opt-out page', () => {
  before(async () => {
    app = await buildApp(scene.services);
  });

  test('opening the opt-out page changes nothing; its button opts out without a login', async () => {
    const { patient, url, clinicId } = await anInvited();
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { 'sec-fetch-mode': 'navigate' }]) {
      const page = await app.inject({ url, headers });
      assert.equal(page.statusCode, 200);
      assert.match(page.body, new RegExp(optOutText.button));
      assert.match(page.body, /<form method="post">/);
    }
    assert.equal((await addressesOf(patient)).length, 2);

    // A browser sends the form of a page with the policy no-referrer like this.
    const headers = {
      ...form,
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
    };
    const done = await app.inject({ method: 'POST', url, headers, payload: ONE_CLICK });
    assert.equal(done.statusCode, 200);
    assert.match(done.body, new RegExp(optOutText.doneTitle));
    assert.deepEqual(await addressesOf(patient), []);
    const trail = await inClinic(scene.services, clinicId, (db) =>
      db.selectFrom('audit').select(['action', 'actor_id', 'patient_id']).execute(),
    );
    assert.deepEqual(trail, [{ action: 'mail_opted_out', actor_id: null, patient_id: patient.id }]);
  });

  test('a second click on the link or on the button gets a friendly answer', async () => {
    const { patient, url, clinicId } = await anInvited();
    for (const method of ['POST', 'GET', 'POST'] as const) {
      const page = await app.inject({ method, url });
      assert.equal(page.statusCode, 200);
      assert.match(page.body, new RegExp(optOutText.doneTitle));
    }
    const trail = await inClinic(scene.services, clinicId, (db) =>
      db.selectFrom('audit').select('action').execute(),
    );
    assert.equal(trail.length, 1);
    await forgetPatient(scene.services, patient);
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await app.inject({ method, url })).statusCode, 200);
  });

  test('the one click of a mail program opts out, from any origin and with any form of body', async () => {
    const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    const clicks = [
      { headers: form, payload: ONE_CLICK },
      { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: multipart },
      { headers: { 'content-type': 'text/plain' }, payload: ONE_CLICK },
      { headers: {}, payload: ONE_CLICK },
      { headers: { ...form, 'content-length': '0' } },
      {
        headers: { ...form, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
        payload: ONE_CLICK,
      },
    ];
    for (const click of clicks) {
      const { patient, url } = await anInvited();
      const done = await app.inject({ method: 'POST', url, ...click });
      assert.equal(done.statusCode, 200, JSON.stringify(click));
      assert.deepEqual(await addressesOf(patient), []);
    }
  });

  test('every other call that changes something demands a proof of origin', async () => {
    for (const [method, url] of [
      ['POST', '/api/patients/login'],
      ['DELETE', '/api/refresh-tokens'],
      ['POST', '/api/auth/patients/survey'],
    ] as const) {
      const answer = await app.inject({ method, url, headers: form, payload: ONE_CLICK });
      assert.ok([403, 415].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
    }
  });

  test('the opt-out page refuses invented codes and says what to do', async () => {
    const { patient, url } = await anInvited();
    const code = new URL(url, 'http://x').searchParams.get('code')!;
    const changed = `${code.slice(0, 30)}${code[30] === 'A' ? 'B' : 'A'}${code.slice(31)}`;
    const { keys } = scene.services;
    const cell = encryptField(
      keys,
      `${patient.clinicId}.${patient.id}`,
      'drafts|encrypted|elsewhere',
    ).toString('base64url');
    const bad = [
      '',
      'x',
      changed,
      code.slice(0, -2),
      cell,
      'A'.repeat(5000),
      `${patient.clinicId}.${patient.id}`,
    ];
    for (const one of bad) {
      for (const method of ['GET', 'POST'] as const) {
        const page = await app.inject({ method, url: `/abmelden?code=${encodeURIComponent(one)}` });
        assert.equal(page.statusCode, 404, one.slice(0, 40));
        assert.match(page.body, new RegExp(linkPageText.invalidTitle));
      }
    }
    assert.equal((await app.inject({ url: '/abmelden?code=a&code=b' })).statusCode, 404);
    assert.equal((await app.inject({ url: '/abmelden' })).statusCode, 404);
    assert.equal((await addressesOf(patient)).length, 2);
  });

  test('the opt-out page runs no script, is not cached or framed, and refuses large bodies', async () => {
    const { url } = await anInvited();
    const { headers, body } = await app.inject({ url });
    assert.match(String(headers['content-security-policy']), /default-src 'none';.*frame-ancestors 'none'/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.doesNotMatch(body, /<script/);
    const large = await app.inject({ method: 'POST', url, headers: form, payload: 'x'.repeat(5000) });
    assert.equal(large.statusCode, 413);
    for (const method of ['PUT', 'DELETE'] as const)
      assert.equal((await app.inject({ method, url })).statusCode, 404);
  });

  test('an opt-out cancels the reminder and waiting invitations', async () => {
    const { url, clinicId } = await anInvited();
    const waiting = await aPatient(scene.services, clinicId, { admission: '2026-02-05' });
    await leaveAddress(scene.services, waiting, 'INTERMEDIATE');
    scene.newMails();
    scene.setClock('2026-05-05T00:10:00+02:00');
    await scene.work();
    assert.equal((await outboxOf(scene.services, clinicId)).length, 2);
    const code = linkCode(scene.services.keys, OPT_OUT, { clinicId, id: waiting.id });
    await app.inject({ method: 'POST', url: `/abmelden?code=${code}` });
    await app.inject({ method: 'POST', url });
    assert.deepEqual(
      (await outboxOf(scene.services, clinicId)).map(({ state }) => state),
      ['sent'],
    );
    for (const day of ['2026-05-05', '2026-05-12', '2026-08-04']) {
      scene.setClock(`${day}T09:00:00+02:00`);
      await scene.work();
    }
    assert.deepEqual(scene.newMails(), []);
  });

  test('an opt-out link made with old keys works until those keys are removed', () => {
    const old: Keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
    const patient = { clinicId: crypto.randomUUID(), id: crypto.randomUUID() };
    const code = linkCode(old, OPT_OUT, patient);
    const changed: Keys = { current: 2, roots: new Map([...old.roots, [2, randomBytes(32)]]) };
    assert.deepEqual(readLinkCode(changed, OPT_OUT, code), patient);
    assert.equal(
      readLinkCode({ ...changed, roots: new Map([...changed.roots].slice(1)) }, OPT_OUT, code),
      undefined,
    );
  });

  test('opting out leaves neither address nor code in the log', async () => {
    const { patient, url } = await anInvited();
    await app.inject({ method: 'POST', url });
    await app.inject({ url: '/abmelden?code=falsch' });
    const log = scene.lines.join('');
    assert.match(log, /"route":"\/abmelden","status":404/);
    for (const secret of [`${patient.name}`, 'post.example', url.slice(-40), 'falsch'])
      assert.ok(!log.toLowerCase().includes(secret.toLowerCase()), secret);
  });
});

describe('a mail', () => {
  test('a mail names clinic, contact, last day and both links, but no person and no therapy', async () => {
    const { patient, url } = await anInvited();
    const mail = scene.sink.received.at(-1)!;
    for (const type of ['text/plain', 'text/html'] as const) {
      const text = partOf(mail, type).replaceAll('&amp;', '&');
      for (const part of [
        'kontakt@ambulanz.example',
        '31.05.2026',
        `http://localhost:8080/loginpatient?klinik=${patient.clinicId}&redirectTo=/patients/survey`,
        `http://localhost:8080${url}`,
      ])
        assert.ok(text.includes(part), `${type} lacks ${part}: ${text}`);
      // The code of the link and the id of the clinic are random and may contain any word, so they are left out.
      const words = text.replaceAll(url, '').replaceAll(patient.clinicId, '');
      assert.doesNotMatch(words, new RegExp(`${patient.name}|1990|F32|Depress|Therap|Verlauf`, 'i'));
    }
    assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), ONE_CLICK);
    assert.equal(headerOf(mail, 'Reply-To').includes('kontakt@ambulanz.example'), true);
    assert.equal(headerOf(mail, 'From'), 'Resonanz <support@resonanz.example>');
    assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated');
  });
});
