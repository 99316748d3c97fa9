import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { onNpmEnd } from './npm-process.mjs';
import { inRoot, root } from './paths.mjs';

/**
 * Runs a program of the project to its end and returns its exit code. Signals are passed on. If this process is killed, the
 * channel closes, and the program stops by itself because it listens for `disconnect`.
 */
export async function runNode(runtime, args, env = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  // The compile cache makes the next start half a second shorter.
  const cache = { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node') };
  const child = spawn(runtime, args, { cwd: root, stdio, env: { ...cache, ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const forget = onNpmEnd(() => child.kill('SIGTERM'));
  const [code, signal] = await once(child, 'exit');
  forget();
  return code ?? 128 + constants.signals[signal];
}
