import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic } from '../../../test/builders.ts';
import { aCertificate } from '../../../test/certificate.ts';
import { startSink, type Sink } from '../../../test/mail-scene.ts';
import { manage } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { noteRun } from '../database/across-queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { createKeys } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { programName } from '../settings/version.ts';
import { runCommand } from './run-command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-doctor-'));
const keyFile = await createKeys(dataDir, { isEncrypted: async () => false });
const site = createServer((_, answer) => answer.end(JSON.stringify({ version: programName })));
let services: Services;
let sink: Sink;

before(async () => {
  services = await testServices();
  sink = await startSink();
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  process.env['SMTP_URL'] = sink.url;
  process.env['PUBLIC_ORIGIN'] = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterEach(() => void (sink.answer = () => undefined));

after(async () => {
  await sink.stop();
  site.close();
  rmSync(dataDir, { recursive: true });
  delete process.env['SMTP_URL'];
  delete process.env['PUBLIC_ORIGIN'];
});

/** The exit code of the look, and each check with what it found. */
async function examine(changed: Partial<Services> = {}) {
  const { code, out, notes } = await manage(
    { services: { ...services, ...changed }, dataDir },
    'doctor',
    '--json',
  );
  const rows = JSON.parse(out) as { state: string; check: string; says: string }[];
  return { code, notes, found: new Map(rows.map(({ check, state, says }) => [check, { state, says }])) };
}

test('an installation without patients is in order but for what its operator has still to do', async () => {
  const { code, found } = await examine();
  const states = Object.fromEntries([...found].map(([check, { state }]) => [check, state]));
  assert.deepEqual(states, {
    settings: 'ok',
    'data folder': 'ok',
    disk: 'ok',
    keys: 'ok',
    address: 'warning',
    mail: 'ok',
    database: 'ok',
    clinics: 'ok',
    'settings of clinics': 'ok',
    clock: 'ok',
    backup: 'warning',
    jobs: 'warning',
    trail: 'ok',
    'waiting mails': 'ok',
    'trying out': 'warning',
  });
  assert.equal(code, 0);
  assert.match(found.get('address')!.says, /answers without TLS/);
  assert.match(found.get('trying out')!.says, /operator, support_email.*demonstration instruments/);
});

test('an address whose certificate comes from an unknown authority answers, and the look says how to trust it', async () => {
  const { cert, key } = await aCertificate();
  const secure = createSecureServer({ cert, key }, (_, answer) => answer.end('{}'));
  secure.listen(0, '127.0.0.1').unref();
  await once(secure, 'listening');
  const plain = process.env['PUBLIC_ORIGIN'];
  process.env['PUBLIC_ORIGIN'] = `https://localhost:${(secure.address() as AddressInfo).port}`;
  const { found } = await examine();
  process.env['PUBLIC_ORIGIN'] = plain;
  secure.close();
  assert.equal(found.get('address')!.state, 'warning');
  assert.match(
    found.get('address')!.says,
    /answers, but this machine does not trust its certificate\. Set NODE_EXTRA_CA_CERTS/,
  );
});

test('a fresh backup and servers at work are in order, a backup of yesterday is not', async () => {
  await withoutTenant(services.pool, (db) => noteRun(db, 'backup', 'ended'));
  await withoutTenant(services.pool, (db) => noteRun(db, 'plan mails', 'ended'));
  const { found } = await examine();
  assert.equal(found.get('backup')!.state, 'ok');
  assert.equal(found.get('jobs')!.state, 'ok');
  const later = await examine({ now: () => Date.now() + 26 * 3_600_000 });
  assert.equal(later.code, 1);
  assert.match(later.found.get('backup')!.says, /is 26\.0 hours old/);
  assert.match(later.found.get('jobs')!.says, /No server has done a job since 2/);
  assert.match(later.found.get('clock')!.says, /differ by 936\d\d seconds/);
  assert.match(later.notes, /2 of 15 checks found a problem: clock, backup/);
});

test('a key file that others can read, a mail server that is away and a wrong setting are problems', async () => {
  chmodSync(keyFile, 0o644);
  await sink.stop();
  process.env['DB_POOL'] = 'many';
  const { code, found } = await examine();
  chmodSync(keyFile, 0o400);
  await sink.start();
  delete process.env['DB_POOL'];
  assert.equal(code, 1);
  assert.match(found.get('keys')!.says, /can be read by others. Close it: chmod 400/);
  assert.match(found.get('mail')!.says, /does not take mails: .*ECONNREFUSED/);
  assert.match(found.get('settings')!.says, /DB_POOL must be a number from 2 to 500/);
});

test('without a database the look says why, and goes on with all that needs none', async () => {
  const out: string[] = [];
  const code = await runCommand(['doctor'], {
    dataDir,
    services: () => Promise.reject(new Error('The database lacks 3 migrations of this program.')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [],
    note: () => {},
    write: (text) => out.push(text),
  });
  assert.equal(code, 1);
  assert.match(out.join(''), /^ok +mail /m);
  assert.match(
    out.join(''),
    /^problem +database +The database lacks 3 migrations.*These checks need the database: .*clinics/m,
  );
});

test('tables that show the rows of every clinic are a problem', async () => {
  const open = await testServices();
  // A careless hand takes the guard away.
  await withoutTenant(open.pool, async (db) => {
    await sql`SET LOCAL ROLE resonanz_owner`.execute(db);
    await sql`ALTER TABLE answers DISABLE ROW LEVEL SECURITY`.execute(db);
  });
  const { code, found } = await examine(open);
  assert.equal(code, 1);
  assert.match(found.get('clinics')!.says, /might see rows of other clinics: answers\./);
});

test('the file for support holds versions, settings, sizes and checks, and no password', async () => {
  const to = join(dataDir, 'support.json');
  const origin = process.env['PUBLIC_ORIGIN'];
  Object.assign(process.env, { SMTP_URL: 'smtp://user:geheim@127.0.0.1:1', DB_POOL: '7' });
  await manage({ services, dataDir }, 'doctor', '--to', to);
  const again = await manage({ services, dataDir }, 'doctor', '--to', to);
  Object.assign(process.env, { SMTP_URL: sink.url });
  delete process.env['DB_POOL'];
  assert.match(again.notes, /the file cannot be written: there is a file \S+ already/);
  const text = readFileSync(to, 'utf8');
  assert.equal(statSync(to).mode & 0o777, 0o600);
  assert.doesNotMatch(text, /geheim|AGE-SECRET|postgres:\/\//);
  assert.doesNotMatch(text, /127\.0\.0\.1|@/, 'an address');
  if (origin) assert.ok(!text.includes(new URL(origin).host));
  const { program, environment, configuration, database, checks } = JSON.parse(text);
  assert.deepEqual([environment.SMTP_URL, environment.DB_POOL], ['is set', '7']);
  assert.equal(configuration.time_zone, 'Europe/Berlin');
  assert.equal(`${program.version} (${program.build})`, programName);
  assert.ok(
    database.tables.some(
      ({ table, bytes }: Record<string, unknown>) => table === 'answers' && Number(bytes) > 0,
    ),
  );
  assert.ok(database.migrations.includes('001_schema.sql'));
  assert.match(database.server.server_version, /^1\d/);
  assert.ok(
    checks.some(({ check, state }: Record<string, unknown>) => check === 'mail' && state === 'problem'),
  );
});

test('settings for a clinic that is not here are a problem', async () => {
  const { id } = await aClinic(services);
  const own = { protocol: undefined, consent: undefined, mailFrom: 'studie@klinik.example' };
  const other = '0b5cf1d6-5f6b-4a55-9d0c-8a4d4b7f3a11';
  const withClinics = (...ids: string[]) =>
    examine({ config: { ...services.config, clinics: new Map(ids.map((one) => [one, own])) } });
  assert.equal((await withClinics(id)).found.get('settings of clinics')!.state, 'ok');
  const { says } = (await withClinics(id, other)).found.get('settings of clinics')!;
  assert.match(says, new RegExp(`clinics that do not exist: ${other}\\.`));
});

test('mail test sends one mail and says what the server answered', async () => {
  const { code, out } = await manage({ services, dataDir }, 'mail', 'test', 'it@klinik.example', '--json');
  assert.equal(code, 0);
  const [row] = JSON.parse(out);
  assert.equal(row.to, 'it@klinik.example');
  assert.match(row.answer, /^250 /);
  const last = sink.received.at(-1)!;
  assert.match(last.source, /^Auto-Submitted: auto-generated/m);
  sink.answer = () => ({ code: 550, text: '5.1.1 unknown' });
  const refused = await manage({ services, dataDir }, 'mail', 'test', 'weg@klinik.example');
  assert.equal(refused.code, 1);
  assert.match(refused.notes, /not accepted: .*550 5\.1\.1 unknown/);
});
