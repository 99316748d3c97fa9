const YEAR_S = 31_536_000;

// A logout clears the storage of the browser (R35). What should outlive it is kept in a cookie.

/** The value of a cookie that the page wrote, or ''. */
export function readCookie(name: string): string {
  const one = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return one?.slice(name.length + 1) ?? '';
}

export const cookieNames = () => document.cookie.split('; ').map((pair) => pair.replace(/=.*/, ''));

export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
}

/** Writes a cookie that the browser forgets when it is closed. */
export function writeShortCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; SameSite=Strict`;
}

export function forgetCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict`;
}
