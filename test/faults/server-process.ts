import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

export type ServerProcess = { kill(signal: NodeJS.Signals): Promise<void>; origin: string };

type Settings = { port: number; dataDir: string; databaseUrl: string };

/** The server as a program of its own, so that it can be killed. Resolves when it listens. */
export async function startServer({ port, dataDir, databaseUrl }: Settings): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await listening(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${output}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('listening on ')) resolve();
    });
  });
}
