import { extensions } from '../src/extensions/list.ts';
import { runCommand } from '../src/server/operator/run-command.ts';
import type { Services } from '../src/server/services.ts';

export type OperatorScene = { services: Services; dataDir: string };

/** Runs a command of the operator's program on the services of a test. */
export async function manage({ services, dataDir }: OperatorScene, ...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(words, {
    dataDir,
    services: async () => services,
    databaseUrl: async () => services.pool.options.connectionString!,
    extensions,
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

/** The rows that a command prints with --json. Fails if the command fails. */
export async function rowsOf(scene: OperatorScene, ...words: string[]) {
  const { code, out, notes } = await manage(scene, ...words, '--json');
  if (code !== 0) throw new Error(notes);
  return JSON.parse(out);
}
