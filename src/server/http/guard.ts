import type { IncomingHttpHeaders } from 'node:http';
import { otherAddressText } from '../../text/errors.ts';
import { AppError } from '../settings/app-error.ts';

type GuardOptions = { publicOrigin: string; requireAppHeader: boolean };

/**
 * Whether another site, or the browser by itself, may have made a request to the API (R39). A call that changes
 * something must also prove its origin: by Sec-Fetch-Site: same-origin, or by the header that only our own script can
 * set (product 7.1).
 */
export function isForged(
  headers: IncomingHttpHeaders,
  changesSomething: boolean,
  options: GuardOptions,
): boolean {
  if (isNavigation(headers) || comesFromElsewhere(headers, options.publicOrigin)) return true;
  const proven = headers['sec-fetch-site'] === 'same-origin' || headers['x-requested-with'] === 'resonanz';
  return !proven && (changesSomething || options.requireAppHeader);
}

function isNavigation(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  if (destination !== undefined && destination !== 'empty') return true;
  return typeof purpose === 'string' && purpose.includes('prefetch');
}

function comesFromElsewhere(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  if (headers.origin !== undefined) return headers.origin !== publicOrigin;
  if (headers.referer !== undefined) return originOf(headers.referer) !== publicOrigin;
  return false;
}

/**
 * The refusal of a forged request. It names the address to open where our own page sent the request from another one: a browser lets no
 * other site send the header of our script. Without HTTPS many browsers leave out where a request comes from, so such a page cannot log in.
 */
export function forgedRequest(headers: IncomingHttpHeaders, publicOrigin: string): AppError {
  const { origin, 'x-requested-with': script } = headers;
  if (script !== 'resonanz' || origin === undefined || origin === publicOrigin)
    return new AppError('forged_request');
  const message = otherAddressText(publicOrigin);
  return new AppError('forged_request', { errors: [{ path: 'Origin', code: 'other_address', message }] });
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
