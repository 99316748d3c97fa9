import { resolve } from 'node:path';
import process from 'node:process';
import { extensions } from '../../extensions/list.ts';
import type { Environment } from '../settings/environment.ts';
import { openServices } from './open-services.ts';
import { runCommand } from './run-command.ts';

const note = (line: string) => void process.stderr.write(`${line}\n`);
const opened = openServices(note, extensions);
const code = await runCommand(process.argv.slice(2), {
  dataDir: resolve((process.env as Environment).DATA_DIR || './data'),
  services: opened.services,
  databaseUrl: opened.databaseUrl,
  extensions,
  note,
  write: (text) => void process.stdout.write(text),
});
await opened.close();
process.exitCode = code;
