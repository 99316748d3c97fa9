/** The cookies of a request, by their plain names. */
export type SessionCookies = {
  access: string | undefined;
  refresh: string | undefined;
  device: string | undefined;
};

type Names = { access: string; refresh: string; device: string };

/** On a site with TLS the names begin with `__Host-` (R30). */
export function cookieNames(publicOrigin: string): Names {
  const prefix = isSecure(publicOrigin) ? '__Host-' : '';
  return { access: `${prefix}at`, refresh: `${prefix}rt`, device: `${prefix}dc` };
}

/** HttpOnly, SameSite=Strict, Path=/, no Domain, and Secure unless the site is plain http (R30). */
export function cookieOptions(publicOrigin: string) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(publicOrigin) } as const;
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https://');
}
