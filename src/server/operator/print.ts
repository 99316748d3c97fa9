import type { Row } from './command.ts';

/** Formats rows as an aligned table, or as one JSON array. */
export function printRows(rows: Row[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  const [first] = rows;
  if (!first) return 'nothing to show\n';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map(
      (line) =>
        `${line
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
