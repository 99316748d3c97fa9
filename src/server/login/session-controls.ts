import type { FastifyReply } from 'fastify';
import { cookieNames, cookieOptions } from '../http/cookies.ts';
import { DEVICE_DAYS } from './devices.ts';
import type { ReplyControls } from '../http/context.ts';

const DAY_SECONDS = 86_400;

/**
 * The cookies of a login or refresh leave only with its success (`commit`). A failed refresh deletes them (`abort`).
 */
export function sessionControls(reply: FastifyReply, publicOrigin: string) {
  const names = cookieNames(publicOrigin);
  const options = cookieOptions(publicOrigin);
  let tokens: { access: string; refresh: string } | undefined;
  let device: string | undefined;
  let clear = false;
  const controls: ReplyControls = {
    setSession: (cookies) => (tokens = cookies),
    setDevice: (cookie) => (device = cookie),
    clearSession: () => (clear = true),
  };
  const clearCookies = () => reply.clearCookie(names.access, options).clearCookie(names.refresh, options);
  return {
    controls,
    commit: () => {
      if (tokens)
        reply
          .setCookie(names.access, tokens.access, options)
          .setCookie(names.refresh, tokens.refresh, options);
      if (device) reply.setCookie(names.device, device, { ...options, maxAge: DEVICE_DAYS * DAY_SECONDS });
      if (clear) clearCookies().header('clear-site-data', '"cache", "storage"');
    },
    abort: () => clear && clearCookies(),
  };
}
