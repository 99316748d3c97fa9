import { readFileSync } from 'node:fs';

/** A fenced block of a page: its language, its text, its page, and the line where it begins. */
export type Block = { language: string; text: string; page: string; line: number };

/** The fenced blocks below a heading of a page for operators, until the next heading of any level. */
export function blocksOf(page: string, heading: string): Block[] {
  const guide = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8').split('\n');
  const start = guide.indexOf(heading);
  if (start === -1) throw new Error(`docs/${page} has no heading "${heading}"`);
  const length = guide.slice(start + 1).findIndex((line) => /^#{2,} /.test(line));
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of guide.slice(start, start + 1 + length).entries()) {
    if (open && line === '```') open = void blocks.push(open);
    else if (open) open.text += `${line}\n`;
    else if (line.startsWith('```'))
      open = { language: line.slice(3), text: '', page, line: start + index + 1 };
  }
  return blocks;
}
