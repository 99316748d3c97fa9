import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  'src/extensions',
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
    for (const earlier of [site, ...earlierSites()]) keepAssets(earlier, draft);
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

/** Where another checkout was built, whose pages people have open: EARLIER_WEB=/srv/resonanz/1.4/dist/web. */
const earlierSites = () => [process.env.EARLIER_WEB].filter((folder) => folder && folder !== site);

const manifestOf = (folder, builds) =>
  join(folder, '.vite', builds === 0 ? 'manifest.json' : `earlier-${builds}.json`);

/**
 * Copies the scripts and styles of the last two builds beside those of the new one (record 147). A browser that has an
 * earlier page open, or got it from another process a moment ago, still finds them.
 */
export function keepAssets(earlier, draft) {
  for (const age of [0, 1]) {
    const manifest = manifestOf(earlier, age);
    if (!existsSync(manifest)) return;
    const text = readFileSync(manifest, 'utf8');
    for (const name of filesNamedIn(JSON.parse(text)))
      for (const path of [name, `${name}.br`, `${name}.gz`]) copyOnce(join(earlier, path), join(draft, path));
    writeFileSync(manifestOf(draft, age + 1), text);
  }
}

function filesNamedIn(manifest) {
  const chunks = Object.values(manifest);
  const names = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return new Set(names.filter((name) => name.startsWith('assets/')));
}

function copyOnce(from, to) {
  if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
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
