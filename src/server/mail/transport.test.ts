import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { aCertificate } from '../../../test/certificate.ts';
import { headerOf, startSink } from '../../../test/mail-scene.ts';
import { composeInvitation } from './invitations.ts';
import { failureOf, openTransport, OUTBOX_FOLDER } from './transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-mail-'));
after(() => rmSync(folder, { recursive: true }));

const message = (id: string, clinic = { name: 'Ambulanz', contact: 'kontakt@ambulanz.example' }) =>
  composeInvitation(
    { id, to: 'anna@post.example', from: 'post@resonanz.example', product: 'Resonanz', clinic },
    {
      kind: 'invitation',
      end: '2026-05-31',
      loginUrl: 'https://resonanz.example/loginpatient',
      optOutUrl: 'https://resonanz.example/abmelden?code=abc',
    },
  );

describe('without SMTP_URL', () => {
  test('without SMTP_URL a mail is one file, readable for its owner only, also if it is sent twice', async () => {
    const transport = openTransport(undefined, folder);
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await transport.send('eins', message('eins')), { kind: 'accepted' });
    const path = join(folder, OUTBOX_FOLDER, 'eins.eml');
    assert.deepEqual(readdirSync(join(folder, OUTBOX_FOLDER)), ['eins.eml']);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const source = readFileSync(path, 'utf8');
    assert.equal(headerOf({ source }, 'To'), 'anna@post.example');
    assert.equal(headerOf({ source }, 'Message-ID'), '<eins@resonanz.example>');
    assert.match(source, /\r\nMIME-Version: 1\.0\r\n/);
  });

  test('a mail stays in the outbox while its folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const delivery = await openTransport(undefined, file).send('zwei', message('zwei'));
    assert.equal(delivery.kind, 'failed');
    assert.ok(!existsSync(join(file, OUTBOX_FOLDER)));
  });
});

describe('SMTP_URL', () => {
  test('an invalid SMTP_URL stops the start with a sentence without the password', () => {
    for (const url of ['mail.example', 'http://mail.example', 'smtp://', 'smtp//u:geheim@mail.example'])
      assert.throws(
        () => openTransport(url, folder),
        ({ message: text }: Error) => text.startsWith('SMTP_URL must be') && !text.includes('geheim'),
      );
  });

  test('a mail server without encryption is refused, unless it is this machine or SMTP_URL allows it', async () => {
    const sink = await startSink();
    const { port } = new URL(sink.url);
    assert.deepEqual(await openTransport(`smtp://127.0.0.1:${port}`, folder).send('a', message('a')), {
      kind: 'accepted',
    });
    // A name that leads to this machine.
    const unencrypted = await openTransport(`smtp://127.1:${port}`, folder).send('b', message('b'));
    assert.equal(unencrypted.kind === 'failed' && unencrypted.reason.code, 'ETLS');
    const allowed = openTransport(`smtp://127.1:${port}?requireTLS=false`, folder);
    assert.deepEqual(await allowed.send('c', message('c')), { kind: 'accepted' });
    assert.equal(sink.received.length, 2);
    await sink.stop();
  });

  test('a mail server with an unknown certificate gets no mail', async () => {
    const { cert, key } = await aCertificate();
    let greetings = 0;
    const stranger = createTlsServer({ cert, key }, (socket) => {
      socket.write('220 localhost\r\n');
      socket.on('data', () => {
        greetings += 1;
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const url = `smtps://localhost:${port}`;
    const refused = await openTransport(url, folder).send('d', message('d'));
    const greetingsOfStranger = greetings;
    const trusting = await openTransport(`${url}?tls.rejectUnauthorized=false`, folder).send(
      'e',
      message('e'),
    );
    stranger.close();
    assert.deepEqual([refused.kind, trusting.kind], ['failed', 'failed']);
    assert.deepEqual([greetingsOfStranger, greetings], [0, 1]);
  });

  test('a mail server that hangs up or does not listen only delays the mail', async () => {
    const closed = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    const delivery = await openTransport(`smtp://127.0.0.1:${port}`, folder).send('c', message('c'));
    assert.equal(delivery.kind === 'failed' && delivery.server, 'down');
    await new Promise((resolve) => closed.close(resolve));
    // No test ever gets this port.
    const refused = await openTransport('smtp://127.0.0.1:1', folder).send('d', message('d'));
    assert.equal(refused.kind === 'failed' && refused.server, 'down');
  });
});

test('a 5xx answer about the address is final; about the sender, the message, the login or the connection it is not', () => {
  const outcomes = [
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown' }, 'refused'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no' }, 'refused'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552-5.2.2 full' }, 'refused'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 5.7.26 no SPF' }, 'failed up'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 5.1.1 unknown' }, 'refused'],
    [
      { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554-Transaction failed' },
      'failed up',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 bad reputation' },
      'failed up',
    ],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 relay' }, 'failed up'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 content refused' }, 'failed up'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.4.6 loop' }, 'failed up'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 later' }, 'failed up'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: '553 not you' }, 'failed down'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 wrong' }, 'failed down'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'failed down'],
    [{ code: 'ETIMEDOUT', command: 'DATA' }, 'failed down'],
  ] as const;
  for (const [error, expected] of outcomes) {
    const outcome = failureOf(Object.assign(new Error('anna@post.example'), error));
    const { kind } = outcome;
    assert.equal(kind === 'failed' ? `${kind} ${outcome.server}` : kind, expected, JSON.stringify(error));
    assert.ok(!JSON.stringify(outcome).includes('anna'));
  }
});

test('a name with a line break cannot add a header', () => {
  const made = message('e', { name: 'A\r\nBcc: x@y.example', contact: 'k@a.example\r\nBcc: x@y.example' });
  assert.equal('replyTo' in made, false);
});
