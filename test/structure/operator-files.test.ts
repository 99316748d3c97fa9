import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './imports.ts';

// Text of the program, of PostgreSQL or of the system. Nobody edits it with an editor that adds a byte order mark.
const own = [
  'server/login/common-passwords.ts',
  'server/backup/key-lists.ts',
  'server/database/migrate.ts',
  'server/documents/library.ts',
  'server/documents/pictures.ts',
  'server/documents/routes.ts',
  'server/trial-database/account.ts',
  'server/trial-database/cluster.ts',
  'server/trial-database/pid-file.ts',
  'server/trial-database/server.ts',
  'server/research/output.ts',
  'server/settings/file-refusal.ts',
  'server/http/preloads.ts',
  'server/http/web-pages.ts',
  'server/print/pdf-process.ts',
  'server/print/print-pdf.ts',
  'server/settings/version.ts',
];

test('files that an operator writes are read by readTextFile, which drops a byte order mark', () => {
  const reading = listSources().filter(
    (file) => file.startsWith('server/') && readSource(file).includes('readFileSync('),
  );
  assert.ok(reading.length > 5);
  assert.deepEqual(
    reading.filter((file) => !own.includes(file)),
    [],
  );
});
