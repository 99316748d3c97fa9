import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoints.ts';
import { AppError } from '../settings/app-error.ts';

export type SendPage = (path: string, reply: FastifyReply) => FastifyReply;

/**
 * Answers a path without a route: with the 404 page, or below /api/ with a refusal. If the path exists with other
 * methods, the refusal names them.
 */
export function answerUnknownPath(
  calls: readonly Endpoint[],
  request: FastifyRequest,
  reply: FastifyReply,
  sendPage: SendPage,
): FastifyReply {
  const path = decodePath(request.url);
  if (!path.startsWith('/api/')) return sendPage('', reply);
  reply.header('cache-control', 'no-store');
  const isOf = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const methods = calls.filter((call) => isOf(call.path)).map(({ method }) => method);
  if (methods.length === 0) throw new AppError('not_found');
  reply.header('allow', [...new Set(methods)].join(', '));
  throw new AppError('method_not_allowed');
}

export function isApiPath(url: string): boolean {
  return decodePath(url).startsWith('/api/');
}

function decodePath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
