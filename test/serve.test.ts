// What the program refuses when it serves patients, and only then.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createDemoData } from '../src/server/demo/demo.ts';
import { insertFingerprint } from '../src/server/database/queries.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import { fingerprint } from '../src/server/keys/keys.ts';
import { loadKeys } from '../src/server/keys/key-file.ts';
import { testDatabase } from './database.ts';
import { startProxy } from './faults/proxy.ts';
import { startServer } from './faults/server-process.ts';
import { createDatabase, dropDatabase, withDatabase } from './servers.ts';
import { aPool, testServices } from './services.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-serve-'));
const NODE_ENV = 'production';
const PUBLIC_ORIGIN = 'https://resonanz.klinik.example';

let empty: string;
let withDemo: string;

before(async () => {
  empty = (await testDatabase()).url;
  withDemo = (await testDatabase()).url;
  const keys = loadKeys(folder, { mayCreate: true });
  const services = await testServices({ pool: aPool(withDemo), loginPool: aPool(withDemo, 2), keys });
  await withoutTenant(services.pool, (db) => insertFingerprint(db, 1, fingerprint(keys, 1)));
  await createDemoData(services);
});

after(() => rmSync(folder, { recursive: true }));

async function starts(databaseUrl: string, env: Record<string, string>): Promise<string> {
  try {
    const server = await startServer({ dataDir: folder, databaseUrl, env });
    await server.kill('SIGTERM');
    return 'it starts';
  } catch (error) {
    return (error as Error).message;
  }
}

const linesOf = (output: string) => output.split('\n').filter((line) => line !== '');

describe('in production', () => {
  test('the server refuses a database that holds the demo data', async () => {
    const outcome = await starts(withDemo, { NODE_ENV, PUBLIC_ORIGIN });
    assert.match(
      outcome,
      /cannot start: This database holds the demo data, whose passwords are public\. Start on/,
    );
  });

  test('the server refuses to start without its public address', async () => {
    assert.match(
      await starts(empty, { NODE_ENV }),
      /cannot start: PUBLIC_ORIGIN is not set\. Set it to the address/,
    );
  });

  test('the server refuses a database on another machine whose address says nothing of encryption', async () => {
    assert.match(
      await starts('postgres://web@db.klinik.example/resonanz', { NODE_ENV, PUBLIC_ORIGIN }),
      /cannot start: DATABASE_URL names another machine .* Add sslmode=verify-full/,
    );
  });

  test('the server makes no key file and changes no tables of a database with an address', async () => {
    const server = withDatabase(empty, 'postgres');
    const name = await createDatabase(server);
    const elsewhere = join(folder, 'elsewhere');
    const env = { NODE_ENV, PUBLIC_ORIGIN, DATA_DIR: elsewhere };
    assert.match(
      await starts(withDatabase(server, name), env),
      /cannot start: The database lacks \d+ migrations of this program\. Call: npm run manage -- migrate/,
    );
    assert.match(
      await starts(empty, env),
      /cannot start: There is no key file in \S+elsewhere\. .* run: npm run manage -- keys create/,
    );
    assert.equal(existsSync(join(elsewhere, 'keys')), false);
    await dropDatabase(server, name);
  });

  test('the server refuses placeholders where it is asked to, and names them', async () => {
    assert.match(
      await starts(empty, { NODE_ENV, PUBLIC_ORIGIN, REQUIRE_REAL: '1' }),
      /cannot start: REQUIRE_REAL is set, but these still hold samples: operator, .*the demonstration instruments .*dep/,
    );
  });

  test('every line of the log is JSON, also that of a refused start; it names a login that may do too much and a clinic that is not here', async () => {
    const CONFIG_FILE = join(folder, 'clinics.json');
    writeFileSync(CONFIG_FILE, JSON.stringify({ clinics: { [randomUUID()]: {} } }));
    const env = { NODE_ENV, PUBLIC_ORIGIN, CONFIG_FILE };
    const server = await startServer({ dataDir: folder, databaseUrl: empty, env });
    const { port } = new URL(server.origin);
    const refusal = await starts(empty, { NODE_ENV, PUBLIC_ORIGIN, PORT: port });
    await server.kill('SIGTERM');
    const messages = linesOf(server.output()).map((line) => JSON.parse(line).message as string);
    assert.ok(messages.includes('started'));
    assert.ok(messages.some((message) => /login of DATABASE_URL has more rights/.test(message)));
    assert.ok(messages.some((message) => /settings for clinics that do not exist/.test(message)));
    const [, lines] = /^the server ended with code 1: (.*)$/s.exec(refusal)!;
    const { level, message } = JSON.parse(linesOf(lines!).at(-1)!);
    assert.equal(level, 'error');
    assert.match(message, new RegExp(`^Resonanz cannot start: Port ${port} on 127.0.0.1 is already in use`));
  });

  test('the server starts on a database of its own with an address in the environment or in the configuration', async () => {
    assert.equal(await starts(empty, { NODE_ENV, PUBLIC_ORIGIN }), 'it starts');
    const CONFIG_FILE = join(folder, 'config.json');
    writeFileSync(CONFIG_FILE, JSON.stringify({ base_url: PUBLIC_ORIGIN }));
    assert.equal(await starts(empty, { NODE_ENV, CONFIG_FILE }), 'it starts');
  });
});

test('outside production the server starts on the demo data without a public address', async () => {
  assert.equal(await starts(withDemo, { DEMO: '1' }), 'it starts');
});

test('the server waits as long as it is asked to for a database that does not answer yet', async () => {
  const proxy = await startProxy(Number(new URL(empty).port));
  proxy.setMode(() => (proxy.counts().cut < 2 ? 'cut-request' : 'pass'));
  const address = new URL(empty);
  address.port = String(proxy.port);
  const plan = { dataDir: folder, databaseUrl: address.href, env: { NODE_ENV, PUBLIC_ORIGIN } };
  const server = await startServer({ ...plan, args: ['--wait', '300'] });
  assert.equal(proxy.counts().cut, 2);
  assert.match(server.output(), /"message":"started".*"version":"\d/);
  await server.kill('SIGTERM');
  await proxy.close();
});
