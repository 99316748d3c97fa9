import { bandChip, heading, muted, paragraph } from './blocks.ts';
import type { Bands, Block, Group, Line, Table } from './blocks.ts';

/** The few kinds of blocks that paper and plain text know. */
export type PlainBlock = Exclude<
  Block,
  { kind: 'bands' | 'colophon' | 'disclosure' | 'group' | 'nav' | 'section' | 'tools' }
>;

/** A block with everything unfolded and without parts that only a screen shows. */
function plainForm(block: Block): readonly PlainBlock[] {
  switch (block.kind) {
    case 'paragraph':
      return [block.tone === 'source' ? { ...block, tone: 'muted' } : block];
    case 'list':
      return [{ ...block, items: block.items.map(plainForms) }];
    case 'columns':
      return block.look === 'charts'
        ? plainForms(block.cells.findLast((cell) => cell.length > 0) ?? [])
        : [{ ...block, cells: block.cells.map(plainForms) }];
    case 'group':
      return plainForms(groupForm(block));
    case 'disclosure':
      return block.only === 'screen' ? [] : unfolded(block.title, plainForms(block.blocks));
    case 'section':
      return plainForms([heading(block.level, block.title), ...block.blocks]);
    case 'bands':
      return block.phone ? [] : plainForms([bandsForm(block)]);
    case 'colophon':
      return plainForms([muted(`${block.title}: ${block.text}`)]);
    case 'nav':
    case 'tools':
      return [];
    default:
      return [block];
  }
}

export function plainForms(blocks: readonly Block[]): readonly PlainBlock[] {
  return blocks.flatMap(plainForm);
}

const eventTones = { event: 'danger', 'seen-event': 'plain' } as const;

// An event begins with a sentence, which stands out on paper.
function groupForm({ look, blocks }: Group): readonly Block[] {
  const [first, ...rest] = blocks;
  if (look === 'scale' || look === 'more' || first?.kind !== 'paragraph') return blocks;
  return [{ kind: 'note', tone: eventTones[look], runs: first.runs }, ...rest];
}

// An unfolded block keeps its title, as the caption of its table or in bold.
function unfolded(title: string, blocks: readonly PlainBlock[]): readonly PlainBlock[] {
  const [first, ...rest] = blocks;
  if (first?.kind === 'table') return [{ ...first, caption: title } satisfies Table, ...rest];
  const heading = { text: title, bold: true } as const;
  // Notes on the measurement follow their title in one paragraph.
  if (first?.kind === 'list' && first.tone === 'muted')
    return [{ kind: 'paragraph', tone: 'muted', runs: [heading, ...first.items.flatMap(itemRuns)] }, ...rest];
  return [paragraph([heading]), ...blocks];
}

function itemRuns(item: readonly Block[]): Line {
  return item.flatMap((block) => (block.kind === 'paragraph' ? [{ text: ' ' }, ...block.runs] : []));
}

function bandsForm({ bands }: Bands): Block {
  return paragraph(bands.flatMap((band) => [...bandChip(band), { text: ` ${band.range}     ` }]));
}
