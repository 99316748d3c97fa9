import { wordsOf, type Block, type Report } from '../print/blocks.ts';

/** What a PDF of a report holds beside its first page: sections by their ids, and `answers` for answers and data. */
export type ReportParts = ReadonlySet<string>;

/** The whole report for paper. The text to be copied is left out, because it repeats the report. */
export function wholeReport(report: Report): Report {
  const blocks = report.blocks.filter((block) => block.kind !== 'section' || block.id !== 'documentation');
  return { ...report, blocks: withoutRepeats(blocks, new Set()) };
}

/** A report with the chosen sections only. */
export function reportPart(report: Report, parts: ReportParts): Report {
  return { ...report, blocks: withoutRepeats(chosen(report.blocks, parts), new Set()) };
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
function withoutRepeats(blocks: readonly Block[], said: Set<string>): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind === 'columns')
      return [{ ...block, cells: block.cells.map((cell) => withoutRepeats(cell, said)) }];
    if ('blocks' in block) return [{ ...block, blocks: withoutRepeats(block.blocks, said) }];
    if (block.kind !== 'paragraph' || block.tone !== 'source') return [block];
    const text = wordsOf(block.runs);
    if (said.has(text)) return [];
    said.add(text);
    return [block];
  });
}

function withoutData(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind === 'disclosure') return [];
    if (block.kind === 'columns') return [{ ...block, cells: block.cells.map(withoutData) }];
    return [block.kind === 'group' ? { ...block, blocks: withoutData(block.blocks) } : block];
  });
}
