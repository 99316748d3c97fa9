import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';

export const PGBOUNCER = [
  '/usr/sbin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
].find((path) => existsSync(path));

export type Pooler = { url: string; stop(): Promise<void> };

type Settings = { url: string; connections: number; ignores: boolean };

/** Starts PgBouncer in transaction mode before the login and database of `url`. */
export async function startPooler(program: string, { url, connections, ignores }: Settings): Promise<Pooler> {
  const target = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const name = target.pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${target.username}" "${target.password}"\n`);
  writeFileSync(
    file,
    `[databases]
${name} = host=${target.hostname} port=${target.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
${ignores ? 'ignore_startup_parameters = options' : ''}
`,
  );
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...asOther, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-5000)));
  const own = new URL(url);
  own.port = String(port);
  await untilAnswers(own.href, child, () => output);
  return {
    url: own.href,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output()}`);
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch {
      await wait(50);
    }
  }
}
