// =, +, -, @, tab and return start a formula in Excel and LibreOffice, in East Asian versions the wide forms as well
// (OWASP, "CSV Injection"). Blanks before them change nothing. German Excel divides a file at semicolons, whatever its
// delimiter, so a formula may also start behind a semicolon or a tab.
const FORMULA_START = /^\s*[=+\-@\t\r＝＋－＠]/;
const LATER_START = /((?:;|(?<!^\s*)\t)["\s]*)(?=[=+\-@＝＋－＠])/g;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula. Numbers stay as they are. */
export function guardFormula(text: string): string {
  if (NUMBER.test(text)) return text;
  const later = text.replaceAll(LATER_START, "$1'");
  return FORMULA_START.test(later) ? `'${later}` : later;
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
