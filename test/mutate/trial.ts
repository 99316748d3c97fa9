import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { type Change, changed } from './changes.ts';

const leftOut = new Set(['node_modules', 'dist', 'data', '.git']);
const folders = new Set<string>();
const running = new Set<ChildProcess>();

// However this process ends, it leaves neither a copy nor a test behind.
process.once('exit', () => {
  for (const child of running) kill(child);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `resonanz-${name}-`));
  folders.add(folder);
  return folder;
}

/** A copy of this project to change: the working tree itself is never touched. */
export function copyProject(): string {
  const copy = temporaryFolder('mutate');
  const root = resolve('.');
  const wanted = (path: string) => !leftOut.has(relative(root, path).split(/[\\/]/)[0] ?? '');
  cpSync(root, copy, { recursive: true, filter: wanted });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

export type Outcome = 'passed' | 'failed' | 'too late';

/** Runs a JavaScript or TypeScript file in a process of its own: a test file, or the compiler with its arguments. */
export function runFile(
  copy: string,
  [file, ...args]: readonly [string, ...string[]],
  limitMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: copy,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true,
    });
    running.add(child);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill(child);
    }, limitMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      done(late ? 'too late' : code === 0 ? 'passed' : 'failed');
    });
  });
}

// The processes that the test itself has started belong to its group.
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Makes the change in the copy, does the work, and takes the change back. */
export async function withChange<T>(copy: string, change: Change, work: () => Promise<T>): Promise<T> {
  const path = join(copy, change.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, changed(source, change));
  try {
    return await work();
  } finally {
    writeFileSync(path, source);
  }
}
