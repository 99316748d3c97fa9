import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf, problemOf } from '../http/problems.ts';
import { linkPageText as text } from '../../text/mail.ts';
import type { LinkPlace } from '../keys/cells.ts';
import { html, htmlText, type Html } from '../print/html.ts';
import type { Services } from '../services.ts';
import { type LinkTarget, readLinkCode } from './link-code.ts';

// No script runs, and the only form posts to its own address.
const policy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

const open = { config: { access: 'public' as const } };
const MOST_BYTES = 4096;

/** A page behind a link of a mail. Undefined as a page means that the link is not valid. */
export type LinkPage = {
  path: string;
  place: LinkPlace;
  /** What the page shows. It changes nothing, because scanners follow every link. */
  show(target: LinkTarget): Promise<Html | undefined>;
  /** What its button does. */
  act(target: LinkTarget, request: FastifyRequest): Promise<Html | undefined>;
};

/** Registers a page whose code is enough: no login, and no proof of origin, because mail programs post from elsewhere. */
export function registerLinkPage(
  app: FastifyInstance,
  services: Services,
  { path, place, show, act }: LinkPage,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, take: LinkPage['act']) => {
    const target = readLinkCode(services.keys, place, (request.query as { code?: unknown }).code);
    const page = target && (await take(target, request));
    return page ? send(reply, 200, page) : send(reply, 404, invalidPage());
  };
  app.register(async (scope) => {
    // Mail programs send a form or multipart. The body is ignored: the code stands in the address. Only on this page.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, _body, done) =>
      done(null),
    );
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, services));
    scope.get(path, open, (request, reply) => answer(request, reply, show));
    scope.post(path, open, (request, reply) => answer(request, reply, act));
  });
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: Services) {
  const refusal = refusalOf(error);
  const { status } = problemOf(refusal, request.id);
  if (status >= 500)
    log.error(
      { err: refusal.cause ?? refusal, request_id: request.id, route: request.routeOptions.url },
      refusal.code,
    );
  return send(reply, status, failurePage());
}

function send(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${htmlText(page)}`);
}

const invalidPage = () => linkPage(text.invalidTitle, html`<p>${text.invalid}</p>`);
const failurePage = () => linkPage(text.failedTitle, html`<p>${text.failed}</p>`);

/** A small page with a title. A form without an action posts to the address of the page, which holds the code. */
export function linkPage(title: string, content: Html): Html {
  return html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <link rel="stylesheet" href="/documents/documents.css" />
    </head>
    <body>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
}
