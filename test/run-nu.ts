import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackages, type Packages } from './run-install.ts';
import { noTests, reportFailure, reportStep, type Tally } from './run-report.ts';

const NAME = 'HTML of all pages (Nu checker)';
// The checker is a program for Java, from this version on.
const OLDEST_JAVA = 17;

type Message = { url: string; type: string; lastLine?: number; message: string; extract?: string };

const packages: Packages = {
  'apt-get': ['default-jre-headless'],
  dnf: ['java-latest-openjdk-headless'],
  apk: ['openjdk21-jre-headless'],
};

/** Makes a folder that collects the pages of the browser tests for the Nu checker. */
export function openNuFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-nu-'));
  process.env['NU_FOLDER'] = folder;
  return folder;
}

function hasJava(): boolean {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 && Number(/version "(\d+)/.exec(stderr)?.[1]) >= OLDEST_JAVA;
}

/** Checks the pages of the folder against the standard of HTML, and removes the folder. */
export function checkWithNu(folder: string): Tally {
  try {
    const count = readdirSync(folder).length;
    return count === 0 ? noTests : report(folder, count);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(folder: string, count: number): Tally {
  const began = Date.now();
  const findings = findingsOf(folder);
  if (findings.length > 0) {
    reportFailure(NAME, findings.join('\n'));
    return { passed: 0, failed: 1 };
  }
  reportStep(`${NAME}, ${count} pages`, 1, Date.now() - began);
  return { passed: 1, failed: 0 };
}

// Without Java the run fails: a check that is left out in silence would be believed.
function findingsOf(folder: string): string[] {
  if (!hasJava()) installPackages('Java', packages);
  if (!hasJava())
    return [`The Nu checker needs Java ${OLDEST_JAVA} or newer, and none was found. Install a Java runtime.`];
  const jar = String(createRequire(import.meta.url)('vnu-jar'));
  const args = [
    '-jar',
    jar,
    '--format',
    'json',
    '--stdout',
    '--exit-zero-always',
    // Warnings ask a person to look, as those of HTML_CodeSniffer do.
    '--errors-only',
    folder,
  ];
  const { stdout, stderr, status } = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) return [`The Nu checker broke off: ${stderr}`];
  // The checker's own format.
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  return [...new Set(messages.map(inWords))];
}

function inWords({ url, message, extract }: Message): string {
  const html = readFileSync(fileURLToPath(url), 'utf8');
  const path = /<!-- (\S+) -->$/.exec(html)?.[1] ?? url;
  return `${path}: ${message} ${extract ?? ''}`;
}
