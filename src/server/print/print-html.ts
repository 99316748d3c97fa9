import { documentText } from '../../text/documents.ts';
import {
  glyphs,
  type Bands,
  type Block,
  type Columns,
  type Document,
  type Figure,
  type HeadingLevel,
  type Line,
  type Nav,
  type Plain,
  type Report,
  type RowGroup,
  type Run,
  type ScoreLine,
  type Section,
  type Table,
} from './blocks.ts';
import { html, htmlText, nothing, scriptElement, type Html } from './html.ts';

type Place = Pick<Section, 'id' | 'title'>;

/** The page around the blocks: its own title comes first, so all headings of a report go one level down. */
type Page = { readonly kind: 'document' | 'report'; readonly places: readonly Place[] };

/** The report as HTML to be put into a page (product 14). The same report gives the same text. */
export function reportHtml({ title, product, facts, blocks }: Report): string {
  const page: Page = { kind: 'report', places: placesOf(blocks) };
  return htmlText(
    html`<article class="rz-report" lang="de">
      <header class="rz-head">
        <p class="rz-product">${product}</p>
        <h2>${title}</h2>
        ${factsHtml(facts)}
      </header>
      ${blocksHtml(blocks, page)}${scriptElement}
    </article>`,
  );
}

/** The sections that the page overview names, in order. */
function placesOf(blocks: readonly Block[]): readonly Place[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'group') return placesOf(block.blocks);
    return block.kind === 'section' && !block.unlisted ? [block] : [];
  });
}

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
      : blockHtml(block, { kind: 'document', places: [] }),
  );
}

function blocksHtml(blocks: readonly Block[], page: Page): readonly Html[] {
  return blocks.map((block) => blockHtml(block, page));
}

function blockHtml(block: Block, page: Page): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, block.text, page);
    case 'paragraph':
      return paragraphHtml(block);
    case 'note':
      return html`<p class="rz-note rz-note-${block.tone}">${runsHtml(block.runs)}</p>`;
    case 'alarm':
      return alarmHtml(block, page);
    case 'list':
      return listHtml(block, page);
    case 'facts':
      return factsHtml(block.rows);
    case 'figure':
      return figureHtml(block);
    case 'columns':
      return columnsHtml(block, page);
    case 'plain':
      return plainHtml(block);
    case 'page-break':
      return nothing;
    case 'table':
      return tableHtml(block, page);
    case 'section':
      return sectionHtml(block, page);
    case 'group':
      return html`<div class="rz-${block.look}">${blocksHtml(block.blocks, page)}</div>`;
    case 'disclosure':
      return html`<details class="rz-data">
        <summary>${block.title}</summary>
        ${blocksHtml(block.blocks, page)}
      </details>`;
    case 'score-line':
      return scoreLineHtml(block, page);
    case 'bands':
      return bandsHtml(block);
    case 'nav':
      return html`<div class="rz-tools">${pageOverview(block, page)}${printOptions(block, page)}</div>`;
    case 'colophon':
      return html`<footer class="rz-versions">
        ${headingHtml(2, block.title, page)}
        <p>${block.text}</p>
      </footer>`;
  }
}

const paragraphClasses = { lead: 'rz-lead', muted: 'rz-text rz-muted', source: 'rz-source' } as const;

function paragraphHtml({ tone, runs }: Extract<Block, { kind: 'paragraph' }>): Html {
  return html`<p${tone && html` class="${paragraphClasses[tone]}"`}>${runsHtml(runs)}</p>`;
}

function tagOf(level: HeadingLevel, page: Page): string {
  return `h${page.kind === 'report' ? level + 1 : level}`;
}

function headingHtml(level: HeadingLevel, text: string, page: Page): Html {
  const tag = tagOf(level, page);
  return html`<${tag}>${text}</${tag}>`;
}

function sectionHtml({ id, title, level, look, blocks }: Section, page: Page): Html {
  const tag = tagOf(level, page);
  const cls = look === 'overview' ? 'rz-overview' : `rz-section${look ? ` rz-${look}` : ''}`;
  return html`<section class="${cls}" id="${id}" aria-labelledby="${id}-title" tabindex="-1">
    <${tag} class="rz-title" id="${id}-title">${title}</${tag}>
    ${blocksHtml(blocks, page)}
  </section>`;
}

function alarmHtml({ title, lines }: Extract<Block, { kind: 'alarm' }>, page: Page): Html {
  return html`<div class="rz-flags" role="note">
    ${headingHtml(2, title, page)}
    <ul>
      ${lines.map((one) => html`<li>${runsHtml(one)}</li>`)}
    </ul>
  </div>`;
}

function factsHtml(rows: Report['facts']): Html {
  return html`<dl class="rz-facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function figureHtml({ svg, caption, scrolls }: Figure): Html {
  const box = scrolls === undefined ? html` class="rz-figure"` : scrollBox('rz-figure rz-scroll', scrolls);
  return html`<figure${box}>${svg}${caption !== undefined && html`<figcaption>${caption}</figcaption>`}</figure>`;
}

// /js/final_report.js makes the box reachable by keyboard, under this name, while it scrolls.
function scrollBox(cls: string, name: string): Html {
  return html` class="${cls}" data-report-scroll="${name}"`;
}

const columnClasses = {
  cards: ['rz-cards', 'rz-card'],
  briefs: ['rz-briefs', 'rz-brief'],
  scale: ['rz-columns', 'rz-column'],
} as const;

// A pair stands side by side on paper only.
function columnsHtml({ look, cells }: Columns, page: Page): Html {
  if (look === 'pair') return html`${cells.flatMap((cell) => blocksHtml(cell, page))}`;
  const [outer, inner] = columnClasses[look];
  return html`<div class="${outer}">
    ${cells.map((cell) => html`<div class="${inner}">${blocksHtml(cell, page)}</div>`)}
  </div>`;
}

function listHtml({ ordered, tone, items }: Extract<Block, { kind: 'list' }>, page: Page): Html {
  const tag = ordered ? 'ol' : 'ul';
  const rows = items.map((item) => html`<li>${item.map((block) => itemHtml(block, page))}</li>`);
  return html`<${tag} class="${tone === 'muted' ? 'rz-sources' : 'rz-list'}">${rows}</${tag}>`;
}

// A paragraph that is all of an item needs no element of its own.
function itemHtml(block: Block, page: Page): Html {
  return block.kind === 'paragraph' ? html`${runsHtml(block.runs)}` : blockHtml(block, page);
}

function scoreLineHtml({ title, value, band, interval, changes }: ScoreLine, page: Page): Html {
  const marks = changes.map(({ kind, text }) => html`<li>${markHtml(kind, text)}</li>`);
  const score = html`<p class="rz-line-of-score">
    <strong class="rz-number">${value}</strong> ${band && chipHtml(band, band.label)}
    ${interval && html`<span class="rz-muted">${interval}</span>`}
  </p>`;
  const head = title
    ? html`<div class="rz-card-head">${headingHtml(title.level, title.text, page)}${score}</div>`
    : score;
  return html`${head}${
    marks.length > 0 &&
    html`<ul class="rz-changes">
      ${marks}
    </ul>`
  }`;
}

function bandsHtml({ bands, phone }: Bands): Html {
  return html`<ul class="rz-bands${phone && ' rz-phone'}">
    ${bands.map(({ band, range }) => html`<li>${chipHtml(band, band.label)} <span>${range}</span></li>`)}
  </ul>`;
}

/** Links to the sections. `/js/final_report.js` makes them scroll without touching the history. */
function pageOverview({ title }: Nav, { places }: Page): Html {
  return html`<nav class="rz-pages" aria-label="${title}">
    <p class="rz-pages-title">${title}</p>
    <ul>
      ${places.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

/** Hidden until the script is there that makes them work. */
function printOptions({ print }: Nav, { places }: Page): Html {
  const boxes = places.map(
    ({ id, title }) =>
      html`<li>
        <label><input type="checkbox" data-report-section="${id}" checked /> ${title}</label>
      </li>`,
  );
  return html`<details class="rz-toolbar" data-report-toolbar hidden>
    <summary>${print.title}</summary>
    <fieldset>
      <legend>${print.sections}</legend>
      <ul>
        ${boxes}
      </ul>
    </fieldset>
    ${
      print.answers !== null &&
      html`<p>
        <label><input type="checkbox" data-report-details /> ${print.answers}</label>
      </p>`
    }<button type="button" class="rz-button" data-report-print>${print.button}</button>
  </details>`;
}

function plainHtml({ text, buttons }: Plain): Html {
  if (!buttons) return html`<pre>${text}</pre>`;
  const { copy, copied, notCopied, print } = buttons;
  return html`<pre class="rz-plain" data-report-text>${text}</pre>
    <p class="rz-buttons" data-report-buttons hidden>
      <button type="button" class="rz-button" data-report-copy>${copy}</button>
      <button type="button" class="rz-button" data-report-print-only="${print.section}">${print.text}</button>
      <span
        role="status"
        data-report-status
        data-report-copied="${copied}"
        data-report-not-copied="${notCopied}"
      ></span>
    </p>`;
}

function tableHtml(table: Table, page: Page): Html {
  const { caption, label, look, head, rows, groups = [], numeric = [] } = table;
  const cls = (column: number) => (numeric.includes(column) ? html` class="rz-numeric"` : nothing);
  const title = caption ?? (look === 'summary' ? label : undefined);
  const content = html`<table class="rz-table${look && ` rz-${look}`}">
    ${
      title !== undefined &&
      html`<caption${caption === undefined && html` class="rz-hidden"`}>${title}</caption>`
    }
    <thead>
      <tr>
        ${head.map((cell, column) => html`<th scope="col" ${cls(column)}>${runsHtml(cell)}</th>`)}
      </tr>
    </thead>
    ${
      rows.length > 0 &&
      html`<tbody>
        ${rows.map((row) => rowHtml(row, cls))}
      </tbody>`
    }${groups.map((group) => groupHtml(group, head.length, cls))}
  </table>`;
  if (page.kind === 'document') return scrollingTable(table, content);
  if (look === 'summary' || label === undefined) return content;
  return html`<div${scrollBox('rz-scroll', label)}>${content}</div>`;
}

type ClassOf = (column: number) => Html;

function rowHtml(row: readonly Line[], cls: ClassOf): Html {
  const [first = [], ...rest] = row;
  return html`<tr>
    <th scope="row" ${cls(0)}>${runsHtml(first)}</th>
    ${rest.map((cell, index) => html`<td${cls(index + 1)}>${runsHtml(cell)}</td>`)}
  </tr>`;
}

function groupHtml({ title, rows }: RowGroup, columns: number, cls: ClassOf): Html {
  return html`<tbody>
    <tr class="rz-group">
      <th scope="rowgroup" colspan="${columns}">${title}</th>
    </tr>
    ${rows.map((row) => rowHtml(row, cls))}
  </tbody>`;
}

// Without a script: the box can always be reached by keyboard and has a name of its own.
function scrollingTable({ caption, head, rows }: Table, content: Html): Html {
  const name =
    caption ?? `${head.map(words).join(', ')}: ${words(rows[0]?.[0])} – ${words(rows.at(-1)?.[0])}`;
  return html`<div class="rz-scroll" role="region" tabindex="0" aria-label="${name}">${content}</div>`;
}

function words(content: Line | undefined): string {
  return (content ?? []).map(({ text }) => text).join('');
}

function runsHtml(runs: Line): readonly Html[] {
  return runs.map(runHtml);
}

function runHtml({ text, bold, italic, code, href, chip, mark, picture }: Run): Html {
  if (picture) return picture.svg;
  if (chip) return chipHtml(chip, text);
  if (mark) return markHtml(mark, text);
  let content = code ? html`<code>${text}</code>` : html`${text}`;
  if (italic) content = html`<em>${content}</em>`;
  if (bold) content = html`<strong>${content}</strong>`;
  return href === undefined ? content : html`<a href="${href}">${content}</a>`;
}

/** The name of a band, set off by a frame and a filling that also differ in grey. */
function chipHtml({ tone, rank }: NonNullable<Run['chip']>, text: string): Html {
  return html`<span class="rz-chip rz-${tone}-${rank}">${text}</span>`;
}

function markHtml(kind: NonNullable<Run['mark']>, text: string): Html {
  return html`<span class="rz-change rz-change-${kind}"
    ><span class="rz-glyph" aria-hidden="true">${glyphs[kind]}</span>${text}</span
  >`;
}
