/** The cookies of a request, by their plain names. */
export type SessionCookies = {
  access: string | undefined;
  refresh: string | undefined;
  device: string | undefined;
};

type Names = { access: string; refresh: string; device: string };

const namesWith = (prefix: string): Names => ({
  access: `${prefix}at`,
  refresh: `${prefix}rt`,
  device: `${prefix}dc`,
});
const [open, secure] = [namesWith(''), namesWith('__Host-')];

/** On a site with TLS the names begin with `__Host-` (R30). */
export const cookieNames = (publicOrigin: string): Names => (isSecure(publicOrigin) ? secure : open);

/** True if a browser sends the cookie of a login. Only the database knows whether the login still holds. */
export const namesLogin = (cookies: Readonly<Record<string, string | undefined>>): boolean =>
  [open, secure].some(({ access }) => Boolean(cookies[access]));

/** HttpOnly, SameSite=Strict, Path=/, no Domain, and Secure unless the site is plain http (R30). */
export function cookieOptions(publicOrigin: string) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(publicOrigin) } as const;
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https://');
}
