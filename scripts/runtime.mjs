import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './fail.mjs';
import { inRoot } from './paths.mjs';

// Node.js 26 needs a library (libatomic) that small systems lack.
const FIRST = 24;
const LAST = 25;

/** The Node.js for the project: the running one if it is new enough, else the one of the packages. */
export function chooseRuntime() {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= FIRST && major <= LAST) return process.execPath;
  const own = ownRuntime();
  if (existsSync(own) && spawnSync(own, ['--version'], { stdio: 'ignore' }).status === 0) return own;
  return fail(
    `This project runs on Node.js ${FIRST} or ${LAST}; this is Node.js ${process.versions.node}, and none that works here ` +
      `(${process.platform} ${process.arch}) came with the packages. Install Node.js ${FIRST} and start again.`,
  );
}

function ownRuntime() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  return inRoot('node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}
