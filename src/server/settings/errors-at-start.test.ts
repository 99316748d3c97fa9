import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/database.ts';
import { migrate } from '../database/migrate.ts';
import { explainDatabaseError } from './errors-at-start.ts';

const { url } = await testDatabase();

async function sentenceFor(databaseUrl: string): Promise<string> {
  const error = await migrate(databaseUrl).then(
    () => assert.fail('it was usable'),
    (reason: unknown) => explainDatabaseError(reason, databaseUrl),
  );
  return String((error as Error).message);
}

function changed(change: (address: URL) => void): string {
  const address = new URL(url);
  change(address);
  return address.href;
}

test('a wrong database password is reported without the password', async () => {
  const sentence = await sentenceFor(changed((address) => (address.password = 'verraten')));
  assert.match(
    sentence,
    /^The database of DATABASE_URL \(postgres@127.0.0.1:\d+\/\w+\) cannot be used: the password is wrong\.$/,
  );
});

test('a missing database is reported by its name', async () => {
  assert.match(
    await sentenceFor(changed((address) => (address.pathname = '/fehlt'))),
    /: there is no database of that name\.$/,
  );
});

test('an unreachable database server is reported', async () => {
  // No test ever gets this port.
  const sentence = await sentenceFor(changed((address) => (address.port = '1')));
  assert.match(sentence, /: no server answers there\.$/);
});

test('an invalid DATABASE_URL is reported', async () => {
  for (const url of ['postgres://[::1', 'postgress//resonanz'])
    assert.equal(
      await sentenceFor(url),
      'The database of DATABASE_URL cannot be used: it is not an address like postgres://user:password@host:5432/database.',
    );
});

test('a full disk is reported', () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' });
  const explained = explainDatabaseError(error, undefined) as Error;
  assert.equal(explained.message, 'The embedded database cannot be used: its disk is full.');
});

test('a lock that another work holds is not reported as a silent server', () => {
  const message = 'canceling statement due to lock timeout';
  const explained = explainDatabaseError(Object.assign(new Error(message), { code: '55P03' }), undefined);
  assert.match((explained as Error).message, /: another program holds a lock on it\. Try again/);
});

test('a connection that breaks during the start is reported', () => {
  const explained = explainDatabaseError(new Error('Connection terminated unexpectedly'), undefined) as Error;
  assert.equal(explained.message, 'The embedded database cannot be used: the server closed the connection.');
});

test('a fault of the program is not reported as one of the database', () => {
  const error = new TypeError('x is undefined');
  assert.equal(explainDatabaseError(error, undefined), error);
});
