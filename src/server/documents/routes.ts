import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { surveyDurations } from './durations.ts';
import { openLibrary, type Format } from './library.ts';
import { bandStyles, screenColours } from '../print/palette.ts';

// As strict as for the pages of the application (R55); a document also runs nothing and sends nothing.
const policy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const types = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  css: 'text/css; charset=utf-8',
  picture: 'image/webp',
} as const satisfies Record<Format | 'css' | 'picture', string>;

const fileText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The style sheet of all documents, served beside them as documents.css. */
export const documentStyle =
  screenColours(':root') + bandStyles + fileText('../print/charts/charts.css') + fileText('documents.css');

const FILE = /^([a-z0-9-]+)\.(html|pdf)$/;

/** Public information to read and download: `/documents/<name>.html` and `/documents/<name>.pdf`. */
export function registerDocuments(app: FastifyInstance, { config, registry }: Services): void {
  const { product_name: product, help } = config.public;
  const library = openLibrary({
    product,
    help,
    durations: surveyDurations(registry),
    instruments: registry.instruments,
    folder: config.documentsDir,
  });
  const open = { config: { access: 'public' as const } };
  app.get('/documents/documents.css', open, (request, reply) => send(request, reply, 'css', documentStyle));
  app.get<{ Params: { file: string } }>('/documents/bilder/:file', open, async (request, reply) => {
    const picture = library.pictures.get(request.params.file);
    return picture ? send(request, reply, 'picture', picture.bytes) : reply.callNotFound();
  });
  app.get<{ Params: { file: string } }>('/documents/:file', open, async (request, reply) => {
    const [, name = '', format] = FILE.exec(request.params.file) ?? [];
    const found = format === 'html' || format === 'pdf' ? library.find(name, format) : undefined;
    if (!found) return reply.callNotFound();
    const content = await found;
    if (format === 'pdf') reply.header('content-disposition', `inline; filename="${name}.pdf"`);
    return send(request, reply, format === 'pdf' ? 'pdf' : 'html', content);
  });
}

// The browser keeps a document but asks for it each time, so that a new version shows at once.
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: keyof typeof types,
  content: string | Buffer,
): FastifyReply {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(types[type]).send(content);
}
