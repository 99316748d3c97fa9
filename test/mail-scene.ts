import { after, before } from 'node:test';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import type { AddressInfo } from 'node:net';
import { addDays } from '../src/domain/dates.ts';
import { todayIn } from '../src/domain/today.ts';
import type { AddressKind } from '../src/domain/answer-types.ts';
import { readConfig } from '../src/server/settings/config.ts';
import { cellPlace } from '../src/server/keys/cells.ts';
import { listClinics } from '../src/server/clinics/queries.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import { encryptField } from '../src/server/keys/keys.ts';
import { createLog } from '../src/server/observe/log.ts';
import type { MailServices } from '../src/server/mail/queue.ts';
import { openTransport, type Transport } from '../src/server/mail/transport.ts';
import type { Services } from '../src/server/services.ts';
import { upsertMailAddress } from '../src/server/mail/address-queries.ts';
import { aClinic, aPatient, becomeOwner, inClinic, type TestClinic, type TestUser } from './builders.ts';
import { testDatabase } from './database.ts';
import { planAndSend } from './mail-work.ts';
import { aPool, testServices } from './services.ts';

export type Received = { to: string; source: string };

/** A mail server that keeps its mails. `answer` may refuse a recipient. It can be stopped and started again. */
export type Sink = {
  url: string;
  received: Received[];
  answer: (recipient: string) => { code: number; text: string } | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
};

export async function startSink(): Promise<Sink> {
  let server: SMTPServer | undefined;
  let port = 0;
  const sink: Sink = {
    url: '',
    received: [],
    answer: () => undefined,
    start: async () => {
      server = listen(sink);
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
      // A TCP listener has a port.
      ({ port } = server.server.address() as AddressInfo);
      sink.url = `smtp://127.0.0.1:${port}`;
    },
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
  await sink.start();
  return sink;
}

function listen(sink: Sink): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = sink.answer(address);
      if (!refusal) return done();
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => callbackify(() => keep(sink, stream, session))(done),
  });
  server.on('error', () => {});
  return server;
}

async function keep(sink: Sink, stream: Readable, { envelope }: SMTPServerSession): Promise<void> {
  const source = await text(stream);
  for (const { address } of envelope.rcptTo) sink.received.push({ to: address, source });
}

/** A server whose clock the test sets, a mail server, and the log. */
export type MailScene = {
  services: Services;
  sink: Sink;
  transport: Transport;
  lines: string[];
  databaseUrl: string;
  /** Sets the clock to a moment (ISO text with an offset). */
  setClock(moment: string): void;
  /** Creates a clinic at a moment. No other clinic has mails to send. */
  begin(moment: string): Promise<TestClinic>;
  /** Plans and sends like the jobs of one process. */
  work(services?: MailServices, transport?: Transport): Promise<void>;
  /** Recipient and subject of each mail since the last call, in order. */
  newMails(): string[];
};

export function aMailScene({ protocol }: { protocol?: string } = {}): MailScene {
  // Set before the first test of the file runs.
  const scene = { lines: [] as string[] } as MailScene;
  let now = 0;
  let seen = 0;
  scene.setClock = (moment) => (now = Date.parse(moment));
  scene.work = (services = scene.services, transport = scene.transport) => planAndSend(services, transport);
  scene.newMails = () => {
    const fresh = scene.sink.received.slice(seen);
    seen = scene.sink.received.length;
    return fresh.map((mail) => `${mail.to} ${subjectOf(mail)}`).sort();
  };
  // Otherwise mails of an earlier test would be sent, too.
  scene.begin = async (moment) => {
    scene.setClock(moment);
    scene.sink.answer = () => undefined;
    for (const { id } of await withoutTenant(scene.services.pool, listClinics)) {
      await inClinic(scene.services, id, async (db) => {
        await becomeOwner(db);
        await db.deleteFrom('mail_addresses').execute();
        await db.deleteFrom('outbox').execute();
        await db.deleteFrom('address_confirmations').execute();
        await db.deleteFrom('reminder_addresses').execute();
        await db.deleteFrom('crisis_reminders').execute();
        await db.updateTable('clinics').set({ duty_address: '' }).where('id', '=', id).execute();
      });
    }
    scene.lines.length = 0;
    scene.newMails();
    return aClinic(scene.services, { contact: 'kontakt@ambulanz.example' });
  };
  before(async () => {
    scene.databaseUrl = (await testDatabase()).url;
    scene.sink = await startSink();
    scene.transport = openTransport(scene.sink.url, '/nowhere');
    const config = readConfig(undefined);
    scene.services = await testServices({
      config: { ...config, protocol: protocol ?? config.protocol },
      ...pools(scene.databaseUrl),
      log: createLog('info', (line) => scene.lines.push(line)),
      now: () => now,
      today: () => todayIn('Europe/Berlin', now),
    });
  });
  after(() => scene.sink.stop());
  return scene;
}

export function pools(url: string) {
  return { pool: aPool(url, 5), loginPool: aPool(url, 1) };
}

/** Stores an address for a kind of window like the survey. */
export async function leaveAddress(
  services: Services,
  patient: TestUser,
  kind: AddressKind,
  address = to(patient),
): Promise<string> {
  const key = { clinicId: patient.clinicId, patientId: patient.id };
  const encrypted = encryptField(
    services.keys,
    address,
    cellPlace('mail_addresses|address_encrypted', { ...key, kind }),
  );
  const at = new Date(services.now()).toISOString();
  await inClinic(services, patient.clinicId, (db) =>
    upsertMailAddress(db, key, kind, { address: encrypted, at }),
  );
  return address;
}

// A patient admitted on this day has INTERMEDIATE 1 from 4 May to 31 May 2026.
export const ADMISSION = '2026-02-04';
export const OPENING = '2026-05-04';
export const INVITATION = 'Ihre nächste Befragung';
export const REMINDER = 'Erinnerung an Ihre Befragung';

/** Eight o'clock, this number of days after the opening. */
export const morning = (days: number) => `${addDays(OPENING, days)}T08:00:00+02:00`;

/** A patient whose first survey holds an address for the surveys during the therapy. */
export async function anInvitedPatient(
  { services }: MailScene,
  clinicId: string,
  changed: { admission?: string } = {},
): Promise<TestUser> {
  const patient = await aPatient(services, clinicId, { admission: ADMISSION, ...changed });
  await leaveAddress(services, patient, 'INTERMEDIATE');
  return patient;
}

/** The address of a patient in these tests. */
export const to = ({ name }: TestUser) => `${name.toLowerCase()}@post.example`;

export function outboxOf(services: Services, clinicId: string) {
  return inClinic(services, clinicId, (db) => db.selectFrom('outbox').selectAll().orderBy('kind').execute());
}

/** A header of a mail, unfolded, or '' if it is missing. */
export function headerOf({ source }: Pick<Received, 'source'>, name: string): string {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
}

function subjectOf(mail: Received): string {
  return decodeWords(headerOf(mail, 'Subject'));
}

function decodeWords(header: string): string {
  return header
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => quotedPrintable(word.replaceAll('_', ' ')))
    .replaceAll(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());
}

function quotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The text or HTML of a mail. */
export function partOf({ source }: Pick<Received, 'source'>, type: 'text/plain' | 'text/html'): string {
  const part = source.split(/\r\n--/).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/Content-Transfer-Encoding: quoted-printable/i.test(part)) return quotedPrintable(body);
  return /Content-Transfer-Encoding: base64/i.test(part) ? Buffer.from(body, 'base64').toString() : body;
}
