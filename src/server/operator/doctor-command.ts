import { accessSync, constants, statfsSync } from 'node:fs';
import process from 'node:process';
import { installationCounts, listRuns } from '../database/across-queries.ts';
import { findOpenTables } from '../database/clinic-policies.ts';
import { rightsOf } from '../database/login.ts';
import { migrationFiles } from '../database/migrate.ts';
import { describeDatabase, hasDemoClinic, missingClinics } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { type Environment, makeDataDirectory, readSmtpUrl } from '../settings/environment.ts';
import { whyNot } from '../settings/file-refusal.ts';
import { hasKeyFile, loadKeys } from '../keys/key-file.ts';
import { greetMailServer } from '../mail/transport.ts';
import { placeholdersOf } from '../demo/placeholders.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { programName } from '../settings/version.ts';
import { lastBackup } from './backup-commands.ts';
import type { Command, CommandContext } from './command.ts';
import { readSettings } from './config-commands.ts';
import { isEncrypted } from './is-encrypted.ts';
import { describeForSupport, writeSupportFile } from './support-file.ts';

const env: Environment = process.env;

/** What a check found, in a sentence that says what to do. A `problem` keeps patients away or loses data. */
type Finding = readonly ['ok' | 'warning' | 'problem', string];

/** The checks that need no database. A thrown error is a problem, in its own words. */
const ofTheMachine: Record<string, (context: CommandContext) => Finding | Promise<Finding>> = {
  settings: ({ extensions }) => {
    const { instruments } = readSettings(extensions);
    return ['ok', `The environment and CONFIG_FILE are valid; ${instruments.size} instruments can be read.`];
  },
  'data folder': ({ dataDir }) => {
    const folder = makeDataDirectory(dataDir);
    try {
      accessSync(folder, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new StartError(`The data folder cannot be used: ${whyNot(error, 'write', folder)}.`);
    }
    return ['ok', `${dataDir} can be written.`];
  },
  disk: ({ dataDir }) => {
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    const free = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB (${Math.round((100 * bavail) / blocks)} %) are free`;
    const isLow = bavail * bsize < GIGABYTE || bavail / blocks < LEAST_FREE;
    return isLow
      ? ['warning', `Only ${free} on the disk of ${dataDir}: make room.`]
      : ['ok', `${free} on the disk of ${dataDir}.`];
  },
  keys: async (context) => {
    const { dataDir } = context;
    if (!hasKeyFile(dataDir) && !(await isEncrypted(context)))
      return [
        'problem',
        `There is no key file in ${dataDir}. Copy the key file of this installation into it. For a new installation run: npm run manage -- keys create`,
      ];
    const { current, roots } = loadKeys(dataDir, { mayCreate: false });
    return [
      'ok',
      `The key file holds ${roots.size} version(s), ${current} is in use, and nobody else can read it.`,
    ];
  },
  address: async ({ extensions }) => {
    const { origin } = readSettings(extensions);
    if (!origin) return ['problem', 'PUBLIC_ORIGIN is not set: mails and logins depend on it.'];
    const isOpen = new URL(origin).protocol === 'http:';
    const found = await askVersion(origin);
    if (found.isUntrusted)
      return [
        'warning',
        `${origin} answers, but this machine does not trust its certificate. Set NODE_EXTRA_CA_CERTS to the file of the certificate authority.`,
      ];
    if (found.error) return ['warning', `${origin} does not answer: ${found.error}`];
    if (found.version !== programName)
      return [
        'warning',
        `${origin} answers with version ${found.version}, this is ${programName}: restart the servers.`,
      ];
    if (isOpen) return ['warning', `${origin} answers without TLS: use it for trying out only.`];
    return ['ok', `${origin} answers with this version over TLS.`];
  },
  mail: async () => {
    const smtpUrl = readSmtpUrl(env);
    if (!smtpUrl) return ['warning', 'SMTP_URL is not set: each mail becomes a file and reaches nobody.'];
    await greetMailServer(smtpUrl).catch((error: Error) => {
      throw new StartError(`The mail server of SMTP_URL does not take mails: ${error.message}.`);
    });
    return ['ok', 'The mail server of SMTP_URL answers. "mail test ADDRESS" sends a mail.'];
  },
};

/** The checks that need the database. */
const ofTheDatabase: Record<string, (services: Services) => Promise<Finding>> = {
  database: async ({ pool }) => {
    const { version, login } = await withoutTenant(pool, describeDatabase);
    const reached = `PostgreSQL ${version} answers, and all ${migrationFiles().length} migrations are there`;
    const url = env.DATABASE_URL;
    const { danger, login: given } = url ? await rightsOf(url) : { danger: undefined, login };
    if (danger !== undefined)
      return [
        'warning',
        `${reached}, but the login ${given} of DATABASE_URL has too many rights: ${danger}. Use a login that is a member of resonanz_app only.`,
      ];
    return ['ok', `${reached}; the login is ${login}.`];
  },
  clinics: async ({ pool }) => {
    const open = await withoutTenant(pool, findOpenTables);
    if (open.length === 0) return ['ok', 'Row-level security keeps the clinics apart in every table.'];
    const names = open.map(({ table }) => table).join(', ');
    const reasons = open.map(({ table, why }) => `${table}: ${why}`).join('; ');
    return [
      'problem',
      `The row-level security of these tables differs from this version, so a clinic might see rows of other clinics: ${names}. The owner of the tables must restore it (${reasons}).`,
    ];
  },
  'settings of clinics': async ({ pool, config }) => {
    const ids = [...config.clinics.keys()];
    const missing = await withoutTenant(pool, (db) => missingClinics(db, ids));
    return missing.length === 0
      ? ['ok', `CONFIG_FILE has settings of their own for ${ids.length} clinics.`]
      : [
          'problem',
          `CONFIG_FILE has settings for clinics that do not exist: ${missing.join(', ')}. "clinic list" shows the ids.`,
        ];
  },
  clock: async ({ pool, now }) => {
    const { clock } = await withoutTenant(pool, describeDatabase);
    const seconds = Math.abs(now() - clock) / 1000;
    return seconds <= MOST_SECONDS_APART
      ? ['ok', 'The clocks of this machine and of the database agree.']
      : [
          'problem',
          `The clocks of this machine and of the database differ by ${Math.round(seconds)} seconds. Set both by NTP.`,
        ];
  },
  backup: async (services) => {
    const { hours } = await lastBackup(services);
    if (hours === null) return ['warning', 'There was never a backup. Start resonanz-backup.timer.'];
    const age = `The last backup is ${hours.toFixed(1)} hours old`;
    return hours > MOST_HOURS_OF_BACKUP
      ? ['problem', `${age}. Look at the timer of the backup.`]
      : ['ok', `${age}.`];
  },
  jobs: async ({ pool, now }) => {
    const runs = (await withoutTenant(pool, listRuns)).filter(({ job }) => job !== 'backup');
    const last = Math.max(...runs.map(({ ended }) => (ended === null ? -Infinity : Date.parse(ended))));
    if (now() - last <= MOST_MINUTES_OF_REST * 60_000) return ['ok', 'The servers do their jobs.'];
    const since = Number.isFinite(last) ? `since ${new Date(last).toISOString()}` : 'yet';
    return ['warning', `No server has done a job ${since}. Is one running?`];
  },
  trail: async ({ pool }) => {
    const unsealed = (await withoutTenant(pool, installationCounts)).get('unsealed_rows') ?? 0;
    return unsealed > MOST_UNSEALED
      ? [
          'problem',
          `${unsealed} rows of the audit trail wait for their seal. Look for "seal the trail" in the log.`,
        ]
      : ['ok', `${unsealed} rows of the audit trail wait for their seal.`];
  },
  'waiting mails': async ({ pool }) => {
    const counts = await withoutTenant(pool, installationCounts);
    const due = MAILS.reduce((sum, queue) => sum + (counts.get(`${queue}_waiting`) ?? 0), 0);
    return due === 0
      ? ['ok', 'No mail is due.']
      : [
          'warning',
          `${due} mails are due and not sent yet. If this number does not fall, look at "mail status" and the log.`,
        ];
  },
  'trying out': async (services) => {
    const isDemo = await withoutTenant(services.pool, hasDemoClinic);
    const left = placeholdersOf(services);
    if (isDemo)
      return [
        'problem',
        'This database holds the demo data, whose passwords are public. Use another database.',
      ];
    if (left.length === 0) return ['ok', 'No setting or instrument holds a sample.'];
    return ['warning', `These hold samples. Replace them before the first patient: ${left.join(', ')}.`];
  },
};

const GIGABYTE = 1e9;
const LEAST_FREE = 0.05;
/** A code of the second factor lives for half a minute. */
const MOST_SECONDS_APART = 30;
// The limits of deploy/prometheus/alerts.yml.
const MOST_HOURS_OF_BACKUP = 25;
const MOST_UNSEALED = 50_000;
const MOST_MINUTES_OF_REST = 15;
const MAILS = ['outbox', 'crisis_reminders', 'address_confirmations'];
const PATIENCE_MS = 10_000;

// Codes of OpenSSL for a certificate whose authority is unknown here.
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

type Answer = { version?: string; error?: string; isUntrusted?: boolean };

async function askVersion(origin: string): Promise<Answer> {
  try {
    const answer = await fetch(`${origin}/config.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) return { error: `it answers ${answer.status} to /config.json` };
    return (await answer.json()) as { version: string };
  } catch (error) {
    // fetch hides the reason in the cause.
    const { message, cause } = error as Error;
    if (!(cause instanceof Error)) return { error: message };
    const { code = '' } = cause as NodeJS.ErrnoException;
    return { error: cause.message || code, isUntrusted: UNTRUSTED.has(code) };
  }
}

/** A check that fails is a problem, in the words of its error. */
async function findingOf(look: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return ['problem', (error as Error).message.replaceAll('\n', ' ')];
  }
}

async function examine(context: CommandContext): Promise<void> {
  const found: [string, Finding][] = [];
  let services: Services | undefined;
  for (const [name, look] of Object.entries(ofTheMachine))
    found.push([name, await findingOf(() => look(context))]);
  try {
    const reached = await context.services();
    services = reached;
    for (const [name, look] of Object.entries(ofTheDatabase))
      found.push([name, await findingOf(() => look(reached))]);
  } catch (error) {
    const rest = Object.keys(ofTheDatabase).slice(1).join(', ');
    found.push([
      'database',
      ['problem', `${(error as Error).message} These checks need the database: ${rest}.`],
    ]);
  }
  const checks = found.map(([check, [state, says]]) => ({ state, check, says }));
  context.print(checks);
  const { to } = context.values;
  if (typeof to === 'string')
    writeSupportFile(to, { ...(await describeForSupport(services, env, context.extensions)), checks }, env);
  const problems = found.filter(([, [state]]) => state === 'problem');
  if (problems.length > 0)
    throw new StartError(
      `${problems.length} of ${found.length} checks found a problem: ${problems.map(([name]) => name).join(', ')}`,
    );
}

export const doctorCommand: Command = {
  words: 'doctor',
  summary: 'Check the whole installation, and say what to do about each problem',
  help: 'Run it with the settings and as the user of the server. The exit code is 1 if a check found a problem, and 0 if there are only warnings. --to writes the result with versions, settings, sizes and counts into a file for support. The file holds no passwords and names no persons.',
  options: { to: { type: 'string' } },
  run: examine,
};
