import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { pages } from '../../contract/pages.ts';
import { namesLogin } from './cookies.ts';
import { CSP_REPORTS_PATH } from './csp-reports.ts';
import { pagesWithPreloads } from './preloads.ts';
import { notBuiltText } from '../../text/ui.ts';

const knownPages: ReadonlySet<string> = new Set(Object.values(pages));
const NONCE_MARK = '__CSP_NONCE__';

function contentSecurityPolicy(nonce: string, scriptHashes: readonly string[]): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'${hashes}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    'trusted-types resonanz dompurify',
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
  ].join('; ');
}

export type WebPages = { sendPage(path: string, reply: FastifyReply): FastifyReply };

/**
 * Serves the files of the built web client from `folder`, and index.html with a new nonce for every page (R55, R62).
 */
export async function serveWebPages(
  app: FastifyInstance,
  folder: string,
  scriptHashes: readonly string[],
): Promise<WebPages> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'deny',
      wildcard: false,
      // The build writes x.br and x.gz beside x. They are sent in place of x, and not under their own names.
      preCompressed: true,
      globIgnore: ['**/*.map', '**/*.br', '**/*.gz', '**/.*', 'index.html', 'assets/**'],
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    // Looked up at each request: a process of the version before also serves what a newer build has put there (record 147).
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      dotfiles: 'deny',
      preCompressed: true,
      allowedPath: (path) => /\.(js|css|svg|png|woff2?)$/.test(path),
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }
  const index = readIndex(folder);
  const withPreloads = pagesWithPreloads(folder, index);
  const sendPage = (path: string, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const status = knownPages.has(path) ? 200 : 404;
    return reply
      .code(status)
      .headers({
        'content-security-policy': contentSecurityPolicy(nonce, scriptHashes),
        'reporting-endpoints': `csp="${CSP_REPORTS_PATH}"`,
        'cache-control': 'no-store',
        ...dataBegun(path, reply),
      })
      .type('text/html; charset=utf-8')
      .send(inChosenScheme((withPreloads.get(path) ?? index).replaceAll(NONCE_MARK, nonce), reply));
  };
  for (const path of knownPages)
    app.get(path, (request, reply) => sendPage(request.routeOptions.url ?? '', reply));
  return { sendPage };
}

/** The data of a signed-in patient's home is on its way before the scripts have arrived. The page takes it with its first call. */
function dataBegun(path: string, { request }: FastifyReply): { link?: string } {
  if (path !== pages.patientHome || !namesLogin(request.cookies ?? {})) return {};
  return { link: `<${endpoints.listWindows.path}>; rel=preload; as=fetch; crossorigin` };
}

/** The page in the colours that this browser has chosen, so that the first paint has them too. */
function inChosenScheme(page: string, { request }: FastifyReply): string {
  // A request that could not be decoded has no parsed cookies.
  const scheme = request.cookies?.['scheme'];
  if (scheme !== 'light' && scheme !== 'dark') return page;
  return page.replace('<html lang="de"', `<html lang="de" data-scheme="${scheme}"`);
}

/**
 * Names the script of the pages in every answer. An open page compares it with its own and learns that the server is
 * newer.
 */
export function pageHeaders(folder: string): Record<string, string> {
  const script = /src="(\/assets\/app-[^"]+)"/.exec(readIndex(folder))?.[1];
  return script ? { 'x-page-script': script } : {};
}

function readIndex(folder: string): string {
  const path = `${folder}/index.html`;
  if (existsSync(path)) return readFileSync(path, 'utf8');
  return `<!doctype html><html lang="de"><title>Resonanz</title><p>${notBuiltText}</p></html>`;
}
