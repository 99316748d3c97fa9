import { wordsOf, type Block, type Report } from '../print/blocks.ts';

/** What a PDF of a report holds beside its first page: sections by their ids, and `answers` for answers and data. */
export type ReportParts = Pick<ReadonlySet<string>, 'has'>;

/** The whole report for paper. The text to be copied is left out, because it repeats the report. */
export function wholeReport(report: Report): Report {
  const blocks = report.blocks.filter((block) => block.kind !== 'section' || block.id !== 'documentation');
  return { ...report, blocks: withoutRepeats(blocks) };
}

/** A report with the chosen sections only. */
export function reportPart(report: Report, parts: ReportParts): Report {
  return { ...report, blocks: withoutRepeats(chosen(report.blocks, parts)) };
}

function chosen(blocks: readonly Block[], parts: ReportParts): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind === 'section') {
      if (!block.unlisted && !parts.has(block.id)) return [];
      return [parts.has('answers') ? block : { ...block, blocks: withoutData(block.blocks) }];
    }
    if (block.kind !== 'group') return [block];
    const inner = chosen(block.blocks, parts);
    return inner.some(({ kind }) => kind === 'section') ? [{ ...block, blocks: inner }] : [];
  });
}

// A source or a legend is said once.
function withoutRepeats(blocks: readonly Block[]): readonly Block[] {
  const said = new Set<string>();
  return keptBlocks(blocks, (block) => {
    if (block.kind !== 'paragraph' || block.tone !== 'source') return true;
    const text = wordsOf(block.runs);
    const isNew = !said.has(text);
    said.add(text);
    return isNew;
  });
}

function withoutData(blocks: readonly Block[]): readonly Block[] {
  return keptBlocks(blocks, ({ kind }) => kind !== 'disclosure');
}

/** The blocks that are kept, and those inside of them, in the order of reading. */
function keptBlocks(blocks: readonly Block[], isKept: (block: Block) => boolean): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (!isKept(block)) return [];
    if (block.kind === 'columns')
      return [{ ...block, cells: block.cells.map((cell) => keptBlocks(cell, isKept)) }];
    return ['blocks' in block ? { ...block, blocks: keptBlocks(block.blocks, isKept) } : block];
  });
}
