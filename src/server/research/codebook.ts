import { csvLine } from '../../domain/csv-export.ts';
import type { CodedValue } from '../../domain/research-variables.ts';
import { codebookText } from '../../text/research-export.ts';
import { html, htmlText, type Html } from '../print/html.ts';
import type { Version } from '../instruments/registry-queries.ts';
import type { TableShape } from './columns.ts';

/** An instrument of the export. `inForce`: patients still get it in surveys. */
export type ListedInstrument = Version & {
  readonly title: string;
  readonly status: string;
  readonly inForce: boolean;
};

type Shape = TableShape['columns'][number];
type Entry = Record<keyof typeof codebookText.columns, string>;

const { columns: heads } = codebookText;
const keys = Object.keys(heads) as (keyof typeof heads)[];

function entryOf(file: string, column: Shape, instruments: readonly ListedInstrument[]): Entry {
  const { name, label, form, values, codes = [], missing, origin } = column;
  const versions = origin?.versions ?? [];
  const asked = instruments.filter(
    ({ id, version }) => id === origin?.instrument && versions.includes(version),
  );
  const inForce = asked.some((one) => one.inForce) ? codebookText.inForce : codebookText.superseded;
  return {
    file,
    variable: name,
    label,
    type: codebookText.forms[form],
    values: [...values, ...codes].map(showValue).join(' | '),
    missing,
    instrument: origin?.instrument ?? '',
    instrument_version: versions.join(' | '),
    in_force: asked.length > 0 ? inForce : '',
    item: origin?.item ?? '',
  };
}

const showValue = ({ value, label }: CodedValue) => `${value} = ${label}`;

/** The codebook as CSV: one row per column of every file. */
export function codebookCsv(tables: readonly TableShape[], instruments: readonly ListedInstrument[]): string {
  const rows = tables.flatMap(({ file, columns }) =>
    columns.map((column) => entryOf(file, column, instruments)),
  );
  return [keys, ...rows.map((row) => keys.map((key) => row[key]))]
    .map((values) => `${csvLine(values, ',')}\r\n`)
    .join('');
}

const style =
  'body{font:15px/1.4 system-ui,sans-serif;margin:2rem;max-width:100rem}table{border-collapse:collapse;margin:1rem 0}' +
  'th,td{border:1px solid #888;padding:.2rem .5rem;text-align:left;vertical-align:top}caption{text-align:left;font-weight:600}' +
  'code{font-family:ui-monospace,monospace}';

/** The codebook as a page for the browser. */
export function codebookHtml(
  tables: readonly TableShape[],
  instruments: readonly ListedInstrument[],
): string {
  const page = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <title>${codebookText.title}</title>
    </head>
    <body>
      <h1>${codebookText.title}</h1>
      <h2>${codebookText.instruments}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">${heads.instrument}</th>
            <th scope="col">${heads.instrument_version}</th>
            <th scope="col">${heads.label}</th>
            <th scope="col">${codebookText.status}</th>
            <th scope="col">${heads.in_force}</th>
          </tr>
        </thead>
        <tbody>
          ${instruments.map(instrumentRow)}
        </tbody>
      </table>
      ${tables.map((table) => tableHtml(table, instruments))}
    </body>
  </html>`;
  return `<!doctype html>${htmlText(page).replace('</head>', `<style>${style}</style></head>`)}\n`;
}

function instrumentRow({ id, version, title, status, inForce }: ListedInstrument): Html {
  return html`<tr>
    <td><code>${id}</code></td>
    <td>${version}</td>
    <td>${title}</td>
    <td>${status}</td>
    <td>${inForce ? codebookText.inForce : codebookText.superseded}</td>
  </tr>`;
}

function tableHtml({ file, title, columns }: TableShape, instruments: readonly ListedInstrument[]): Html {
  const shown = keys.filter((key) => key !== 'file' && key !== 'values');
  return html`<h2><code>${file}</code></h2>
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          ${shown.map((key) => html`<th scope="col">${heads[key]}</th>`)}
          <th scope="col">${heads.values}</th>
        </tr>
      </thead>
      <tbody>
        ${columns.map((column) => {
          const entry = entryOf(file, column, instruments);
          return html`<tr>
            ${shown.map((key) => html`<td>${entry[key]}</td>`)}
            <td>
              ${[...column.values, ...(column.codes ?? [])].map((value) => html`${showValue(value)}<br />`)}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}
