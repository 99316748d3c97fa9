/** The nonce of this page's content security policy; empty where the page was served without one. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
