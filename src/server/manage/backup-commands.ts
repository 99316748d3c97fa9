import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { listRuns, noteRun } from '../db/across-queries.ts';
import { withoutTenant } from '../db/transaction.ts';
import { loadKeys } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { whyNot } from '../file-refusal.ts';
import { StartError } from '../start-error.ts';
import type { Recipients } from '../backup/backup-file.ts';
import { KEYS_FILE, writeBackup } from '../backup/backup.ts';
import { optionText, UsageError, wholeNumber, type Command, type CommandContext } from './command.ts';
import { type BackupFiles, checkBackup, restoreBackup } from '../backup/restore.ts';

const optional = ({ values }: CommandContext, name: string) =>
  typeof values[name] === 'string' ? values[name] : undefined;

async function makeKey(context: CommandContext): Promise<void> {
  const path = optionText(context, 'to');
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(path, `# public key: ${recipient}\n${identity}\n`, {
      flag: 'wx',
      mode: 0o400,
      flush: true,
    });
  } catch (error) {
    throw new StartError(`the identity cannot be written: ${whyNot(error, 'write', path)}`);
  }
  context.note(
    `keep ${path} away from this machine: whoever has it can read the backups, without it nobody can`,
  );
  context.print([{ recipient, identity_file: path }]);
}

export function recipientsOf({ values }: CommandContext): Recipients {
  const [first, ...more] = [values['recipient'] ?? []].flat().map(String);
  if (first === undefined)
    throw new UsageError(
      '--recipient is missing: a backup is never written unencrypted ("backup key" makes one)',
    );
  return [first, ...more];
}

async function backup(context: CommandContext): Promise<void> {
  const to = optionText(context, 'to');
  const keysFile = optional(context, 'keys');
  const recipients = recipientsOf(context);
  const services = await context.services();
  const result = await writeBackup(services, {
    to,
    recipients,
    note: context.note,
    ...(keysFile !== undefined && { keysFile }),
  });
  await withoutTenant(services.pool, (db) => noteRun(db, 'backup', 'ended'));
  context.print([result]);
  context.note(
    `${result.keys_file} replaces the list before it: keep only the newest. Back up DATA_DIR/keys/secrets.json apart from both.`,
  );
}

/** The end of the last backup and its age; null if there was none. */
export async function lastBackup({ pool, now }: Services) {
  const runs = await withoutTenant(pool, listRuns);
  const ended = runs.find(({ job }) => job === 'backup')?.ended ?? null;
  return { ended, hours: ended === null ? null : (now() - Date.parse(ended)) / HOUR_MS };
}

async function status(context: CommandContext): Promise<void> {
  const { ended, hours } = await lastBackup(await context.services());
  context.print([{ last_backup: ended, age_hours: hours === null ? null : Math.round(hours * 10) / 10 }]);
  const most = context.values['most-hours'];
  if (most === undefined) return;
  const limit = wholeNumber(context, 'most-hours', MOST_HOURS);
  if (hours === null) throw new StartError('there was never a backup of this database');
  if (hours > limit) throw new StartError(`the last backup is older than ${limit} hours`);
}

const HOUR_MS = 3_600_000;
const MOST_HOURS = 10_000;

function filesOf(context: CommandContext): BackupFiles {
  const from = optionText(context, 'from');
  const keysFile = optional(context, 'keys') ?? join(dirname(from), KEYS_FILE);
  for (const path of [from, keysFile])
    if (!existsSync(path)) throw new StartError(`there is no file ${path}`);
  return { from, keysFile, identity: readIdentity(optionText(context, 'identity')) };
}

export function readIdentity(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const identity = lines.map((line) => line.trim()).find((line) => line.startsWith('AGE-SECRET-KEY-'));
    if (identity) return identity;
  } catch (error) {
    throw new StartError(`the identity cannot be read: ${whyNot(error, 'read', path)}`);
  }
  throw new StartError(`${path} holds no age identity; one begins with AGE-SECRET-KEY-`);
}

async function check(context: CommandContext): Promise<void> {
  const { header, trailer, patientKeys, erased } = await checkBackup(filesOf(context));
  const rows = Object.values(trailer.tables).reduce((sum, count) => sum + count, 0);
  context.print([
    {
      at: header.at,
      tables: header.tables.length,
      rows,
      patient_keys: patientKeys.size,
      erased_since: erased,
    },
  ]);
}

async function restore(context: CommandContext): Promise<void> {
  const files = filesOf(context);
  const { dataDir, note } = context;
  const result = await restoreBackup(await context.databaseUrl(), files, {
    dataDir,
    note,
    loadKeys: () => loadKeys(dataDir, { mayCreate: false, acceptSamples: true }),
  });
  context.print([result]);
  note('Everybody logs in anew. Take a new backup now.');
  if (result.audit_findings > 0)
    throw new StartError(
      `the audit trail in the backup was tampered with: ${result.audit_findings} finding(s)`,
    );
}

const options = { from: { type: 'string' }, identity: { type: 'string' }, keys: { type: 'string' } } as const;

export const backupCommands: Command[] = [
  {
    words: 'backup',
    summary: 'Write an encrypted backup of the database while the server serves',
    help: [
      '--to names the file, --recipient (as often as needed) an age recipient who can open it.',
      `The data keys of the patients go into ${KEYS_FILE} beside it (--keys: elsewhere), which replaces the one before:`,
      'keep only the newest, and erased patients cannot be read in any older backup.',
    ].join('\n'),
    options: {
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      keys: { type: 'string' },
    },
    run: backup,
  },
  {
    words: 'backup key',
    summary: 'Make an age identity, which opens backups, and show its recipient',
    options: { to: { type: 'string' } },
    run: makeKey,
  },
  {
    words: 'backup status',
    summary: 'Show when the last backup of this database ended, and how old it is',
    help: '--most-hours: ends with an error if it is older, for a monitoring system.',
    options: { 'most-hours': { type: 'string' } },
    run: status,
  },
  {
    words: 'backup check',
    summary: 'Read a backup to its end without a database: is it whole and unchanged?',
    options,
    run: check,
  },
  {
    words: 'restore',
    summary: 'Load a backup into an empty database; needs the login that may create roles and tables',
    help: [
      '--from names the backup, --identity the file with the age identity, --keys the newest list of patient keys.',
      'DATA_DIR must hold keys/secrets.json of the time of the backup or later. Sessions are not restored.',
      'For practice beside a running installation take a DATA_DIR of its own: the audit heads in it are set aside.',
    ].join('\n'),
    options,
    run: restore,
  },
];
