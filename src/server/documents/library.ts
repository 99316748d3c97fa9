import { readFileSync } from 'node:fs';
import type { Help } from '../../domain/crisis.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { documentText } from '../../text/documents.ts';
import type { Document } from '../print/blocks.ts';
import { documentHtml } from './document-page.ts';
import { withHelp } from './help-blocks.ts';
import { readMarkdown } from './markdown.ts';
import { manualBook, manualOverview, testManual } from './test-manual.ts';
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
export type Library = { find(name: string, format: Format): Promise<string | Buffer> | undefined };

const ownFolder = new URL('../../../documents/', import.meta.url);
const MANUAL = /^testmanual(?:-(.+))?$/;

type Sources = { product: string; help: Help; instruments: ReadonlyMap<string, Instrument> };

/** Every document by its name. It is made at the first request and kept. Undefined where no document has the name. */
export function openLibrary({ product, help, instruments }: Sources): Library {
  const made = new Map<string, Promise<string | Buffer>>();
  const sourceOf = (name: string, format: Format): (() => Promise<Document>) | undefined => {
    if (isWritten(name)) return async () => writtenDocument(name, product, help);
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
    const making = source().then((document) => render(document, name, format));
    made.set(key, making);
    // A failure, such as a thread without memory, is not cached, so that the next request tries again.
    making.catch(() => made.delete(key));
    return making;
  };
  return { find };
}

/** These documents are public, so the wording of a licensed instrument stays out of them. */
function openItems({ status }: Instrument): 'shown' | 'left out' {
  return status === 'licensed' ? 'left out' : 'shown';
}

function writtenDocument(name: WrittenName, product: string, help: Help): Document {
  const text = readFileSync(new URL(`${name}.md`, ownFolder), 'utf8').replaceAll('{product}', product);
  const document = readMarkdown(text, { layout: written[name], footer: documentText.footer(product) });
  return { ...document, blocks: withHelp(document.blocks, help) };
}

function render(document: Document, name: string, format: Format): Promise<string | Buffer> | string {
  return format === 'pdf' ? renderPdf(document) : documentHtml(document, { pdf: `${name}.pdf` });
}
