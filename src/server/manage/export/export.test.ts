import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testServices } from '../../../../test/services.ts';
import type { Services } from '../../services.ts';
import { createDemoData } from '../demo.ts';
import { runCommand } from '../run-command.ts';
import { loadKeys } from '../../keys-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-export-'));
let services: Services;

before(async () => {
  services = await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) });
  await createDemoData(services);
});

after(() => rmSync(dataDir, { recursive: true }));

async function manage(...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(words, {
    dataDir,
    services: async () => services,
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

test('try', async () => {
  const to = '/tmp/exp-try';
  rmSync(to, { recursive: true, force: true });
  console.log(await manage('export', '--to', to));
});
