import { pages } from '../../contract/pages.ts';
import { documentText } from '../../text/documents.ts';
import type { Block, Document } from '../print/blocks.ts';
import { html, htmlText, type Html } from '../print/html.ts';
import { documentBlock } from '../print/print-html.ts';

/** What a page shows beside the document: its other form, and on a server the way back to the product. */
type Around = { pdf: string | null; product?: string };

/** The document as a page of its own: no scripts, one style sheet. */
export function documentHtml(document: Document, { pdf, product }: Around): string {
  const { title, footer } = document;
  const page = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${product === undefined ? title : `${title} – ${product}`}</title>
      <link rel="stylesheet" href="documents.css" />
      ${product !== undefined && html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />`}
    </head>
    <body>
      ${product !== undefined && html`<header><a href="${pages.landing}">${documentText.back(product)}</a></header>`}
      <main>
        <h1>${title}</h1>
        ${pdf !== null && html`<p class="tools"><a href="${pdf}">${documentText.asPdf}</a></p>`}
        ${contents(document)}${numbered(document.blocks)}
      </main>
      <footer>${footer}</footer>
    </body>
  </html>`;
  return `<!doctype html>${htmlText(page)}`;
}

const MANY_SECTIONS = 6;
const idOf = (index: number) => `abschnitt-${index + 1}`;

function contents({ blocks, layout }: Document): Html | false {
  const titles = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block.text] : [],
  );
  if (titles.length < MANY_SECTIONS || layout === 'slides') return false;
  return html`<nav aria-labelledby="inhalt">
    <p id="inhalt">${documentText.contents}</p>
    <ul>
      ${titles.map((title, index) => html`<li><a href="#${idOf(index)}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

function numbered(blocks: readonly Block[]): readonly Html[] {
  let sections = 0;
  return blocks.map((block) =>
    block.kind === 'heading' && block.level === 2
      ? html`<h2 id="${idOf(sections++)}">${block.text}</h2>`
      : documentBlock(block),
  );
}
