import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../settings/file-refusal.ts';
import type { Help } from '../../domain/crisis.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { SUPPORTED_BROWSERS } from '../../domain/supported-browsers.ts';
import { browsersText } from '../../text/browsers.ts';
import { documentText } from '../../text/documents.ts';
import type { Document } from '../print/blocks.ts';
import { StartError } from '../settings/start-error.ts';
import { withDurations, type Durations } from './durations.ts';
import { documentHtml } from './document-page.ts';
import { withHelp } from './help-blocks.ts';
import { readMarkdown, type Pictures } from './markdown.ts';
import { manualBook, manualOverview, testManual } from './test-manual.ts';
import { readPictures, type Picture } from './pictures.ts';
import { renderPdf } from '../print/print-pdf.ts';

/** The hand-written documents, documents/*.md, with their layout on paper. */
const written = {
  'anleitung-patienten': 'page',
  studieninformation: 'page',
  'anleitung-mitarbeitende': 'page',
  'anleitung-admins': 'page',
  'suizidalitaet-mitarbeitende': 'page',
  'suizidalitaet-admins': 'page',
  schulungsfolien: 'slides',
  implementierungshandbuch: 'page',
} as const satisfies Record<string, Document['layout']>;

type WrittenName = keyof typeof written;
const isWritten = (name: string): name is WrittenName => Object.hasOwn(written, name);

export type Format = 'html' | 'pdf';
export type Library = {
  /** The pictures of the documents by the name of their file. */
  pictures: ReadonlyMap<string, Picture>;
  find(name: string, format: Format): Promise<string | Buffer> | undefined;
};

const ownFolder = new URL('../../../documents/', import.meta.url);
const MANUAL = /^testmanual(?:-(.+))?$/;

type Sources = {
  product: string;
  help: Help;
  durations: Durations;
  instruments: ReadonlyMap<string, Instrument>;
  /** The operator's own texts. A file replaces the document of its name. */
  folder?: string | undefined;
};

/** Every document by its name. It is made at the first request and kept. Undefined where no document has the name. */
export function openLibrary({ product, help, durations, instruments, folder }: Sources): Library {
  const made = new Map<string, Promise<string | Buffer>>();
  const pictures = readPictures();
  const texts = readTexts(folder, pictures);
  const sourceOf = (name: string, format: Format): (() => Promise<Document>) | undefined => {
    if (isWritten(name))
      return async () => writtenDocument(name, texts[name], { product, help, durations, pictures });
    const manual = MANUAL.exec(name);
    if (!manual) return undefined;
    const [, id] = manual;
    const all = [...instruments.values()];
    if (id === undefined && format === 'html') return async () => manualOverview(all, product);
    if (id === undefined) return () => manualBook(all, product, openItems);
    const instrument = instruments.get(id);
    return instrument && (() => testManual(instrument, { product, items: openItems(instrument) }));
  };
  const find = (name: string, format: Format) => {
    const source = sourceOf(name, format);
    if (!source) return undefined;
    const key = `${name}.${format}`;
    const known = made.get(key);
    if (known) return known;
    const making = source().then((document) => render(document, { name, format, product }));
    made.set(key, making);
    // A failure, such as a thread without memory, is not cached, so that the next request tries again.
    making.catch(() => made.delete(key));
    return making;
  };
  return { find, pictures };
}

/** These documents are public, so the wording of a licensed instrument stays out of them. */
function openItems({ status }: Instrument): 'shown' | 'left out' {
  return status === 'licensed' ? 'left out' : 'shown';
}

type Texts = Readonly<Record<WrittenName, string>>;

/** The Markdown of each document. A text of the operator that cannot be read as a document stops the start. */
function readTexts(folder: string | undefined, pictures: Pictures): Texts {
  // Object.keys of the table of names itself.
  const names = Object.keys(written) as WrittenName[];
  return Object.fromEntries(names.map((name) => [name, readText(name, folder, pictures)])) as Texts;
}

function readText(name: WrittenName, folder: string | undefined, pictures: Pictures): string {
  const own = folder === undefined ? undefined : join(folder, `${name}.md`);
  if (own === undefined || !existsSync(own)) return readFileSync(new URL(`${name}.md`, ownFolder), 'utf8');
  const text = readTextFile(own);
  try {
    readMarkdown(text, { layout: written[name], footer: '', pictures });
  } catch (cause) {
    throw new StartError(`${own} is not a document: ${String(cause)}`, { cause });
  }
  return text;
}

function writtenDocument(
  name: WrittenName,
  text: string,
  {
    product,
    help,
    durations,
    pictures,
  }: Pick<Sources, 'product' | 'help' | 'durations'> & {
    pictures: Pictures;
  },
): Document {
  const filled = withDurations(withBrowsers(text.replaceAll('{product}', product)), durations);
  const document = readMarkdown(filled, {
    layout: written[name],
    footer: documentText.footer(product),
    pictures,
  });
  return { ...document, blocks: withHelp(document.blocks, help) };
}

function withBrowsers(text: string): string {
  return text
    .replaceAll('{browser patienten}', browsersText(SUPPORTED_BROWSERS.patients))
    .replaceAll('{browser mitarbeitende}', browsersText(SUPPORTED_BROWSERS.staff));
}

type Wanted = { name: string; format: Format; product: string };

function render(document: Document, { name, format, product }: Wanted): Promise<string | Buffer> | string {
  return format === 'pdf' ? renderPdf(document) : documentHtml(document, { pdf: `${name}.pdf`, product });
}
