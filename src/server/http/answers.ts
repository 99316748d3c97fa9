import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contract/route.ts';
import type { Turn } from '../print/typeset.ts';
import { answerText } from './answer-text.ts';

/** The content that is sent; null stands for 204. */
export type Content = string | Buffer | null;

/** The rest of the work of an answer, for which no transaction stays open. Only a PDF has much to do here. */
export type FinishAnswer = (turn?: Turn) => Content | Promise<Content>;

/** Parses an answer by the schema of its route. */
export async function serializeAnswer(route: Route, result: unknown): Promise<FinishAnswer> {
  // By its type, a handler of a 'pdf' route returns the function that typesets the PDF.
  if (route.answer === 'pdf') return result as FinishAnswer;
  const content = await contentOf(route, result);
  return () => content;
}

async function contentOf({ answer }: Route, result: unknown): Promise<Content> {
  if (result === null || answer === null) return null;
  // By its type, a handler of an 'html' route returns a text.
  return typeof answer === 'string' ? (result as string) : answerText(answer, result);
}

// R57: a report is data for our own page; opened on its own it can do nothing.
const inert = (file: string) => ({
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': `attachment; filename="${file}"`,
});

const headersOf = {
  json: { 'content-type': 'application/json; charset=utf-8' },
  html: { 'content-type': 'text/html; charset=utf-8', ...inert('bericht.html') },
  pdf: { 'content-type': 'application/pdf', ...inert('bericht.pdf') },
} as const;

// A list of 13 MB becomes one of 0.5 MB within 30 ms. Short answers are not worth the work. No answer of this length holds
// a secret beside texts of strangers, whose length would tell of it (BREACH).
const LONG_BYTES = 64 * 1024;
const pack = promisify(gzip);

/** Sends the content of an answer, packed by gzip if it is long and the client takes it. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer }: Route,
  body: Content,
): Promise<FastifyReply> {
  if (body === null) return reply.code(204).send();
  reply.headers(headersOf[answer === 'html' || answer === 'pdf' ? answer : 'json']);
  if (answer === 'pdf' || Buffer.byteLength(body) < LONG_BYTES) return reply.send(body);
  reply.header('vary', 'accept-encoding');
  if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(await pack(body, { level: constants.Z_BEST_SPEED }));
}
