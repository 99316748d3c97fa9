/**
 * Three letters or digits that stand for a section in the address of a PDF, because a path parameter has 64 characters (R7)
 * and a battery may have more names. Where two ids have the same ones, a section too many is printed.
 */
export function partSign(id: string): string {
  const sum = [...id].reduce((before, letter) => (before * 31 + letter.charCodeAt(0)) % 36 ** 3, 0);
  return sum.toString(36).padStart(3, '0');
}
