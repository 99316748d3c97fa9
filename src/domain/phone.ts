/** The address that dials a number: "0800 111 0 111" is `tel:08001110111`. A zero in brackets is dialled inside the country only. */
export function dialLink(number: string): string {
  const dialled = number.startsWith('+') ? number.replace('(0)', '') : number;
  return `tel:${dialled.replaceAll(/[^+\d]/g, '')}`;
}
