import type { FastifyReply } from 'fastify';
import type { Route } from '../../contract/routes.ts';
import { answerText } from './answer-text.ts';

/** What is sent; null stands for 204. */
export type Content = string | Buffer | null;

/** Content, or the work that is left to make it, for which no transaction has to stay open. */
export type Serialized = Content | (() => Promise<Content>);

/** The content of an answer, parsed by the route's schema. */
export async function serialize(route: Route, result: unknown): Promise<Serialized> {
  if (result === null || route.answer === null) return null;
  // A handler of an 'html' route answers text, one of a 'pdf' route the work that makes it: their types say so.
  if (route.answer === 'html') return result as string;
  if (route.answer === 'pdf') return result as () => Promise<Buffer>;
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

export function sendAnswer(reply: FastifyReply, { answer }: Route, body: Content): FastifyReply {
  if (body === null) return reply.code(204).send();
  return reply.headers(headersOf[answer === 'html' || answer === 'pdf' ? answer : 'json']).send(body);
}
