import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';

export type ServerProcess = {
  origin: string;
  pid: number;
  /** Sends the signal and waits for the end: the exit code, or null where a signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** What the server has written lately. */
  output(): string;
};

type Settings = {
  port: number;
  dataDir: string;
  /** Without it the server brings its own database, in the data folder. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** A program that starts the server: `faketime` and its arguments. */
  under?: readonly string[];
};

const OUTPUT_KEPT = 200_000;

/** The server as a program of its own, so that it can be killed. Resolves when it listens. */
export async function startServer(settings: Settings): Promise<ServerProcess> {
  const { port, dataDir, databaseUrl = '', env = {}, under = [] } = settings;
  const [program = process.execPath, ...args] = [...under, process.execPath, 'src/server/main.ts'];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '',
      NODE_CHANNEL_FD: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output = outputOf(child);
  await listening(child, output);
  return {
    origin: `http://127.0.0.1:${port}`,
    // It has a number since it was started.
    pid: child.pid ?? 0,
    output,
    kill: async (signal) => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-OUTPUT_KEPT)));
  return () => output;
}

function listening(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) =>
      reject(new Error(`the server ended with code ${code}: ${output()}`));
    child.once('exit', gone);
    const look = () => {
      if (!output().includes('listening on ')) return;
      child.off('exit', gone);
      child.stdout?.off('data', look);
      resolve();
    };
    child.stdout?.on('data', look);
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
