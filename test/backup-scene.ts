import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { extensions } from '../src/extensions/list.ts';
import { insertFingerprint } from '../src/server/database/queries.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import { fingerprint, type Keys } from '../src/server/keys/keys.ts';
import { type BackupOptions, writeBackup } from '../src/server/backup/backup.ts';
import { keyListsIn } from '../src/server/backup/key-lists.ts';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { runCommand } from '../src/server/operator/run-command.ts';
import type { Services } from '../src/server/services.ts';
import { testDatabase } from './database.ts';
import { aPool, testServices } from './services.ts';

const onError = () => {};
export const note = () => {};

/** A database with its address, a folder for its backups, and the identity that opens them. */
export type BackupScene = {
  url: string;
  services: Services;
  folder: string;
  identity: string;
  recipient: string;
};

/** `fill` creates the data of the test file. */
export function aBackupScene(fill: (scene: BackupScene) => Promise<void>): BackupScene {
  // Set before the first test of the file runs.
  const scene = { folder: mkdtempSync(join(tmpdir(), 'resonanz-backup-')) } as BackupScene;
  before(async () => {
    scene.url = (await testDatabase()).url;
    scene.services = await servicesOn(scene.url);
    const { pool, keys } = scene.services;
    await withoutTenant(pool, (db) => insertFingerprint(db, 1, fingerprint(keys, 1)));
    scene.identity = await generateIdentity();
    scene.recipient = await identityToRecipient(scene.identity);
    await fill(scene);
  });
  after(() => rmSync(scene.folder, { recursive: true }));
  return scene;
}

export function servicesOn(address: string, keys?: Keys): Promise<Services> {
  const pools = { pool: aPool(address), loginPool: aPool(address, 5) };
  return testServices({ ...pools, ...(keys && { keys }) });
}

/** A backup of the scene's database, or of another one with its keys, and what opens it: the newest list of keys at any time. */
export async function aBackup(
  { recipient, identity, ...scene }: BackupScene,
  services = scene.services,
  options: Partial<BackupOptions> = {},
) {
  const to = join(scene.folder, `${randomUUID()}.backup`);
  const result = await writeBackup(services, { to, recipients: [recipient], note, ...options });
  return {
    ...result,
    from: to,
    identity,
    get keysFile() {
      return keyListsIn(dirname(result.keys_file))[0]!.path;
    },
  };
}

export function restoreInto(
  { folder, services }: BackupScene,
  address: string,
  backup: Awaited<ReturnType<typeof aBackup>>,
  keys = services.keys,
) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  return restoreBackup(address, backup, { dataDir, note, loadKeys: () => keys });
}

/** The rows of every table as sorted texts, seen by the administrator. */
export async function everyRow(address: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: address });
  client.on('error', onError);
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const content = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT t::text AS row FROM ${name} t`);
      content.set(name, rows.map(({ row }) => row).sort());
    }
    return content;
  } finally {
    await client.end();
  }
}

/** Rows of any table with the patient's id, code or birth date, or with a cell that was encrypted for the patient. */
export async function tablesNaming(address: string, texts: readonly string[]): Promise<string[]> {
  const content = await everyRow(address);
  return [...content]
    .filter(([, rows]) => rows.some((row) => texts.some((text) => row.includes(text))))
    .map(([name]) => name);
}

/** Runs an operator's command on the database of this test. */
export async function manage({ folder, services }: BackupScene, ...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand([...words, '--json'], {
    dataDir: folder,
    services: async () => services,
    databaseUrl: async () => services.pool.options.connectionString!,
    extensions,
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, rows: code === 0 ? JSON.parse(out.join('')) : [], notes: notes.join('\n') };
}
