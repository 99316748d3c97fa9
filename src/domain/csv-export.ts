/** Writing CSV that a spreadsheet shows as text and never runs. */

// =, +, -, @, tab and return start a formula in Excel and LibreOffice, the wide forms in East Asian versions (OWASP,
// "CSV Injection"); blanks before them do not help.
const FORMULA_START = /^\s*[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** The text with an apostrophe before it where a spreadsheet would take it for a formula; numbers stay as they are. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export type CsvValue = string | number | boolean | null | undefined;

/** One line of a CSV file without its end: texts guarded and, where needed, quoted; nothing for null and undefined. */
export function csvLine(values: readonly CsvValue[], delimiter: ';' | ',' = ';'): string {
  return values.map((value) => csvCell(value, delimiter)).join(delimiter);
}

function csvCell(value: CsvValue, delimiter: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = guardFormula(value);
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
