import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Runs `work` while no other process of this checkout does: two commands at once must not install into the same folder.
 * The lock is a socket, which the system frees when its process ends, also after a kill.
 */
export async function oneAtATime(work) {
  const release = await lock(address());
  try {
    return await work();
  } finally {
    release();
  }
}

function address() {
  const name = `resonanz-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

async function lock(path) {
  let told = false;
  for (;;) {
    const release = await listen(path);
    if (release) return release;
    if (!told) console.log('waiting for another command of this project, which is installing or building …');
    told = true;
    await untilFree(path);
  }
}

/** Takes the lock. Returns the function that frees it, or undefined if another process holds it. */
function listen(path) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket.on('error', () => {}).unref());
    });
    server.unref();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(path, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

// The connection ends when the holder closes it or dies. A socket file without a listener remains from a dead process.
function untilFree(path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', (error) => {
      if (error.code === 'ECONNREFUSED' && !path.startsWith('\0')) rmSync(path, { force: true });
    });
    socket.once('close', resolve);
    socket.resume();
  });
}
