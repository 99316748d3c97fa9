import { documentText } from '../../text/documents.ts';
import { html, htmlText, type Html } from '../print/html.ts';
import type { Block, Document, Line, Run, Table } from './content.ts';

/** The document as a page of its own: no scripts, one style sheet. */
export function documentHtml(document: Document, { pdf }: { pdf: string | null }): string {
  const { title, footer } = document;
  const page = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <link rel="stylesheet" href="documents.css" />
    </head>
    <body>
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
      : blockHtml(block),
  );
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h${block.level}>${block.text}</h${block.level}>`;
    case 'paragraph':
      return html`<p${classed(block.tone)}>${runsHtml(block.runs)}</p>`;
    case 'note':
      return html`<p class="note note-${block.tone}">${runsHtml(block.runs)}</p>`;
    case 'list':
      return listHtml(block);
    case 'facts':
      return html`<dl>
        ${block.rows.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>`;
    case 'figure':
      return html`<figure>
        ${block.svg}${block.caption !== undefined && html`<figcaption>${block.caption}</figcaption>`}
      </figure>`;
    case 'columns':
      return html`<div class="columns">
        ${block.cells.map((cell) => html`<div>${cell.map(blockHtml)}</div>`)}
      </div>`;
    case 'plain':
      return html`<pre>${block.text}</pre>`;
    case 'page-break':
      return html``;
    case 'table':
      return tableHtml(block);
  }
}

function classed(name: string | undefined): Html | null {
  return name === undefined ? null : html` class="${name}"`;
}

function listHtml({ ordered, items }: Extract<Block, { kind: 'list' }>): Html {
  const rows = items.map((item) => html`<li>${item.map(itemHtml)}</li>`);
  return ordered
    ? html`<ol>
        ${rows}
      </ol>`
    : html`<ul>
        ${rows}
      </ul>`;
}

// A paragraph that is all of an item needs no element of its own.
function itemHtml(block: Block): Html {
  return block.kind === 'paragraph' ? html`${runsHtml(block.runs)}` : blockHtml(block);
}

// Wide tables scroll on their own: the box can be reached by keyboard and has a name.
function tableHtml({ caption, head, rows, numeric = [] }: Table): Html {
  const cls = (column: number) => classed(numeric.includes(column) ? 'number' : undefined);
  const cell = (content: Line, column: number) =>
    column === 0
      ? html`<th scope="row" ${cls(column)}>${runsHtml(content)}</th>`
      : html`<td${cls(column)}>${runsHtml(content)}</td>`;
  const name = caption ?? namedByContent(head, rows);
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}">
    <table>
      ${
        caption !== undefined &&
        html`<caption>
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${head.map((content, column) => html`<th scope="col" ${cls(column)}>${runsHtml(content)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

// No two tables of a page may have the same name.
function namedByContent(head: Table['head'], rows: Table['rows']): string {
  return `${head.map(words).join(', ')}: ${words(rows[0]?.[0])} – ${words(rows.at(-1)?.[0])}`;
}

function runsHtml(runs: Line): readonly Html[] {
  return runs.map(runHtml);
}

function runHtml({ text, bold, italic, code, href, chip }: Run): Html {
  let content = code ? html`<code>${text}</code>` : html`${text}`;
  if (italic) content = html`<em>${content}</em>`;
  if (bold) content = html`<strong>${content}</strong>`;
  if (chip !== undefined) content = html`<span class="chip rz-${chip}">${content}</span>`;
  return href === undefined ? content : html`<a href="${href}">${content}</a>`;
}

function words(content: Line | undefined): string {
  return (content ?? []).map(({ text }) => text).join('');
}
