// =, +, -, @, tab and return start a formula in Excel and LibreOffice, in East Asian versions the wide forms as well
// (OWASP, "CSV Injection"). Blanks before them change nothing.
const FORMULA_START = /^\s*[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. Numbers stay as they are. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export type CsvValue = string | number | boolean | null | undefined;

/** One line of a CSV file, without the line end. Texts are guarded and quoted if necessary; null and undefined are empty. */
export function csvLine(values: readonly CsvValue[], delimiter: ';' | ',' = ';'): string {
  return values.map((value) => csvCell(value, delimiter)).join(delimiter);
}

function csvCell(value: CsvValue, delimiter: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = guardFormula(value);
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
