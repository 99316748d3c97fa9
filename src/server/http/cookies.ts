/** The cookies a browser presents, by their plain names. */
export type SessionCookies = {
  access: string | undefined;
  refresh: string | undefined;
  device: string | undefined;
};

type Names = { access: string; refresh: string; device: string };

/** `__Host-` names wherever the site is served over TLS; plain ones on http only (R30). */
export function cookieNames(publicOrigin: string): Names {
  const prefix = isSecure(publicOrigin) ? '__Host-' : '';
  return { access: `${prefix}at`, refresh: `${prefix}rt`, device: `${prefix}dc` };
}

/** R30: HttpOnly, SameSite=Strict, Path=/, no Domain; Secure unless the site is plain http. */
export function cookieOptions(publicOrigin: string) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(publicOrigin) } as const;
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https://');
}
