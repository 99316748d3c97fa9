import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentStyle } from '../documents/routes.ts';
import { manualOverview, testManual } from '../documents/test-manual.ts';
import { documentHtml } from '../documents/document-page.ts';
import { renderPdf } from '../print/print-pdf.ts';
import { readConfig } from '../settings/config.ts';
import type { Environment } from '../settings/environment.ts';
import { StartError } from '../settings/start-error.ts';
import type { InstrumentInForce } from '../instruments/instrument-files.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { Command, CommandContext } from './command.ts';
import { configuredInstruments } from './configured-instruments.ts';

type Written = { instrument: string; version: string; status: string; html: string; pdf: string };

async function run(context: CommandContext): Promise<void> {
  const folder = resolve(String(context.values['out'] ?? join(context.dataDir, 'testmanual')));
  const env: Environment = process.env;
  const config = readConfig(env.CONFIG_FILE || undefined);
  const product = config.public.product_name;
  const known = configuredInstruments();
  const instruments = chosen(known, context.positionals);
  prepareFolder(folder);
  const rows: Written[] = [];
  for (const instrument of instruments) {
    context.note(`${instrument.id} ${instrument.version} …`);
    rows.push(await writeManual(folder, instrument, product));
  }
  const overview = manualOverview(instruments, product);
  writeFileSync(join(folder, 'testmanual.html'), documentHtml(overview, { pdf: null }));
  writeFileSync(join(folder, 'documents.css'), documentStyle);
  context.print(rows);
}

function chosen(
  known: ReadonlyMap<string, InstrumentInForce>,
  ids: readonly string[],
): readonly Instrument[] {
  if (ids.length === 0) return [...known.values()].map(({ instrument }) => instrument);
  return ids.map((id) => {
    const found = known.get(id);
    if (!found)
      throw new StartError(`there is no instrument "${id}"; see: npm run manage -- instruments list`);
    return found.instrument;
  });
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}`);
  }
}

// The operator holds the licences, so these manuals show the items. The documents on the web hide licensed ones.
async function writeManual(folder: string, instrument: Instrument, product: string): Promise<Written> {
  const { id, version, status } = instrument;
  const manual = await testManual(instrument, { product, items: 'shown' });
  const html = join(folder, `testmanual-${id}.html`);
  const pdf = join(folder, `testmanual-${id}.pdf`);
  writeFileSync(html, documentHtml(manual, { pdf: `testmanual-${id}.pdf` }));
  writeFileSync(pdf, await renderPdf(manual));
  return { instrument: id, version, status, html, pdf };
}

export const manualCommand: Command = {
  words: 'manual',
  positionals: '[instrument…]',
  summary: 'Write the test manual of every instrument, or of those named, as HTML and PDF',
  help: 'The files go to --out, else to the folder testmanual in DATA_DIR. Adaptive instruments are simulated: the same version always gives the same figures. Licensed items are written out in full; keep the files to those who may read them.',
  options: { out: { type: 'string' } },
  run,
};
