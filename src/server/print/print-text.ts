import { wordsOf, type Block, type ScoreLine } from './blocks.ts';
import { plainForms, type PlainBlock } from './plain-form.ts';

/**
 * Blocks as plain text that can be pasted anywhere: one block a line. Programs of a practice hold Windows-1252, which has
 * neither the true minus nor the glyphs of changes. Words beside a glyph say the same.
 */
export function printText(blocks: readonly Block[]): string {
  return linesOf(blocks).join('\n').replaceAll('−', '-');
}

function linesOf(blocks: readonly Block[]): readonly string[] {
  return plainForms(blocks).flatMap(plainLines);
}

function plainLines(block: PlainBlock): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'plain':
      return [block.text];
    case 'paragraph':
    case 'note':
      return [wordsOf(block.runs)];
    case 'list':
      return block.items.map((item) => `- ${linesOf(item).join(' ')}`);
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`);
    case 'table':
      return block.rows.map((row) => row.map(wordsOf).join('; '));
    case 'figure':
    case 'image':
      return [block.alt];
    case 'columns':
      return linesOf(block.cells.flat());
    case 'score-line':
      return [scoreText(block)];
    case 'page-break':
      return [];
  }
}

function scoreText({ title, value, band, interval, changes }: ScoreLine): string {
  const facts = [value + (interval && ` (${interval})`), band?.label].filter(Boolean).join(', ');
  const sentences = changes.map(({ text }) => text);
  return [...(title ? [`${title.text}:`] : []), `${facts}.`, ...sentences].join(' ');
}
