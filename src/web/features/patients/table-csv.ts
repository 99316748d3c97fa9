import { csvLine } from '../../../domain/csv-export.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import type { Column } from '../../ui/table-rows.ts';

// The birth date is the patient's password: with the code beside it, the file would be a list of logins.
const LEFT_OUT = 'date_of_birth';

/** The shown rows and columns, in the words of their cells, as a CSV file that a spreadsheet opens. */
export function tableCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const written = columns.filter(({ id, value }) => value && id !== LEFT_OUT);
  const lines = [
    csvLine(written.map(({ title }) => title)),
    ...rows.map((row) => csvLine(written.map((column) => cellText(column, row)))),
  ];
  // The mark at the start tells Excel that the file is UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cellText<Row>({ value, words, filter }: Column<Row>, row: Row): string {
  const content = (words ?? value)?.(row) ?? '';
  if (typeof content === 'object') return content.join(', ');
  return filter?.kind === 'date' ? formatIsoDate(String(content)) : String(content);
}
