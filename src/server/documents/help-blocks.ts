import type { Help, HelpNumber } from '../../domain/crisis.ts';
import { dialLink } from '../../domain/phone.ts';
import { paragraph, type Block, type Line } from '../print/blocks.ts';

/** Stands in a document where the help in a crisis belongs, as a paragraph of its own (product 19.7). */
const PLACE = '{help}';

/** Puts the help in its places, so that no document has telephone numbers of its own. */
export function withHelp(blocks: readonly Block[], help: Help): readonly Block[] {
  return blocks.flatMap((block) => (isPlace(block) ? helpBlocks(help) : [block]));
}

function isPlace(block: Block): boolean {
  return block.kind === 'paragraph' && block.runs.map(({ text }) => text).join('') === PLACE;
}

/** The help as a paragraph and a list whose numbers can be dialled. */
export function helpBlocks({ text, numbers }: Help): readonly Block[] {
  const items = numbers.map((number): Block[] => [{ kind: 'paragraph', runs: numberLine(number) }]);
  return [paragraph(text), { kind: 'list', ordered: false, together: true, items }];
}

// A number stays on one line.
function numberLine({ name, number, hours }: HelpNumber): Line {
  return [
    { text: `${name}: ` },
    { text: number.replaceAll(' ', '\u00a0'), bold: true, href: dialLink(number) },
    ...(hours === '' ? [] : [{ text: ` (${hours})` }]),
  ];
}
