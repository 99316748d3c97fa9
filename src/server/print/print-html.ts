import { extentText, reportText } from '../../text/reports.ts';
import type {
  Bands,
  Block,
  Columns,
  Disclosure,
  Figure,
  Group,
  HeadingLevel,
  Nav,
  Paragraph,
  Report,
  ScoreLine,
  Section,
} from './blocks.ts';
import { bandChip } from './blocks.ts';
import { html, htmlText, nothing, scriptElement, type Html } from './html.ts';
import { runsHtml } from './line-html.ts';
import { scrollBox, tableHtml } from './table-html.ts';
import { plainHtml, toolsHtml } from './tools-html.ts';

/** A part that the page overview leads to. A group is printed by its sections. */
type Place = Pick<Section, 'id' | 'title'> & { readonly isGroup?: true };

/** The page around the blocks: its own title comes first, so all headings of a report go one level down. */
type Page = { readonly kind: 'document' | 'report'; readonly places: readonly Place[] };

/** The report as HTML to be put into a page (product 14). The same report gives the same text. */
export function reportHtml({ title, product, facts, factsLast, blocks }: Report): string {
  const page: Page = { kind: 'report', places: placesOf(blocks) };
  return htmlText(
    html`<article class="rz-report" lang="de">
      <header class="rz-head">
        <p class="rz-product">${product}</p>
        <h2>${title}</h2>
        ${!factsLast && factsHtml(facts)}
      </header>
      ${blocksHtml(blocks, page)}${factsLast && factsHtml(facts)}${scriptElement}
    </article>`,
  );
}

/** Blocks as a piece of a page that has the look of a report. */
export function fragmentHtml(blocks: readonly Block[]): string {
  const page: Page = { kind: 'report', places: [] };
  return htmlText(html`<div class="rz-report" lang="de">${blocksHtml(blocks, page)}</div>`);
}

/** The sections that the page overview names, in order. */
function placesOf(blocks: readonly Block[]): readonly Place[] {
  return blocks.flatMap((block): readonly Place[] => {
    if (block.kind === 'group') {
      const own: readonly Place[] = block.place ? [{ ...block.place, isGroup: true }] : [];
      return [...own, ...placesOf(block.blocks)];
    }
    return block.kind === 'section' && !block.unlisted ? [block] : [];
  });
}

/** A block of a document. */
export function documentBlock(block: Block): Html {
  return blockHtml(block, { kind: 'document', places: [] });
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
    case 'list':
      return listHtml(block, page);
    case 'facts':
      return factsHtml(block.rows);
    case 'figure':
      return figureHtml(block);
    case 'image':
      return html`<img
        class="rz-image"
        src="${block.src}"
        alt="${block.alt}"
        width="${block.width}"
        height="${block.height}"
        loading="lazy"
      />`;
    case 'columns':
      return columnsHtml(block, page);
    case 'plain':
      return plainHtml(block);
    case 'page-break':
      return nothing;
    case 'table':
      return tableHtml(block, page.kind);
    case 'section':
      return sectionHtml(block, page);
    case 'group':
      return groupHtml(block, page);
    case 'disclosure':
      return disclosureHtml(block, page);
    case 'score-line':
      return scoreLineHtml(block, page);
    case 'bands':
      return bandsHtml(block);
    case 'nav':
      return html`<div class="rz-tools">${pageOverview(block, page)}${printOptions(block, page)}</div>`;
    case 'tools':
      return toolsHtml(block);
    case 'colophon':
      return html`<footer class="rz-versions">
        ${headingHtml(2, block.title, page)}
        <p>${block.text}</p>
      </footer>`;
  }
}

const paragraphClasses = { lead: 'rz-lead', muted: 'rz-text rz-muted', source: 'rz-source' } as const;

function paragraphHtml({ tone, runs }: Paragraph): Html {
  return html`<p${tone && html` class="${paragraphClasses[tone]}"`}>${runsHtml(runs)}</p>`;
}

function tagOf(level: HeadingLevel, page: Page): string {
  return `h${page.kind === 'report' ? level + 1 : level}`;
}

function headingHtml(level: HeadingLevel, text: string, page: Page): Html {
  const tag = tagOf(level, page);
  return html`<${tag}>${text}</${tag}>`;
}

const sectionClasses = {
  plain: 'rz-section',
  overview: 'rz-overview',
  'good-news': 'rz-overview rz-good-news',
  help: 'rz-section rz-help',
  flags: 'rz-flags',
  seen: 'rz-flags rz-seen',
} as const satisfies Record<NonNullable<Section['look']> | 'plain', string>;

const groupClasses = {
  scale: 'rz-scale',
  more: 'rz-more',
  event: 'rz-event',
  'seen-event': 'rz-event rz-seen-event',
} as const satisfies Record<Group['look'], string>;

function groupHtml({ look, place: named, event, blocks }: Group, page: Page): Html {
  const target = named && html`id="${named.id}" tabindex="-1"`;
  const place = event !== undefined && html`data-crisis-event="${event}"`;
  return html`<div class="${groupClasses[look]}" ${target} ${place}>${blocksHtml(blocks, page)}</div>`;
}

function sectionHtml({ id, title, level, look, folded, blocks }: Section, page: Page): Html {
  const tag = tagOf(level, page);
  const cls = sectionClasses[look ?? 'plain'];
  const heading = html`<${tag} class="rz-title" id="${id}-title">${title}</${tag}>`;
  const content = blocksHtml(blocks, page);
  return html`<section class="${cls}" id="${id}" aria-labelledby="${id}-title" tabindex="-1">
    ${folded ? foldHtml(html`${heading} <span class="rz-fold-line">${runsHtml(folded)}</span>`, content) : html`${heading} ${content}`}
  </section>`;
}

// The content has a box of its own: in some browsers the parts of a disclosure have no layout of their own.
function foldHtml(summary: Html, content: readonly Html[]): Html {
  return html`<details class="rz-fold">
    <summary>${summary}</summary>
    <div class="rz-folded">${content}</div>
  </details>`;
}

function factsHtml(rows: Report['facts']): Html {
  return html`<dl class="rz-facts">
    ${rows.map(
      ([name, value, spoken]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${spoken === undefined ? value : signsHtml(value, spoken)}</dd>
        </div>`,
    )}
  </dl>`;
}

function signsHtml(signs: string, spoken: string): Html {
  return html`<span aria-hidden="true">${signs}</span><span class="rz-hidden">${spoken}</span>`;
}

function figureHtml({ svg, caption, scrolls }: Figure): Html {
  const box = scrolls === undefined ? html` class="rz-figure"` : scrollBox('rz-figure rz-scroll', scrolls);
  return html`<figure${box}>${svg}${caption !== undefined && html`<figcaption>${caption}</figcaption>`}</figure>`;
}

const columnClasses = {
  cards: ['rz-cards', 'rz-card'],
  card: ['rz-card-parts', 'rz-card-part'],
  briefs: ['rz-briefs', 'rz-brief'],
  multiples: ['rz-multiples', 'rz-multiple'],
  scale: ['rz-columns', 'rz-column'],
} as const;

// A pair stands side by side on paper only, and notes need no boxes of their own.
function columnsHtml({ look, cells, worse }: Columns, page: Page): Html {
  if (look === 'notes')
    return html`<div class="rz-notes">${cells.flatMap((cell) => blocksHtml(cell, page))}</div>`;
  if (look === 'pair' || look === 'charts') return html`${cells.flatMap((cell) => blocksHtml(cell, page))}`;
  const [outer, inner] = columnClasses[look];
  return html`<div class="${outer}${worse && ' rz-worse'}">
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

function disclosureHtml({ title, only, blocks }: Disclosure, page: Page): Html {
  return html`<details class="rz-data${only && ` rz-${only}-only`}">
    <summary>${title}</summary>
    ${blocksHtml(blocks, page)}
  </details>`;
}

function scoreLineHtml({ title, value, band, interval, changes }: ScoreLine, page: Page): Html {
  const marks = changes.map(({ kind, text }) => html`<li>${runsHtml([{ text, mark: kind }])}</li>`);
  const score = html`<p class="rz-line-of-score">
    <strong class="rz-number">${value}</strong> ${runsHtml(bandChip(band))}
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
    ${bands.map((band) => html`<li>${runsHtml(bandChip(band))} <span>${band.range}</span></li>`)}
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
function printOptions({ choice, withAnswers }: Nav, { places }: Page): Html {
  const { printSections, printAnswers, print, nothingChosen } = reportText;
  const printed = places.filter(({ isGroup }) => !isGroup);
  const boxes = printed.map(
    ({ id, title }) =>
      html`<li>
        <label><input type="checkbox" data-report-section="${id}" checked /> ${title}</label>
      </li>`,
  );
  return html`<details class="rz-toolbar" data-report-toolbar hidden>
    <summary>
      <svg class="rz-icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.500H7z" />
      </svg>
      ${choice}
    </summary>
    <fieldset>
      <legend>${printSections}</legend>
      <ul>
        ${boxes}
      </ul>
    </fieldset>
    ${
      withAnswers &&
      html`<p>
        <label><input type="checkbox" data-report-details /> ${printAnswers}</label>
      </p>`
    }<button type="button" class="rz-button" data-report-print="${extentText.chosen}">${print}</button>
    <p class="rz-nothing-chosen" role="alert" data-report-nothing="${nothingChosen}"></p>
  </details>`;
}
