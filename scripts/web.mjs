import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './fail.mjs';
import { inRoot, root } from './paths.mjs';

const site = inRoot('dist', 'web');
const stamp = inRoot('dist', '.build-stamp');
const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/web',
  'src/server/print',
  'src/contract',
  'src/domain',
  'src/psychometrics',
  'src/text',
];

export function isWebBuilt() {
  return existsSync(join(site, 'index.html'));
}

/** Builds the web pages into dist/web if their sources have changed. */
export async function buildWeb(runtime) {
  const hash = hashInputs();
  if (isWebBuilt() && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('building the web pages …');
  const began = Date.now();
  const draft = inRoot('dist', `.web-${process.pid}`);
  try {
    await build(runtime, draft);
    swap(draft, hash);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  console.log(`built the web pages in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

async function build(runtime, folder) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(runtime, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) fail('The web pages could not be built: see the lines above.');
}

// The stamp is removed before the build and written after it, so an interrupted build is repeated.
function swap(draft, hash) {
  const old = inRoot('dist', `.old-${process.pid}`);
  rmSync(stamp, { force: true });
  removeAbandoned();
  if (existsSync(site)) renameSync(site, old);
  renameSync(draft, site);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(stamp, hash);
}

// Only one process builds at a time, so any other folder of this kind remains from a killed build.
function removeAbandoned() {
  for (const name of readdirSync(inRoot('dist'))) {
    if (!/^\.(web|old)-/.test(name) || name === `.web-${process.pid}`) continue;
    rmSync(inRoot('dist', name), { recursive: true, force: true });
  }
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((path) => filesBelow(path))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const found = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  const names = readdirSync(inRoot(path)).filter((name) => !name.endsWith('.test.ts'));
  return names.sort().flatMap((name) => filesBelow(`${path}/${name}`));
}
