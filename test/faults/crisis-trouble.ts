import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomSource } from '../../src/psychometrics/random.ts';
import type { Sink } from '../mail-scene.ts';
import { writeDangerSurvey } from './danger-survey.ts';
import { type MailWorkers, startMailWorkers } from './mail-workers.ts';
import { databaseUrlOf } from './own-scene.ts';
import { type Proxy, type ProxyMode, startProxy } from './proxy.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { killDatabase } from './troubled-server.ts';

/** A server whose clock jumps, behind a proxy that cuts connections, with its own PostgreSQL, and two mail processes. */
export type CrisisTrouble = {
  /** No address while the server is down, because another program may have its port. */
  origins(): readonly string[];
  /** Starts the mail processes with the keys of the server. */
  startMails(root: string): void;
  /** Breaks one thing, or several at once. */
  make(): Promise<void>;
  counts: { server: number; database: number; mails: number; smtp: number; dropped: number };
  /** The server runs on without mail processes, until `end`. */
  stopMails(): Promise<void>;
  end(): Promise<void>;
};

const LONGEST_PAUSE_MS = 300;
const LONGEST_SILENCE_MS = 1000;

export async function startCrisisTrouble(dataDir: string, sink: Sink): Promise<CrisisTrouble> {
  const env = {
    CONFIG_FILE: writeDangerSurvey(join(dataDir, 'survey')),
    SMTP_URL: sink.url,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'jumping-clock.ts')}`,
    CLOCK_HOURS: '0,5,-3,0,26,-26',
  };
  const random = randomSource('crisis trouble');
  let draws = 0;
  const chance = () => random((draws += 1));
  const counts = { server: 0, database: 0, mails: 0, smtp: 0, dropped: 0 };
  let running: Running = await startBehindProxy(dataDir, env, () => cutSome(chance()));
  let workers: MailWorkers | undefined;
  let isDown = false;

  async function restartServer(): Promise<void> {
    isDown = true;
    await killServer(running);
    running = await startBehindProxy(dataDir, env, () => cutSome(chance()));
    isDown = false;
  }

  async function make(): Promise<void> {
    await wait(LONGEST_PAUSE_MS * chance());
    const broken = kindOf(chance());
    for (const kind of broken) counts[kind] += 1;
    if (broken.includes('database')) await killDatabase(join(dataDir, 'postgres'));
    if (broken.includes('server')) await restartServer();
    if (broken.includes('mails')) await workers?.kill();
    if (broken.includes('dropped')) running.proxy.dropConnections();
    if (!broken.includes('smtp')) return;
    await sink.stop();
    await wait(LONGEST_SILENCE_MS * chance());
    await sink.start();
  }

  return {
    origins: () => (isDown ? [] : [`http://127.0.0.1:${running.proxy.port}`]),
    startMails: (root) => {
      workers = startMailWorkers(() => ({ databaseUrl: running.databaseUrl, root, smtpUrl: sink.url }));
    },
    make,
    counts,
    stopMails: async () => workers?.stop(),
    end: async () => {
      await workers?.stop();
      await running.proxy.close();
      // The database ends with its server.
      await running.server.kill('SIGTERM');
    },
  };
}

type Running = { server: ServerProcess; proxy: Proxy; databaseUrl: string };

async function startBehindProxy(
  dataDir: string,
  env: Record<string, string>,
  mode: () => ProxyMode,
): Promise<Running> {
  const server = await startServer({ dataDir, env });
  const proxy = await startProxy(Number(new URL(server.origin).port));
  proxy.setMode(mode);
  return { server, proxy, databaseUrl: await databaseUrlOf(dataDir) };
}

async function killServer({ server, proxy }: Running): Promise<void> {
  await server.kill('SIGKILL');
  await proxy.close();
}

function cutSome(chance: number): ProxyMode {
  if (chance < 0.04) return 'cut-answer';
  return chance < 0.06 ? 'cut-request' : 'pass';
}

function kindOf(chance: number): readonly (keyof CrisisTrouble['counts'])[] {
  if (chance < 0.15) return ['database', 'server'];
  if (chance < 0.35) return ['server'];
  if (chance < 0.5) return ['database'];
  if (chance < 0.7) return ['mails'];
  return chance < 0.9 ? ['smtp'] : ['dropped'];
}
