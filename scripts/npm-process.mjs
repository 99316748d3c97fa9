import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const POLL_MS = 250;

/**
 * Calls `stop` when the npm that started this process is gone, because a killed npm sends no signal. Returns a function
 * that ends the watch. Without npm there is no watch: a server started by hand may outlive its shell.
 */
export function onNpmEnd(stop) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const { ppid } = process;
  const npm = findNpm(ppid);
  const timer = setInterval(() => {
    if (process.ppid === ppid && isAlive(npm)) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

// The shell of npm's scripts may stand between npm and this process.
function findNpm(pid) {
  const { parent, name } = inspect(pid) ?? {};
  return /^-?(sh|dash|bash|zsh|ash|busybox)$/.test(name ?? '') ? parent : pid;
}

function inspect(pid) {
  try {
    return process.platform === 'linux' ? inspectByFile(pid) : inspectByCommand(pid);
  } catch {
    return undefined;
  }
}

// Small systems have no `ps`.
function inspectByFile(pid) {
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return { parent: Number(parent), name };
}

function inspectByCommand(pid) {
  const fields = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, parent, command] = /^(\d+)\s+(.*)$/.exec(fields);
  return { parent: Number(parent), name: basename(command) };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
