import process from 'node:process';
import { atFileEnd } from './file-end.ts';
import {
  createDatabase,
  dropDatabase,
  sharedTemplate,
  startOwnServer,
  type TestServer,
  useServer,
  withDatabase,
} from './servers.ts';

export type TestDatabase = {
  /** Address with the administrator's login. */
  url: string;
};

let server: Promise<TestServer> | undefined;
const created: string[] = [];

/** A fresh copy of the migrated database, for one test file. It is removed when the file's tests have ended. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, template } = await (server ??= findServer());
  const name = await createDatabase(url, template);
  created.push(name);
  return { url: withDatabase(url, name) };
}

/** A fresh copy of a database that `fill` makes once in a run. What it makes must not depend on the test file. */
export async function copyOf(
  name: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const found = await (server ??= findServer());
  const shared = await sharedTemplate(found, `${found.template}_${name}`, (url) => fill({ url }));
  // A server that ends with this file takes the shared one along.
  if (process.env['RUN_DATABASE_SERVER'] === undefined) created.push(shared);
  const copy = await createDatabase(found.url, shared);
  created.push(copy);
  return { url: withDatabase(found.url, copy) };
}

// The test runner names its server. A test file that runs alone starts its own.
function findServer(): Promise<TestServer> {
  const { RUN_DATABASE_SERVER, TEST_DATABASE_URL } = process.env;
  if (RUN_DATABASE_SERVER !== undefined) return Promise.resolve(JSON.parse(RUN_DATABASE_SERVER));
  return TEST_DATABASE_URL ? useServer(TEST_DATABASE_URL) : startOwnServer();
}

atFileEnd(async () => {
  if (!server) return;
  const { url, template } = await server;
  for (const name of created.splice(0)) await dropDatabase(url, name);
  if (process.env['RUN_DATABASE_SERVER'] === undefined) await dropDatabase(url, template);
});
