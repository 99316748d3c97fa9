import MarkdownIt from 'markdown-it';
import type { Block, Document, Line, Run, Table } from '../print/blocks.ts';

// No HTML: a tag is shown as text. markdown-it checks the links and lets no javascript: through.
const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof parser.parse>[number];

/** A document written in Markdown. Its first line is the title. Throws without a title, or at Markdown that is unknown here. */
export function readMarkdown(
  text: string,
  { footer, layout }: Pick<Document, 'footer' | 'layout'>,
): Document {
  const tokens = parser.parse(text, {});
  const [opening, title] = tokens;
  if (opening?.tag !== 'h1' || !title) throw new Error('A document begins with its title: "# …".');
  const { blocks } = readBlocks(tokens, 3, undefined);
  return { title: plainText(lineOf(title)), layout, footer, blocks };
}

type Read = { blocks: Block[]; next: number };

/** Reads up to the closing token of the surrounding block. */
function readBlocks(tokens: readonly Token[], from: number, closing: string | undefined): Read {
  const blocks: Block[] = [];
  let next = from;
  while (next < tokens.length && tokens[next]?.type !== closing) {
    const read = readBlock(tokens, next);
    blocks.push(read.block);
    next = read.next;
  }
  return { blocks, next: next + 1 };
}

function readBlock(tokens: readonly Token[], at: number): { block: Block; next: number } {
  const token = tokens[at];
  const content = lineOf(tokens[at + 1]);
  switch (token?.type) {
    case 'heading_open':
      return { block: { kind: 'heading', level: levelOf(token), text: plainText(content) }, next: at + 3 };
    case 'paragraph_open':
      return { block: { kind: 'paragraph', runs: content }, next: at + 3 };
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(tokens, at);
    case 'table_open':
      return readTable(tokens, at);
    default:
      throw new Error(`Documents know no "${token?.type}".`);
  }
}

function levelOf({ tag }: Token): 2 | 3 | 4 {
  if (tag === 'h2') return 2;
  if (tag === 'h3') return 3;
  if (tag === 'h4') return 4;
  throw new Error(`Documents have one title and headings of level 2 to 4, not ${tag}.`);
}

function readList(tokens: readonly Token[], at: number): { block: Block; next: number } {
  const ordered = tokens[at]?.type === 'ordered_list_open';
  const closing = ordered ? 'ordered_list_close' : 'bullet_list_close';
  const items: Block[][] = [];
  let next = at + 1;
  while (tokens[next]?.type !== closing) {
    const item = readBlocks(tokens, next + 1, 'list_item_close');
    items.push(item.blocks);
    next = item.next;
  }
  return { block: { kind: 'list', ordered, items }, next: next + 1 };
}

function readTable(tokens: readonly Token[], at: number): { block: Table; next: number } {
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close');
  const rows: Line[][] = [];
  for (let index = at; index < end; index++) {
    const type = tokens[index]?.type;
    if (type === 'tr_open') rows.push([]);
    if (type === 'th_open' || type === 'td_open') rows.at(-1)?.push(lineOf(tokens[index + 1]));
  }
  const [head = [], ...body] = rows;
  return { block: { kind: 'table', head, rows: body }, next: end + 1 };
}

type Style = Pick<Run, 'bold' | 'italic' | 'href'>;

function lineOf(token: Token | undefined): Line {
  const runs: Run[] = [];
  let style: Style = {};
  for (const child of token?.children ?? []) {
    if (child.type === 'code_inline') runs.push({ ...style, text: child.content, code: true });
    else if (child.type === 'text') runs.push({ ...style, text: child.content });
    else if (child.type === 'softbreak') runs.push({ ...style, text: ' ' });
    else style = changedStyle(style, child);
  }
  return runs.filter(({ text }) => text !== '');
}

function changedStyle(style: Style, token: Token): Style {
  const { bold, italic, href, ...rest }: Style = style;
  switch (token.type) {
    case 'strong_open':
      return { ...style, bold: true };
    case 'strong_close':
      return { ...rest, ...(italic && { italic }), ...(href && { href }) };
    case 'em_open':
      return { ...style, italic: true };
    case 'em_close':
      return { ...rest, ...(bold && { bold }), ...(href && { href }) };
    case 'link_open':
      return { ...style, href: String(token.attrGet('href')) };
    case 'link_close':
      return { ...rest, ...(bold && { bold }), ...(italic && { italic }) };
    default:
      throw new Error(`Documents know no "${token.type}" in a line.`);
  }
}

function plainText(runs: Line): string {
  return runs.map(({ text }) => text).join('');
}
