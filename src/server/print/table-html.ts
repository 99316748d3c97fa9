import { wordsOf, type Line, type RowGroup, type Table } from './blocks.ts';
import { html, nothing, type Html } from './html.ts';
import { runsHtml } from './line-html.ts';

const NUMERIC = html` class="rz-numeric"`;

/** A table of a document, which scrolls without a script, or of a report. */
export function tableHtml(table: Table, kind: 'document' | 'report'): Html {
  const { caption, label, look, head, rows, groups = [], legend, numeric = [] } = table;
  const cls = (column: number) => (numeric.includes(column) ? NUMERIC : nothing);
  const title = caption ?? (look === 'summary' ? label : undefined);
  const content = html`<table class="rz-table${look && ` rz-${look}`}">
      ${
        title !== undefined &&
        html`<caption${caption === undefined && html` class="rz-hidden"`}>${title}</caption>`
      }
      <thead>
        <tr>
          ${head.map((cell, column) => html`<th scope="col" ${cls(column)}>${runsHtml(cell)}</th>`)}
        </tr>
      </thead>
      ${
        rows.length > 0 &&
        html`<tbody>
          ${rows.map((row) => rowHtml(row, cls))}
        </tbody>`
      }${groups.map((group) => groupHtml(group, head.length, cls))}
    </table>
    ${legend && html`<p class="rz-marks" aria-hidden="true">${runsHtml(legend)}</p>`}`;
  if (kind === 'document') return scrollingTable(table, content);
  if (look === 'summary' || label === undefined) return content;
  return html`<div${scrollBox('rz-scroll', label)}>${content}</div>`;
}

type ClassOf = (column: number) => Html;

function rowHtml(row: readonly Line[], cls: ClassOf): Html {
  const [first = [], ...rest] = row;
  return html`<tr>
    <th scope="row" ${cls(0)}>${runsHtml(first)}</th>
    ${rest.map((cell, index) => html`<td${cls(index + 1)}>${runsHtml(cell)}</td>`)}
  </tr>`;
}

function groupHtml({ title, rows }: RowGroup, columns: number, cls: ClassOf): Html {
  return html`<tbody>
    <tr class="rz-group">
      <th scope="rowgroup" colspan="${columns}">${title}</th>
    </tr>
    ${rows.map((row) => rowHtml(row, cls))}
  </tbody>`;
}

// Without a script: the box can always be reached by keyboard and has a name of its own.
function scrollingTable({ caption, head, rows }: Table, content: Html): Html {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => wordsOf(row?.[0] ?? []));
  const name = caption ?? `${head.map(wordsOf).join(', ')}: ${first} – ${last}`;
  return html`<div class="rz-scroll" role="region" tabindex="0" aria-label="${name}">${content}</div>`;
}

/** The attributes of a box that `/js/final_report.js` makes reachable by keyboard, under this name, while it scrolls. */
export function scrollBox(cls: string, name: string): Html {
  return html` class="${cls}" data-report-scroll="${name}"`;
}
