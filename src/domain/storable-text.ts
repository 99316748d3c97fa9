/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair (R6). With the flag `u` a whole pair is one sign, so the
 * expression finds halves only. `String.prototype.isWellFormed` is missing in browsers of patients.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
