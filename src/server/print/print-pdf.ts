import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { bandChip, glyphs, line, paragraph } from './blocks.ts';
import type { Block, Document, Image, Line, Report, Run, ScoreLine, Table } from './blocks.ts';
import { html, htmlText, type Html } from './html.ts';
import { bandStyles, lightColours, withLightColours } from './palette.ts';
import { plainForms, type PlainBlock } from './plain-form.ts';
import { eachText, isInOwnFont, plainText, printable } from './signs.ts';
import { openTypesetter, type Turn } from './typeset.ts';

// Typst takes tens of milliseconds up to half a second.
const typeset = openTypesetter(new URL('pdf-process.ts', import.meta.url));

/** The document as a tagged PDF (PDF/UA-1). */
export async function renderPdf(document: Document | Report, turn?: Turn): Promise<Buffer> {
  return Buffer.from(await typeset(printedForm(document), turn));
}

const small: Report = {
  title: 'PDF',
  layout: 'page',
  product: '',
  facts: [],
  footer: '',
  blocks: [
    { kind: 'heading', level: 2, text: 'PDF' },
    { kind: 'table', head: [line('1')], rows: [[line('2')]] },
    { kind: 'figure', svg: html`<svg viewBox="0 0 9 9"><text x="1" y="8">3</text></svg>`, alt: '3' },
  ],
};

/** A document that makes a process ready: fonts, layout, a table and a picture. */
export const firstDocument = (): string => printedForm(small);

/** Starts the process that typesets, with its fonts, so that the next PDF does not wait for it. */
export async function prepareTypesetting(): Promise<void> {
  await setImmediate();
  await typeset(firstDocument()).catch(() => {});
}

/** What document.typ reads. */
export function printedForm(document: Document | Report): string {
  const { title, layout, footer, blocks } = document;
  // Without the point that the title names, who and when stand in one line.
  const rows = 'facts' in document ? document.facts.filter(([, value]) => !title.endsWith(value)) : [];
  const facts = rows.length > 0 ? [{ kind: 'facts', rows } as const] : [];
  const isLast = 'factsLast' in document && document.factsLast;
  const printed = {
    title,
    layout,
    // A report is read at a glance: small letters, narrow margins.
    compact: 'facts' in document,
    footer,
    colours: lightColours,
    blocks: printedBlocks(isLast ? [...blocks, ...facts] : [...facts, ...blocks]),
  };
  return JSON.stringify(printed, eachText(printable));
}

function printedBlocks(blocks: readonly Block[]): readonly object[] {
  return plainForms(blocks).flatMap((block) =>
    block.kind === 'score-line' ? scoreBlocks(block).map(printedBlock) : [printedBlock(block)],
  );
}

type PaperBlock = Exclude<PlainBlock, ScoreLine>;

function scoreBlocks({ title, value, band, interval, changes }: ScoreLine): readonly PaperBlock[] {
  const gap: Run = { text: '  ' };
  const chip: Line = band ? [gap, ...bandChip(band)] : [];
  const runs: Line = [{ text: value, bold: true }, ...chip, gap, ...line(interval)];
  const marks = changes.map(({ kind, text }) => paragraph([{ text, mark: kind }]));
  const heading = title ? [{ kind: 'heading', ...title } satisfies PaperBlock] : [];
  return [...heading, paragraph(runs), ...marks];
}

function printedBlock(block: PaperBlock): object {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return { ...block, runs: printedLine(block.runs) };
    case 'table':
      return printedTable(block);
    case 'figure':
      return { ...block, svg: standAlone(block.svg) };
    case 'image':
      return printedImage(block);
    case 'columns':
      return { ...block, cells: block.cells.map(printedBlocks) };
    case 'list':
      return { ...block, items: block.items.map(printedBlocks) };
    case 'heading':
    case 'facts':
    case 'plain':
    case 'page-break':
      return block;
  }
}

// A picture of a phone would fill a page.
const PHONE_SHARE = 0.36;

/** Typst reads the file from a list of its bytes. */
function printedImage({ bytes, alt, width, height }: Image): object {
  return { kind: 'figure', raster: [...bytes], alt, share: width < height ? PHONE_SHARE : 1 };
}

function printedTable({ head, rows, groups = [], ...table }: Table): object {
  return {
    ...table,
    head: head.map(printedLine),
    rows: printedRows(rows),
    groups: groups.map((group) => ({ ...group, rows: printedRows(group.rows) })),
  };
}

const printedRows = (rows: Table['rows']): object => rows.map((row) => row.map(printedLine));

function printedLine(runs: Line): readonly object[] {
  return runs.map(printedRun);
}

// Hyphens cost Typst a sixth of its time. In a report only such words are longer than their column.
const longWord = /\p{L}{16}/u;

function printedRun({ chip, mark, picture, href, ...shown }: Run): object {
  const run = {
    ...shown,
    // A saved PDF has no place that a relative link could start from.
    ...(href?.includes(':') && { href }),
    ...(longWord.test(shown.text) && { long: true }),
  };
  if (picture) return { text: '', svg: standAlone(picture.svg), alt: picture.alt };
  if (mark) return { ...run, mark, text: `${glyphs[mark]} ${run.text}` };
  return chip ? { ...run, chip: `${chip.tone}-${chip.rank}` } : run;
}

// The rules of the chart's style sheet with the class names that they need.
const chartFile = new URL('charts/charts.css', import.meta.url);
const chartRules = withLightColours(bandStyles + readFileSync(chartFile, 'utf8'))
  .replace(/\/\*[^]*?\*\//g, '')
  .match(/[^{}]+\{[^}]*\}/g)
  ?.map((rule) => ({ text: rule.replaceAll(/\s+/g, ' ').trim(), names: rule.match(/rz-[\w-]+/g) ?? [] }));

// A chart that stands three to a line gets the letters of a phone (report-screen.css).
const SMALL_CHART =
  '.rz-wide{display:none}.rz-narrow{display:inline}.rz-value,.rz-digits,.rz-tick{font-size:18px}';

// A picture in a PDF has a name space, a font and colours of its own. Typst is faster with only the rules it needs. It
// searches a font for a foreign sign in a picture for ever, so a picture has the signs of its font only.
function standAlone(picture: Html): string {
  const svg = plainText(htmlText(picture));
  const used = chartRules?.filter(({ names }) => names.some((name) => svg.includes(name)));
  const rules = used?.map(({ text }) => text).join('');
  const font = isInOwnFont(svg) ? 'Atkinson Hyperlegible Next' : 'Libertinus Serif';
  const letters = svg.includes('rz-course-compact') ? SMALL_CHART : '';
  const style = `<style>${letters}text{font-family:"${font}"}${rules}</style>`;
  return svg.replace(/<svg([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg"$1>${style}`);
}
