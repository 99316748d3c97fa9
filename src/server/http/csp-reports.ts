import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../services.ts';

export const CSP_REPORTS_PATH = '/csp-reports';

const MOST_BYTES = 16 * 1024;
const mediaTypes = ['application/reports+json', 'application/csp-report', 'application/json'];

/** The directives of our policy. Directives that a sender invents are counted together. */
const directives: ReadonlySet<string> = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src
   connect-src manifest-src form-action base-uri object-src frame-ancestors`.split(/\s+/),
);

/**
 * Counts the reports of browsers that enforced our content security policy (R77). A report page that an attacker
 * changed shows up here. Only the directive is read, because the addresses in a report may be confidential. The 1st,
 * 2nd, 4th, 8th … report is logged, so that a flood does not fill the disk.
 */
export function registerCspReports(app: FastifyInstance, { log }: Services): void {
  const counts = new Map<string, number>();
  const count = (directive: string) => {
    const sum = (counts.get(directive) ?? 0) + 1;
    counts.set(directive, sum);
    if (Number.isInteger(Math.log2(sum)))
      log.warn({ directive, count: sum }, 'the browser kept a page from something');
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      mediaTypes,
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, directivesIn(String(body))),
    );
    scope.post(CSP_REPORTS_PATH, { config: { access: 'public' } }, (request, reply) => {
      // The parser above returns a list of texts.
      for (const directive of (request.body ?? []) as string[]) count(directive);
      return reply.code(204).send();
    });
  });
}

/** One report of the Reporting API or, from older browsers, of `report-uri`. A body holds one or a list. */
const report = v.union([
  v.pipe(
    v.object({ body: v.object({ effectiveDirective: v.string() }) }),
    v.transform(({ body }) => body.effectiveDirective),
  ),
  v.pipe(
    v.object({ 'csp-report': v.object({ 'effective-directive': v.string() }) }),
    v.transform(({ 'csp-report': body }) => body['effective-directive']),
  ),
]);

function directivesIn(text: string): string[] {
  return [readJson(text)].flat().flatMap((one) => {
    const { success, output } = v.safeParse(report, one);
    if (!success) return [];
    return [directives.has(output) ? output : 'another'];
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
