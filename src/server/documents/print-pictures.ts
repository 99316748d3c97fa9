import { htmlText } from '../print/html.ts';
import type { Block } from './content.ts';

// On paper there is no style sheet of the page: these are the light colours of the reports (report.css), which also
// differ in grey.
const style = `
text{font-family:"Libertinus Serif"}
.rz-clinical-0{fill:#eaf5ee}.rz-clinical-1{fill:#f8f1d8}.rz-clinical-2{fill:#fbe3b5}.rz-clinical-3{fill:#f3bfae}
.rz-neutral-0{fill:#f0f5f7}.rz-neutral-1{fill:#e4edf1}.rz-neutral-2{fill:#d9e6ec}.rz-neutral-3{fill:#c2d6e0}
.rz-frame,.rz-axis,.rz-cut{stroke:#6d8080}.rz-grid{stroke:#d6dfdd}
.rz-tick,.rz-digits{fill:#4c5e5e}.rz-name,.rz-value{fill:#1b2a2a}.rz-value{font-weight:bold}
.rz-line,.rz-interval,.rz-earlier,.rz-point{stroke:#0b4f52}
.rz-mark{fill:#0b4f52}.rz-bar{fill:#0b6a6a}
.rz-course .rz-value{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.rz-point-improved,.rz-point-recovered,.rz-point-worse{fill:#0b4f52}`;

/** The blocks with pictures that can stand alone: a name space, a font and colours of their own. */
export function printPictures(blocks: readonly Block[]): readonly object[] {
  return blocks.map(printPicture);
}

function printPicture(block: Block): object {
  switch (block.kind) {
    case 'figure':
      return { ...block, svg: standAlone(htmlText(block.svg)) };
    case 'columns':
      return { ...block, cells: block.cells.map(printPictures) };
    case 'list':
      return { ...block, items: block.items.map(printPictures) };
    default:
      return block;
  }
}

function standAlone(svg: string): string {
  return svg.replace(/<svg([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg"$1><style>${style}</style>`);
}
