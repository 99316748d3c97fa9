import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { installPackages, locate, type Packages } from './run-install.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

// The recommended packages bring the fonts for the pages.
const packages: Packages = {
  'apt-get': ['chromium', 'fonts-liberation'],
  dnf: ['chromium', 'liberation-fonts'],
  apk: ['chromium', 'font-liberation'],
};

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

// On some systems this program only says how to install the real one.
function works(path: string): boolean {
  return /chrom/i.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '');
}

function install(): string | undefined {
  installPackages('Chromium', packages);
  return findInstalled();
}

function howToInstall(): string {
  const found = Object.keys(hints).find((program) => locate(program) !== undefined);
  const hint = found === undefined ? 'Install Chromium or Chrome' : `Install Chromium (${hints[found]})`;
  return `The browser tests need Chromium, and none was found. ${hint}, or name one in CHROMIUM_PATH.`;
}
