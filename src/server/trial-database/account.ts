import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartError } from '../settings/start-error.ts';

// PostgreSQL refuses to run as root. A server that runs as root starts it under an account without rights.
export type Account = { uid: number; gid: number };

/** The user of PostgreSQL's programs: our own, another account, or another account that may pass closed folders. */
export type Launcher =
  | { kind: 'self' }
  | { kind: 'account'; account: Account }
  | { kind: 'setpriv'; account: Account; right: 'dac_read_search' | 'dac_override' };

/** The account must be able to run `program` and reach `folder`. An existing `cluster` decides the account. */
export function chooseLauncher(program: string, folder: string, cluster: string): Launcher {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const account = ownerOf(cluster) ?? unprivilegedAccount();
  const launchers: Launcher[] = [
    { kind: 'account', account },
    { kind: 'setpriv', account, right: 'dac_read_search' },
    { kind: 'setpriv', account, right: 'dac_override' },
  ];
  const refusals: string[] = [];
  for (const launcher of launchers) {
    const refusal = refusalOf(launcher, program, folder);
    if (refusal === undefined) return launcher;
    refusals.push(refusal);
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account ${account.uid} cannot use ${folder} and ${program} (${refusals[0]}). ` +
      'Start as an ordinary user, or put the project and DATA_DIR where every account may go.',
  );
}

function ownerOf(cluster: string): Account | undefined {
  const found = statSync(cluster, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function unprivilegedAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find(Boolean);
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
  if (uid > 0 && gid > 0) return { uid, gid };
  throw new StartError(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody". Start as an ordinary user.',
  );
}

/** Why the account cannot run the program in the folder, in the words of the system. */
function refusalOf(launcher: Launcher, program: string, folder: string): string | undefined {
  const check = ['-c', 'cd "$1" && exec "$2" -V', 'sh', folder, program];
  const { command, args, options } = asLauncher(launcher, '/bin/sh', check);
  // A program that may run but not read its own file writes a warning and still exits with 0.
  const { status, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  // Without the program setpriv there is no output at all.
  if (error) return error.message;
  return status === 0 && stderr === '' ? undefined : stderr.trim();
}

// The account keeps one right: it may pass closed folders on the way, such as a checkout below /root. The first right only
// reads; containers often have the second one only, which writes as well. The secure bit makes access(2) respect the
// right; PostgreSQL calls it on its own file.
const passClosedFolders = (right: string) => [
  '--securebits=+no_setuid_fixup',
  '--clear-groups',
  `--inh-caps=+${right}`,
  `--ambient-caps=+${right}`,
  '--',
];

function asLauncher(launcher: Launcher, program: string, args: string[]) {
  const options = { cwd: '/', env: environment };
  if (launcher.kind === 'self') return { command: program, args, options };
  const { uid, gid } = launcher.account;
  if (launcher.kind === 'account') return { command: program, args, options: { ...options, uid, gid } };
  const account = [`--reuid=${uid}`, `--regid=${gid}`];
  return {
    command: 'setpriv',
    args: [...account, ...passClosedFolders(launcher.right), program, ...args],
    options,
  };
}

// PostgreSQL does not inherit our environment (PGDATA, PGOPTIONS, LD_LIBRARY_PATH), and its messages are English.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** Starts a program of PostgreSQL. A `detached` one has a session of its own and survives our Ctrl-C. */
export function launch(
  launcher: Launcher,
  program: string,
  args: string[],
  how: { stdio: StdioOptions; detached?: boolean; signal?: AbortSignal },
): ChildProcess {
  const { command, args: all, options } = asLauncher(launcher, program, args);
  return spawn(command, all, { ...options, ...how });
}
