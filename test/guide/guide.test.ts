// The pages for operators, executed: their own commands, in their order, on a bare machine with a PostgreSQL of its own.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { endpoints } from '../../src/contract/endpoints.ts';
import { startSink, type Sink } from '../mail-scene.ts';
import { hasAll } from '../programs.ts';
import { startBareServer } from '../servers.ts';
import { blocksOf, type Block } from './blocks.ts';
import { Machine, project } from './machine.ts';
import { Visitor } from './visitor.ts';

const MOST_MEGABYTES = 250;
const CLINIC = 'Ambulanz Beispiel';
// A checkout may hold data of patients, in files that git does not know.
const strangers = ['stranger-of-the-guide.log', 'src/stranger-of-the-guide.log'];
const machine = new Machine();
const admin = { username: 'verwaltung', password: '' };
let database: string;
let sink: Sink;

before(async () => {
  for (const file of strangers) writeFileSync(join(project, file), 'not of the release');
  database = await startBareServer();
  sink = await startSink();
  await machine.prepare({ 5432: Number(new URL(database).port), 25: Number(new URL(sink.url).port) });
});

after(async () => {
  for (const file of strangers) rmSync(join(project, file));
  await machine.remove();
  await sink.stop();
});

/** What a person does after a command, because the guide says so, or looks at. */
const persons: [after: RegExp, act: (output: string) => void | Promise<void>][] = [
  [/\/opt\/resonanz -xzf/, lookAtRelease],
  [/^resonanz clinic add/m, register],
  [/^resonanz admin activate/m, beginWork],
  [/^resonanz backup key/m, noteRecipient],
  [/^resonanz mail test/m, hasSentMail],
  [/^resonanz doctor/m, isInOrder],
  [/^systemctl stop resonanz@8080/m, readsThatItIsAway],
];

async function follow({ language, text, page, line }: Block): Promise<void> {
  try {
    if (language === 'sql') return await asAdministrator(text);
    assert.equal(language, 'sh', 'a block of these sections is for a shell or for PostgreSQL');
    const output = await machine.shell(text);
    for (const [command, act] of persons) if (command.test(text)) await act(output);
  } catch (error) {
    throw new Error(`docs/${page}, line ${line}: ${(error as Error).message}\n${machine.units.log()}`, {
      cause: error,
    });
  }
}

async function asAdministrator(text: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    for (const statement of text.split(/;\n/)) if (statement.trim() !== '') await client.query(statement);
  } finally {
    await client.end();
  }
}

async function lookAtRelease(): Promise<void> {
  const place = machine.path('/opt/resonanz/current');
  const size = await machine.shell(`du -smL "${place}/"`);
  assert.ok(Number.parseInt(size, 10) <= MOST_MEGABYTES, size);
  for (const absent of [
    'src/web',
    'test',
    'bench',
    'node_modules/vite',
    'node_modules/playwright-core',
    ...strangers,
  ])
    assert.ok(!existsSync(join(place, absent)), absent);
  // What `npm run` calls finds its packages complete.
  assert.match(await machine.shell(`node "${place}/scripts/bootstrap.mjs" manage --version`), /^\d+\.\d+/m);
}

async function register(): Promise<void> {
  const visitor = new Visitor(machine);
  const [clinic] = await visitor.call('listClinics');
  assert.equal(clinic.name, CLINIC);
  const { data } = await visitor.call('registerAdmin', { clinic_id: clinic.id, username: admin.username });
  admin.password = data;
}

async function signIn(): Promise<Visitor> {
  const visitor = new Visitor(machine);
  const [clinic] = await visitor.call('listClinics');
  await visitor.call('loginAdmin', { clinic_id: clinic.id, ...admin });
  return visitor;
}

async function beginWork(): Promise<void> {
  const visitor = await signIn();
  const password = 'Ein-Kennwort-der-Ambulanz-7';
  await visitor.call('changePassword', {
    old_password: admin.password,
    new_password: password,
    confirmed_new_password: password,
  });
  admin.password = password;
  await visitor.call('registerClinician', { username: 'behandlung' });
}

async function findsItsClinician(): Promise<void> {
  const visitor = await signIn();
  assert.match(JSON.stringify(await visitor.call('listClinicians')), /"behandlung"/);
}

function noteRecipient(output: string): void {
  const [recipient] = /age1[a-z0-9]+/.exec(output)!;
  const file = machine.path('/etc/resonanz/environment');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^(BACKUP_RECIPIENT=).*/m, `$1${recipient}`));
}

function hasSentMail(output: string): void {
  assert.deepEqual(
    sink.received.map(({ to }) => to),
    ['it@klinik.example'],
  );
  assert.match(output, /it@klinik\.example .*250 /);
}

function isInOrder(output: string): void {
  // The jobs have their first minute still before them.
  const open = [...output.matchAll(/^(?:warning|problem) +(\S.*?)  /gm)].map(([, check]) => check);
  assert.deepEqual(
    open.filter((check) => check !== 'jobs'),
    ['trying out'],
    output,
  );
}

async function showsPages(): Promise<void> {
  const visitor = new Visitor(machine);
  const page = await visitor.get('/');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)![1]!;
  assert.match((await visitor.get(script)).type, /javascript/);
  for (const path of ['/healthz', '/readyz']) assert.equal((await visitor.get(path)).status, 404);
  // Page and command name the same version and commit.
  const { version } = JSON.parse((await visitor.get('/config.json')).text) as { version: string };
  assert.equal((await machine.shell('resonanz --version')).trim(), version);
  const ready = await fetch(`http://127.0.0.1:${machine.port('8080')}/readyz`);
  assert.deepEqual(await ready.json(), { status: 'ok', database: 'ok' });
}

async function readsThatItIsAway(): Promise<void> {
  if (!machine.hasNginx) return;
  const visitor = new Visitor(machine);
  const page = await visitor.get('/', 'text/html,*/*');
  assert.deepEqual([page.status, page.type], [503, 'text/html; charset=utf-8']);
  assert.match(page.text, /lang="de".*Wir sind gleich wieder da.*tel:112/s);
  const call = await visitor.get(endpoints.listClinics.path, 'application/json');
  assert.deepEqual([call.status, JSON.parse(call.text).code], [503, 'unavailable']);
}

test('the hour: every command of the guide works as it stands, and a clinic begins its work', async (t) => {
  // Something of the test takes the place of what is missing.
  hasAll(t, 'nginx with TLS and HTTP/2', 'curl');
  for (const block of blocksOf('install.md', '## In one hour')) await follow(block);
  await showsPages();
  await findsItsClinician();
});

test('the next release: the commands of the guide end no session and lose nothing', async () => {
  const visitor = await signIn();
  for (const block of blocksOf('run.md', '## Updates')) await follow(block);
  await visitor.call('listClinicians');
  await showsPages();
});

test('the way back: the commands of the guide start the release before, and end no session', async () => {
  const visitor = await signIn();
  for (const block of blocksOf('when-it-breaks.md', '## The way back')) await follow(block);
  await visitor.call('listClinicians');
  await showsPages();
});

test('the recovery: the commands of the guide bring the clinic back from its backup', async () => {
  for (const block of blocksOf('when-it-breaks.md', '## Restoring')) await follow(block);
  await findsItsClinician();
});
