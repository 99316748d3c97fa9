import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { listRuns, noteRun } from '../database/across-queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { loadKeys } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { readTextFile, whyNot } from '../settings/file-refusal.ts';
import { StartError } from '../settings/start-error.ts';
import type { Recipients } from '../backup/backup-file.ts';
import { writeBackup } from '../backup/backup.ts';
import { KEPT_DAYS, keyListsIn } from '../backup/key-lists.ts';
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
  const keysFolder = keysFolderOf(context);
  const recipients = recipientsOf(context);
  const services = await context.services();
  const result = await writeBackup(services, {
    to,
    recipients,
    note: context.note,
    mayLose: mayLose(context),
    ...(keysFolder !== undefined && { keysFolder }),
  });
  await withoutTenant(services.pool, (db) => noteRun(db, 'backup', 'ended'));
  context.print([result]);
  context.note(
    `${result.keys_file} is the newest list of patient keys; those of more than ${KEPT_DAYS} days ago are removed. Back up DATA_DIR/keys/secrets.json apart from both.`,
  );
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function keysFolderOf(context: CommandContext): string | undefined {
  const path = optional(context, 'keys');
  if (path === undefined || isFolder(path)) return path;
  throw new StartError(`--keys names the folder of the lists of patient keys; there is no folder ${path}`);
}

const MOST_LOST = 10_000_000;

function mayLose(context: CommandContext): number {
  return context.values['lost'] === undefined ? 0 : wholeNumber(context, 'lost', MOST_LOST);
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
  if (!existsSync(from)) throw new StartError(`there is no file ${from}`);
  return {
    from,
    keysFile: keysFileOf(optional(context, 'keys') ?? dirname(from)),
    identity: readIdentity(optionText(context, 'identity')),
    mayLose: mayLose(context),
  };
}

/** A list of patient keys, or the newest one of a folder. */
function keysFileOf(path: string): string {
  if (!existsSync(path)) throw new StartError(`there is no file ${path}`);
  if (!isFolder(path)) return path;
  const [newest] = keyListsIn(path);
  if (!newest) throw new StartError(`there is no list of patient keys in ${path}; name one with --keys`);
  return newest.path;
}

export function readIdentity(path: string): string {
  try {
    const lines = readTextFile(path).split('\n');
    const identity = lines.map((line) => line.trim()).find((line) => line.startsWith('AGE-SECRET-KEY-'));
    if (identity) return identity;
  } catch (error) {
    // An error without a code says that the file is no text, as a backup is none.
    if (error instanceof Error && 'code' in error)
      throw new StartError(`the identity cannot be read: ${whyNot(error, 'read', path)}`);
  }
  throw new StartError(`${path} holds no age identity; one begins with AGE-SECRET-KEY-`);
}

async function check(context: CommandContext): Promise<void> {
  const files = filesOf(context);
  const { header, rows, patientKeys, erased, lost } = await checkBackup(files);
  context.print([
    {
      at: header.at,
      tables: header.tables.length,
      rows,
      patient_keys: patientKeys.size,
      erased_since: erased,
      lost,
      keys_file: files.keysFile,
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

const lost = { type: 'string' } as const;
const options = {
  from: { type: 'string' },
  identity: { type: 'string' },
  keys: { type: 'string' },
  lost,
} as const;

export const backupCommands: Command[] = [
  {
    words: 'backup',
    summary: 'Write an encrypted backup of the database while the server serves',
    help: [
      '--to names the file, --recipient (as often as needed) an age recipient who can open it.',
      'The data keys of the patients go into a list of their own beside it (--keys: another folder). A list is removed when it',
      `is older than ${KEPT_DAYS} days. From then on no older backup can be read for the patients who were erased since. Refused in`,
      'the folder of another installation, and if patients are missing that nobody erased (--lost N: up to N may be missing).',
    ].join('\n'),
    options: {
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      keys: { type: 'string' },
      lost,
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
    help: '--most-hours N: the exit code is 1 if the backup is older. For a monitoring system.',
    options: { 'most-hours': { type: 'string' } },
    run: status,
  },
  {
    words: 'backup check',
    summary:
      'Read a whole backup without a database, and check that it is unchanged and has the keys of all patients',
    help: '--keys names a list of patient keys or a folder of such lists; else the newest list beside the backup counts. --lost N: up to N patients may be missing.',
    options,
    run: check,
  },
  {
    words: 'restore',
    summary: 'Load a backup into an empty database; needs the login that may create roles and tables',
    help: [
      '--from names the backup, --identity the file with the age identity, --keys a list of patient keys (else the newest',
      'beside the backup). Refused if the list lacks patients that nobody erased (--lost N: up to N may be missing).',
      'DATA_DIR must hold keys/secrets.json from the time of the backup or later. Everybody has to log in again.',
      'To practise beside a running installation, use another DATA_DIR, because the audit heads in it are set aside.',
    ].join('\n'),
    options,
    run: restore,
  },
];
