import type { FormMistake, Lost } from '../domain/form.ts';
import { walkXml } from '../../../server/instruments/xml.ts';

// What the package that reads workbooks does not say: how large a sheet is, its formulas, errors and merged cells.

export type ScannedSheet = {
  /** Why the sheet cannot be read. */
  readonly problem: string | undefined;
  /** The cells that the sheet takes in memory. */
  readonly area: number;
  readonly mistakes: readonly FormMistake[];
  readonly lost: readonly Lost[];
  /** Cells of one column that are one cell, by their rows from 1. */
  readonly merged: readonly { readonly column: number; readonly from: number; readonly to: number }[];
};

type Cell = { readonly at: string; readonly type: string; isFormula: boolean; value: string | undefined };

export function scanSheet(xml: string, sheet: string): ScannedSheet {
  const found = { mistakes: [] as FormMistake[], lost: [] as Lost[] };
  const merged: { column: number; from: number; to: number }[] = [];
  const last = { row: 0, filledRow: 0, filledColumn: 0, mergedRows: 0 };
  let cell: Cell | undefined;
  const problem = walkXml(xml, {
    open(name, { r = '', t = '', ref = '' }) {
      if (name === 'row') last.row = Math.max(last.row, r === '' ? 0 : sizeOf(r));
      else if (name === 'c') cell = { at: r, type: t, isFormula: false, value: undefined };
      else if (name === 'mergeCell') {
        const [from, to] = ref.split(':').map(placeOf);
        if (!from || !to || from.column !== to.column) return;
        merged.push({ column: from.column, from: from.row, to: to.row });
        last.mergedRows += to.row - from.row;
      }
    },
    close(name, text) {
      if (cell && (name === 'v' || name === 't')) cell.value = text;
      if (cell && name === 'f') cell.isFormula = true;
      if (!cell || name !== 'c') return;
      const { row, column } = placeOf(cell.at);
      last.row = Math.max(last.row, row);
      if (cell.value !== undefined) {
        last.filledRow = Math.max(last.filledRow, row);
        last.filledColumn = Math.max(last.filledColumn, column);
      }
      tellCell(cell, { line: row, place: `${sheet}!${cell.at}` }, found);
      cell = undefined;
    },
  });
  return {
    problem: problem && `${problem.message} (line ${problem.line})`,
    area: last.row + last.mergedRows + last.filledRow * last.filledColumn,
    ...found,
    merged,
  };
}

function tellCell(
  { type, isFormula, value }: Cell,
  { line, place }: { readonly line: number; readonly place: string },
  { mistakes, lost }: { readonly mistakes: FormMistake[]; readonly lost: Lost[] },
): void {
  if (type === 'e')
    mistakes.push({
      line,
      place,
      message: `"${value ?? ''}" is an error of the spreadsheet: write the value`,
    });
  else if (isFormula && value === undefined)
    mistakes.push({ line, place, message: 'The formula has no value yet: write the value' });
  else if (isFormula) lost.push({ name: 'formula (its value is kept)', place });
}

/** A number of rows; too many where it is none. */
const sizeOf = (digits: string) => (/^\d{1,7}$/.test(digits) ? Number(digits) : Number.POSITIVE_INFINITY);

/** "B3" is row 3, column 2. What is no place lies outside of every sheet. */
function placeOf(at: string): { readonly row: number; readonly column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d+)$/.exec(at) ?? [];
  if (digits === '') return { row: Number.POSITIVE_INFINITY, column: Number.POSITIVE_INFINITY };
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: sizeOf(digits), column };
}
