import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { optOutText } from '../../text/mail.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant } from '../db/transaction.ts';
import { factsOf } from '../auth/admission.ts';
import { problemOf, refusalOf } from '../http/problems.ts';
import { html, htmlText, type Html } from '../print/html.ts';
import type { Services } from '../services.ts';
import { readOptOutCode } from './opt-out-code.ts';
import * as queries from './queries.ts';

export const optOutPath = '/abmelden';

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

/**
 * The page behind the link of every mail (RFC 8058). The code is enough: no login, and no proof of origin, because mail
 * programs post from elsewhere. Opening the page changes nothing, because scanners follow every link.
 */
export function registerOptOut(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // Mail programs send a form or multipart. The body is ignored: the code stands in the address. Only on this page.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, _body, done) =>
      done(null),
    );
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, services));
    scope.get(optOutPath, open, (request, reply) => showPage(request, reply, services));
    scope.post(optOutPath, open, (request, reply) => optOut(request, reply, services));
  });
}

async function showPage(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const patient = patientOf(request, services);
  if (!patient) return send(reply, 404, invalidPage());
  const isKnown = await withTenant(services.pool, patient.clinicId, (db) => queries.hasAddress(db, patient));
  return send(reply, 200, isKnown ? questionPage() : donePage());
}

async function optOut(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const patient = patientOf(request, services);
  if (!patient) return send(reply, 404, invalidPage());
  const { clinicId, patientId } = patient;
  await withTenant(services.pool, clinicId, async (db) => {
    await queries.deleteWaitingMails(db, patient);
    if (!(await queries.deleteAddresses(db, patient))) return;
    const actor = { userId: null, role: 'mail link' };
    await appendAudit(db, actor, factsOf(request, services), { action: 'mail_opted_out', patientId });
  });
  return send(reply, 200, donePage());
}

function patientOf({ query }: FastifyRequest, { keys }: Services) {
  return readOptOutCode(keys, (query as { code?: unknown }).code);
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

// A form without an action posts to the address of the page, which holds the code.
const questionPage = () =>
  frame(
    optOutText.title,
    html`<p>${optOutText.question}</p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit">${optOutText.button}</button>
      </form>`,
  );

const donePage = () =>
  frame(
    optOutText.doneTitle,
    html`<p>${optOutText.done}</p>
      <p>${optOutText.again}</p>`,
  );

const invalidPage = () => frame(optOutText.invalidTitle, html`<p>${optOutText.invalid}</p>`);
const failurePage = () => frame(optOutText.failedTitle, html`<p>${optOutText.failed}</p>`);

function frame(title: string, content: Html): Html {
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
