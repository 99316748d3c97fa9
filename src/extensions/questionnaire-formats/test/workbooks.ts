import { strToU8, zipSync } from 'fflate';

/** A cell of a test: its text or number, or the XML inside of its element with its type. */
export type TestCell = string | number | { readonly type: string; readonly xml: string };

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function cellXml(cell: TestCell, at: string): string {
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  return `<c r="${at}" ${cell.type}>${cell.xml}</c>`;
}

const sheetXml = (rows: readonly (readonly TestCell[])[], after: string) =>
  `<worksheet><sheetData>${rows
    .map((cells, row) => {
      const inside = cells.map((cell, column) =>
        cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`),
      );
      return `<row r="${row + 1}">${inside.join('')}</row>`;
    })
    .join('')}</sheetData>${after}</worksheet>`;

/** A small workbook of our own making, with further files in its archive. `after` stands behind the cells of each sheet. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  { files = {}, after = '' }: { files?: Readonly<Record<string, string>>; after?: string } = {},
): Uint8Array {
  const entries = Object.entries(sheets);
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: Record<string, string> = {
    // The order of the files is not that of the sheets.
    ...Object.fromEntries(
      entries.map(([, rows], index) => [
        `xl/worksheets/part${entries.length - index}.xml`,
        sheetXml(rows, after),
      ]),
    ),
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets>${entries
      .map(([name], index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${entries
      .map(
        (_, index) =>
          `<Relationship Id="r${index + 1}" Type="${relation}/worksheet" Target="worksheets/part${entries.length - index}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...files,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
