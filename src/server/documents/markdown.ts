import MarkdownIt from 'markdown-it';
import type { Block, Document, Image, Line, Run, Table } from '../print/blocks.ts';

// No HTML: a tag is shown as text. markdown-it checks the links and lets no javascript: through.
const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof parser.parse>[number];

/** The pictures that a document may show, by the name of their file. */
export type Pictures = ReadonlyMap<string, Pick<Image, 'bytes' | 'width' | 'height'>>;

type Source = { readonly tokens: readonly Token[]; readonly pictures: Pictures };

/** A document written in Markdown. Its first line is the title. Throws without a title, or at Markdown that is unknown here. */
export function readMarkdown(
  text: string,
  { footer, layout, pictures }: Pick<Document, 'footer' | 'layout'> & { pictures: Pictures },
): Document {
  const tokens = parser.parse(text, {});
  const [opening, title] = tokens;
  if (opening?.tag !== 'h1' || !title) throw new Error('A document begins with its title: "# …".');
  const { blocks } = readBlocks({ tokens, pictures }, 3, undefined);
  return { title: plainText(lineOf(title)), layout, footer, blocks };
}

type Read = { blocks: Block[]; next: number };

/** Reads up to the closing token of the surrounding block. */
function readBlocks(source: Source, from: number, closing: string | undefined): Read {
  const { tokens } = source;
  const blocks: Block[] = [];
  let next = from;
  while (next < tokens.length && tokens[next]?.type !== closing) {
    const read = readBlock(source, next);
    blocks.push(read.block);
    next = read.next;
  }
  return { blocks, next: next + 1 };
}

function readBlock(source: Source, at: number): { block: Block; next: number } {
  const { tokens, pictures } = source;
  const token = tokens[at];
  const image = token?.type === 'paragraph_open' ? imageIn(tokens[at + 1], pictures) : undefined;
  if (image) return { block: image, next: at + 3 };
  const content = lineOf(tokens[at + 1]);
  switch (token?.type) {
    case 'heading_open':
      return { block: { kind: 'heading', level: levelOf(token), text: plainText(content) }, next: at + 3 };
    case 'paragraph_open':
      return { block: { kind: 'paragraph', runs: content }, next: at + 3 };
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(source, at);
    case 'table_open':
      return readTable(tokens, at);
    default:
      throw new Error(`Documents know no "${token?.type}".`);
  }
}

const FOLDER = 'bilder/';

/** The picture that is a paragraph of its own: `![What it shows](bilder/name.webp)`. */
function imageIn(token: Token | undefined, pictures: Pictures): Image | undefined {
  const [child, ...others] = token?.children ?? [];
  if (child?.type !== 'image' || others.length > 0) return undefined;
  const src = String(child.attrGet('src'));
  const picture = src.startsWith(FOLDER) ? pictures.get(src.slice(FOLDER.length)) : undefined;
  if (!picture) throw new Error(`There is no picture "${src}".`);
  if (child.content === '') throw new Error(`The picture "${src}" needs a text that says what it shows.`);
  return { kind: 'image', src, alt: child.content, ...picture };
}

function levelOf({ tag }: Token): 2 | 3 | 4 {
  if (tag === 'h2') return 2;
  if (tag === 'h3') return 3;
  if (tag === 'h4') return 4;
  throw new Error(`Documents have one title and headings of level 2 to 4, not ${tag}.`);
}

function readList(source: Source, at: number): { block: Block; next: number } {
  const { tokens } = source;
  const ordered = tokens[at]?.type === 'ordered_list_open';
  const closing = ordered ? 'ordered_list_close' : 'bullet_list_close';
  const items: Block[][] = [];
  let next = at + 1;
  while (tokens[next]?.type !== closing) {
    const item = readBlocks(source, next + 1, 'list_item_close');
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
