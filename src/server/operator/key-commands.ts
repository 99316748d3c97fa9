import { resolve } from 'node:path';
import { migrationFiles } from '../database/migrate.ts';
import { appliedMigrations } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { addKeyVersion, createKeys } from '../keys/key-file.ts';
import { retireVersion, rotateKeys, startNewVersion, usesOf } from './key-rotation.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { isEncrypted } from './is-encrypted.ts';

const versionsOf = ({ keys }: Services) => [...keys.roots.keys()].sort((one, other) => one - other);

// No database is needed, so an operator can make the file before the first start and copy it to every machine. One that
// answers must be new.
async function create(context: CommandContext): Promise<void> {
  const { dataDir, note, print } = context;
  const given = context.values['to'];
  const to = typeof given === 'string' ? resolve(given) : undefined;
  print([{ file: await createKeys(dataDir, { to, isEncrypted: () => isEncrypted(context) }) }]);
  note('Copy the file to every machine of this installation and to a safe place apart from the backups.');
}

// An earlier program does not know every encrypted column of the newer one.
async function ownServices(context: CommandContext): Promise<Services> {
  const services = await context.services();
  const newer = await withoutTenant(services.pool, appliedMigrations);
  const known = new Set(migrationFiles());
  const unknown = newer.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `the database was migrated by a newer version of this program (${unknown.join(', ')}); call this command there`,
    );
  return services;
}

async function list(context: CommandContext): Promise<void> {
  const services = await context.services();
  const rows = [];
  for (const version of versionsOf(services)) {
    const state = version === services.keys.current ? 'in use' : 'old';
    rows.push({
      version,
      state: version > services.keys.current ? 'prepared' : state,
      ...(await usesOf(services, version)),
    });
  }
  context.print(rows);
}

async function rotate(context: CommandContext): Promise<void> {
  const { prepare, continue: goOn } = context.values;
  if (prepare && goOn) throw new UsageError('--prepare and --continue exclude each other');
  const services = await ownServices(context);
  if (prepare) return prepareVersion(context, services);
  const version = goOn ? services.keys.current : await startNewVersion(services, context.dataDir);
  context.note(`writing with version ${version}; renewing what older versions wrote …`);
  const rotated = await rotateKeys(services, (clinic, { birth_dates, answers }) =>
    context.note(`${clinic} is done; ${birth_dates} patients and ${answers} answers so far`),
  );
  context.print([{ version, ...rotated }]);
  context.note('Back up keys/secrets.json now. "keys list" shows what still needs an old version.');
}

function prepareVersion(context: CommandContext, { keys }: Services): void {
  if (Math.max(...keys.roots.keys()) > keys.current)
    throw new UsageError('a new version is prepared already; copy the key file and call "keys rotate"');
  const version = addKeyVersion(context.dataDir);
  context.print([{ version, state: 'prepared' }]);
  context.note('Copy keys/secrets.json to every machine of this database, then call "keys rotate".');
}

async function retire(context: CommandContext): Promise<void> {
  const version = Number(required(context, 0, 'the version'));
  const services = await ownServices(context);
  if (!services.keys.roots.has(version))
    throw new UsageError(`there is no version "${context.positionals[0]}"; see: npm run manage -- keys list`);
  await retireVersion(services, context.dataDir, version);
  context.print([{ version, state: 'removed' }]);
}

export const keyCommands: Command[] = [
  {
    words: 'keys create',
    summary: 'Make the key file in DATA_DIR before the first start of the server',
    help:
      'Call it with the DATA_DIR and as the user of the server. --to: makes it elsewhere, for a vault or for the secret of a cluster; the ' +
      'server looks for it in DATA_DIR/keys/secrets.json.',
    options: { to: { type: 'string' } },
    run: create,
  },
  {
    words: 'keys list',
    summary: 'List the key versions and what still needs each of them',
    run: list,
  },
  {
    words: 'keys rotate',
    summary: 'Start a new key version and encrypt everything anew with it, beside a running server',
    help: 'With several machines: run it with --prepare first, then copy the key file. After an interruption: run it with --continue.',
    options: { prepare: { type: 'boolean' }, continue: { type: 'boolean' } },
    run: rotate,
  },
  {
    words: 'keys retire',
    positionals: '<version>',
    summary: 'Remove an old key version that nothing needs any more',
    help:
      'Old backups that need this version can never be read again. Opt-out links in mails sent before "keys rotate" ' +
      'stop working, and "keys list" cannot count them: wait eight weeks after "keys rotate".',
    destructive: true,
    run: retire,
  },
];
