import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

type ManagerName = 'apt-get' | 'dnf' | 'apk';
/** The packages of a program, by the system's package manager. */
export type Packages = Readonly<Record<ManagerName, readonly string[]>>;

type Manager = { program: ManagerName; steps: (packages: readonly string[]) => string[][] };

const managers: readonly Manager[] = [
  {
    program: 'apt-get',
    steps: (packages) => [
      ['apt-get', 'update', '-q'],
      ['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages],
    ],
  },
  { program: 'dnf', steps: (packages) => [['dnf', 'install', '-y', ...packages]] },
  { program: 'apk', steps: (packages) => [['apk', 'add', ...packages]] },
];

/** The path of a program, or of a file that is named by its path. */
export function locate(name: string): string | undefined {
  if (name.startsWith('/')) return existsSync(name) ? name : undefined;
  const path = (process.env['PATH'] ?? '').split(':').map((folder) => `${folder}/${name}`);
  return path.find((candidate) => existsSync(candidate));
}

/** Installs packages with the system's package manager, if there is one and it may be used. */
export function installPackages(what: string, packages: Packages): void {
  const manager = managers.find(({ program }) => locate(program) !== undefined);
  const elevate = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!manager || !isAllowed(elevate)) return;
  console.log(`\ninstalling ${what} for the browser tests (${manager.program}) …`);
  for (const step of manager.steps(packages[manager.program])) {
    const [program = '', ...args] = [...elevate, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (status !== 0) console.log(`${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  }
}

// Installing needs administrator rights, and a test run cannot type a password.
function isAllowed(elevate: readonly string[]): boolean {
  return elevate.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
}
