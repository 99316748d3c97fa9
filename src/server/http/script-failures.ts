import type { FastifyInstance } from 'fastify';
import { type Page, pages } from '../../contract/pages.ts';
import { SCRIPT_FAILURES_PATH } from '../../contract/script-failures.ts';
import type { Services } from '../services.ts';

const MOST_BYTES = 256;
// Object.keys of the table of pages itself.
const names = Object.keys(pages) as Page[];

/**
 * Counts the pages whose script failed, for the operator. A sender tells the path of a page and nothing of the error, because a
 * message of an error may hold what a patient typed. The 1st, 2nd, 4th, 8th … failure is logged, so that a flood does not
 * fill the disk.
 */
export function registerScriptFailures(app: FastifyInstance, { log, metrics }: Services): void {
  let count = 0;
  // A rate sees the first failure only if the number was there before it.
  for (const page of [...names, 'another']) metrics.scriptFailures.inc({ page }, 0);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, pageOf(String(body))),
    );
    scope.post(SCRIPT_FAILURES_PATH, { config: { access: 'public' } }, (request, reply) => {
      const page = String(request.body ?? 'another');
      metrics.scriptFailures.inc({ page });
      count += 1;
      if (Number.isInteger(Math.log2(count))) log.warn({ page, count }, 'the script of a page failed');
      return reply.code(204).send();
    });
  });
}

/** The name of a page. Paths that a sender invents are counted together. */
function pageOf(path: string): Page | 'another' {
  return names.find((name) => pages[name] === path) ?? 'another';
}
