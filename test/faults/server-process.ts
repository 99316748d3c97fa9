import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

export type ServerProcess = {
  /** Its address, on a port that no other test uses. */
  origin: string;
  pid: number;
  /** Sends the signal and waits for the end. Returns the exit code, or null if the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** The newest output of the server. */
  output(): string;
};

type Settings = {
  dataDir: string;
  /** Without it the server uses the embedded database in the data folder. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** A program that starts the server, such as `faketime` with its arguments. */
  under?: readonly string[];
  /** The folder of the program, where it is not this one. */
  folder?: string;
  /** Words for the server itself. */
  args?: readonly string[];
};

const OUTPUT_KEPT = 200_000;

/** Starts the server as its own process, so that a test can kill it. Resolves when it listens. */
export async function startServer(settings: Settings): Promise<ServerProcess> {
  const { dataDir, databaseUrl = '', env = {}, under = [], args: own = [], folder } = settings;
  const [program = process.execPath, ...args] = [...under, process.execPath, 'src/server/main.ts', ...own];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '',
      NODE_CHANNEL_FD: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(folder !== undefined && { cwd: folder }),
  });
  const ended = once(child, 'exit');
  const output = outputOf(child);
  return {
    origin: await listening(child, output),
    // A started process has a number.
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

/** The address of the server. */
function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) =>
      reject(new Error(`the server ended with code ${code}: ${output()}`));
    child.once('exit', gone);
    const look = () => {
      const [, plain, logged] = /listening on (\S+)\s|"started".*"address":"([^"]+)"/.exec(output()) ?? [];
      const address = plain ?? logged;
      if (address === undefined) return;
      child.off('exit', gone);
      child.stdout?.off('data', look);
      resolve(address);
    };
    child.stdout?.on('data', look);
  });
}
