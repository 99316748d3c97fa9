import type { FastifyInstance } from 'fastify';
import { lightColours } from '../print/palette.ts';
import type { Services } from '../services.ts';

/** Lets a patient put the product on the home screen of a phone, under its configured name. */
export function registerWebManifest(app: FastifyInstance, { config }: Services): void {
  const { product_name, document_title } = config.public;
  const manifest = {
    name: document_title,
    short_name: product_name,
    lang: 'de',
    start_url: '/',
    display: 'standalone',
    background_color: lightColours['bg'],
    theme_color: lightColours['surface'],
    icons: [
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  };
  app.get('/manifest.webmanifest', { config: { access: 'public' } }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest)),
  );
}
