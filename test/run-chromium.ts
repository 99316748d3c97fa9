import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

type Manager = { program: string; steps: string[][] };

// The recommended packages bring the fonts for the pages.
const managers: Manager[] = [
  {
    program: 'apt-get',
    steps: [
      ['apt-get', 'update', '-q'],
      ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ],
  },
  { program: 'dnf', steps: [['dnf', 'install', '-y', 'chromium', 'liberation-fonts']] },
  { program: 'apk', steps: [['apk', 'add', 'chromium', 'font-liberation']] },
];

const hints: Record<string, string> = {
  'apt-get': 'sudo apt-get install chromium',
  dnf: 'sudo dnf install chromium',
  apk: 'sudo apk add chromium',
  brew: 'brew install --cask chromium',
};

/** The path of a working Chromium, installed by the system's package manager if it is missing; or how to get one. */
export function findChromium(): { path: string } | { problem: string } {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH)
    return works(CHROMIUM_PATH)
      ? { path: CHROMIUM_PATH }
      : { problem: `CHROMIUM_PATH (${CHROMIUM_PATH}) is no Chromium that runs.` };
  const path = findInstalled() ?? install();
  return path === undefined ? { problem: howToInstall() } : { path };
}

function findInstalled(): string | undefined {
  return [...names, ...macPaths].map(locate).find((path) => path !== undefined && works(path));
}

function locate(name: string): string | undefined {
  if (name.startsWith('/')) return existsSync(name) ? name : undefined;
  const path = (process.env['PATH'] ?? '').split(':').map((folder) => `${folder}/${name}`);
  return path.find((candidate) => existsSync(candidate));
}

// On some systems this program only says how to install the real one.
function works(path: string): boolean {
  return /chrom/i.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '');
}

function install(): string | undefined {
  const manager = managers.find(({ program }) => locate(program) !== undefined);
  const elevate = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!manager || !isAllowed(elevate)) return undefined;
  console.log(`\ninstalling Chromium for the browser tests (${manager.program}) …`);
  for (const step of manager.steps) {
    const [program = '', ...args] = [...elevate, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (status !== 0) console.log(`${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  }
  return findInstalled();
}

// Installing needs administrator rights, and a test run cannot type a password.
function isAllowed(elevate: string[]): boolean {
  return elevate.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
}

function howToInstall(): string {
  const found = Object.keys(hints).find((program) => locate(program) !== undefined);
  const hint = found === undefined ? 'Install Chromium or Chrome' : `Install Chromium (${hints[found]})`;
  return `The browser tests need Chromium, and none was found. ${hint}, or name one in CHROMIUM_PATH.`;
}
