// `npm run dev` starts the server, which restarts when its sources change, and Vite, which serves the pages with reload and
// passes calls on to the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, root } from './paths.mjs';

const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const env = {
  ...process.env,
  API_ORIGIN: api,
  PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:5173',
};

const programs = [
  ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
  [inRoot('node_modules', 'vite', 'bin', 'vite.js'), '--host', '127.0.0.1'],
];

const children = programs.map((args) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
);

function stop() {
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);
for (const child of children) child.once('exit', stop);

await Promise.all(children.map((child) => once(child, 'exit')));
process.exit();
