// Two versions of the program on one database, behind one balancer, under load: the update of the operations guide.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { keepAssets } from '../../scripts/web.mjs';
import { endpoints } from '../../src/contract/endpoints.ts';
import { migrate, migrationFiles } from '../../src/server/database/migrate.ts';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import { todayIn } from '../../src/domain/today.ts';
import { testDatabase } from '../database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../servers.ts';
import { aPool, testServices } from '../services.ts';
import { addMigration, copyProgram, released } from '../upgrade/newer-program.ts';
import { writeWebBuild } from '../web-build.ts';
import { insistingClient } from './insisting-client.ts';
import { type Scene, startLoad } from './load.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

const project = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'resonanz-upgrade-'));
const [earlier, newer, dataDir] = ['earlier', 'newer', 'data'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const RECOVERY_MS = 120_000;
const cleanUps: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

const git = (...words: string[]) => {
  const { status, stdout } = spawnSync('git', ['-C', project, ...words], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

/** The commit before the newest migration since 0.2.0; empty where there is none, or the history does not reach so far. */
function commitBefore(): string {
  const newest = migrationFiles().slice(released.length).at(-1);
  const added = newest && git('log', '-1', '--diff-filter=A', '--format=%H', '--', `*migrations/${newest}`);
  return added ? git('rev-parse', '--verify', '--quiet', `${added}^`) : '';
}

/**
 * Puts both versions into folders of their own, with the packages of this one and with pages of their own. Without a commit the
 * earlier one is this version, and the newer one has a made-up migration more.
 */
function unpack(commit: string): void {
  for (const place of [earlier, newer, dataDir]) mkdirSync(place);
  if (commit === '') {
    copyProgram(earlier);
    copyProgram(newer);
    addMigration(newer);
  } else {
    execFileSync('sh', ['-c', 'git -C "$0" archive "$1" | tar -x -C "$2"', project, commit, earlier]);
    symlinkSync(join(project, 'node_modules'), join(earlier, 'node_modules'));
    copyProgram(newer);
  }
  for (const place of [earlier, newer]) {
    writeWebBuild(join(place, 'dist', 'web'), place === earlier ? 'EARLIER' : 'NEWER');
  }
  keepAssets(join(earlier, 'dist', 'web'), join(newer, 'dist', 'web'));
}

async function anEmptyDatabase(): Promise<string> {
  const server = withDatabase((await testDatabase()).url, 'postgres');
  const name = await createDatabase(server);
  cleanUps.push(() => dropDatabase(server, name));
  return withDatabase(server, name);
}

/** Calls a command of a version while this process goes on. */
const manageIn = (folder: string, databaseUrl: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['src/server/operator/main.ts', ...words], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });

/** A clinic with its staff, made by the earlier version in the ways that an operator and an admin have. */
async function begin(databaseUrl: string, { origin }: ServerProcess): Promise<Scene> {
  const name = 'Ambulanz Zwischenstand';
  const manage = (...words: string[]) =>
    execFileSync(process.execPath, ['src/server/operator/main.ts', ...words, '--json'], {
      cwd: earlier,
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const [clinic] = JSON.parse(manage('clinic', 'add', name)) as { id: string }[];
  const clinicId = clinic!.id;
  const client = insistingClient({ clinicId, origins: () => [origin], isAbandoned: () => false });
  const call = async (to: keyof typeof endpoints, body?: object, as?: ReturnType<typeof client.jarOf>) => {
    const headers = { 'idempotency-key': randomUUID() };
    const got = await client.acknowledged({
      ...endpoints[to],
      headers,
      ...(body && { body }),
      ...(as && { as }),
    });
    assert.deepEqual(client.wrong, []);
    return got.body as { data: string; clinicians: { id: string; username: string }[] };
  };
  const admin = { id: '', name: 'verwaltung', secret: '' };
  admin.secret = (await call('registerAdmin', { clinic_id: clinicId, username: admin.name })).data;
  manage('admin', 'activate', name);
  const secret = 'Ein-Kennwort-der-Ambulanz-7';
  const passwords = { old_password: admin.secret, new_password: secret, confirmed_new_password: secret };
  const as = client.jarOf(endpoints.loginAdmin.path, admin);
  await call('changePassword', passwords, as);
  const names = ['behandlung', 'kollegium'];
  for (const username of names) await call('registerClinician', { username }, as);
  const { clinicians } = await call('listClinicians', undefined, as);
  const [clinician, colleague] = names.map((username) => {
    const { id } = clinicians.find((one) => one.username === username)!;
    return { id, name: username, secret: '' };
  });
  return { clinicId, admin: { ...admin, secret }, clinician: clinician!, colleague: colleague! } as Scene;
}

/**
 * People who open pages through the balancer. As the delivered nginx does, it asks the next process where one is away, and
 * for a script also where one lacks it or is about to end.
 */
function startVisitors(servers: ReadonlySet<ServerProcess>) {
  let [pages, turn] = [0, 0];
  const closing = new AbortController();
  const wrong: string[] = [];
  const ask = async (path: string): Promise<Response | undefined> => {
    turn += 1;
    let answer: Response | undefined;
    const all = [...servers];
    for (const [at] of all.entries()) {
      answer = await fetch(all[(turn + at) % all.length]!.origin + path).catch(() => undefined);
      if (answer && !(path.startsWith('/assets/') && [404, 503].includes(answer.status))) return answer;
    }
    return answer;
  };
  const visit = async () => {
    const answered = await ask('/');
    const page = await answered?.text();
    // A process of an earlier version that ends asks to come back in a moment.
    if (answered?.status === 503) return;
    const script = /src="([^"]+)"/.exec(page ?? '')?.[1];
    const answer = script === undefined ? undefined : await ask(script);
    if (answer?.status === 200) pages += 1;
    else wrong.push(`${script ?? 'no page'}: ${answer?.status}`);
    await answer?.text();
  };
  const visiting = (async () => {
    while (!closing.signal.aborted) await visit();
  })();
  return {
    end: async () => {
      closing.abort();
      await visiting;
      return { pages, wrong };
    },
  };
}

const migrationsIn = (place: string) =>
  globSync('{migrations,src/extensions/*/migrations}/*.sql', { cwd: place }).map((path) => basename(path));

test('an update under load: no page without its script, no 500, and no acknowledged answer is lost', async (t) => {
  const commit = commitBefore();
  unpack(commit);
  const known = new Set(migrationsIn(earlier));
  const added = migrationsIn(newer).filter((name) => !known.has(name));
  assert.ok(added.length > 0);
  const databaseUrl = await anEmptyDatabase();
  await migrate(databaseUrl, known);
  loadKeys(dataDir, { mayCreate: true });
  const servers = new Set<ServerProcess>();
  cleanUps.push(() => Promise.all([...servers].map((server) => server.kill('SIGKILL'))));
  const env = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://127.0.0.1' };
  const start = async (place: string) => {
    const server = await startServer({ dataDir, databaseUrl, env, folder: place });
    servers.add(server);
    return server;
  };
  const end = async (server: ServerProcess, signal: NodeJS.Signals) => {
    await server.kill(signal);
    servers.delete(server);
  };
  const one = await start(earlier);
  const two = await start(earlier);
  const scene = await begin(databaseUrl, one);
  const today = todayIn('Europe/Berlin', Date.now());
  const load = startLoad({ scene, today, origins: () => [...servers].map(({ origin }) => origin) });
  const visitors = startVisitors(servers);
  let seen = { pages: 0, wrong: ['nothing was looked at'] };
  try {
    await load.progress(5, RECOVERY_MS);
    await manageIn(newer, databaseUrl, 'migrate');
    await load.progress(5, RECOVERY_MS);
    // A process of the version before crashes, and its supervisor starts it again.
    await end(two, 'SIGKILL');
    const again = await start(earlier);
    await load.progress(5, RECOVERY_MS);
    await end(one, 'SIGTERM');
    await start(newer);
    await load.progress(10, RECOVERY_MS);
    await end(again, 'SIGTERM');
    await start(newer);
    await load.progress(5, RECOVERY_MS);
    await load.stop();
  } finally {
    load.abandon();
    seen = await visitors.end();
  }
  assert.deepEqual(seen.wrong, []);
  assert.ok(seen.pages > 0);
  const pools = { pool: aPool(databaseUrl, 5), loginPool: aPool(databaseUrl, 2) };
  const services = await testServices({ ...pools, keys: loadKeys(dataDir, { mayCreate: false }) });
  const said = await assertStored(services, scene, load, dataDir);
  t.diagnostic(
    `${commit.slice(0, 10) || 'this version'} to the newer one, ${added.join(', ')}: ${seen.pages} pages with their script; ${said}`,
  );
});
