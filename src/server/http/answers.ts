import type { FastifyReply } from 'fastify';
import type { Route } from '../../contract/routes.ts';
import { answerText } from './answer-text.ts';

/** The text or bytes of an answer, parsed by the route's schema; null stands for 204. */
export async function serialize(route: Route, result: unknown): Promise<string | Buffer | null> {
  if (result === null || route.answer === null) return null;
  // A handler of an 'html' or 'pdf' route answers text or bytes: its type says so.
  if (route.answer === 'html') return result as string;
  if (route.answer === 'pdf') return result as Buffer;
  return answerText(route.answer, result);
}

// R57: a report is data for our own page; opened on its own it can do nothing.
const inert = (file: string) => ({
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': `attachment; filename="${file}"`,
});

const headersOf = {
  json: { 'content-type': 'application/json; charset=utf-8' },
  html: { 'content-type': 'text/html; charset=utf-8', ...inert('bericht.html') },
  pdf: { 'content-type': 'application/pdf', ...inert('bericht.pdf') },
} as const;

export function sendAnswer(
  reply: FastifyReply,
  { answer }: Route,
  body: string | Buffer | null,
): FastifyReply {
  if (body === null) return reply.code(204).send();
  return reply.headers(headersOf[answer === 'html' || answer === 'pdf' ? answer : 'json']).send(body);
}
