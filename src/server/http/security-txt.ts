import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { DAY_MS } from '../../domain/iso-date.ts';

const VALID_DAYS = 180;

/** Says where to report a weakness (R80, RFC 9116). */
export function registerSecurityTxt(app: FastifyInstance, { config, publicOrigin, now }: Services): void {
  app.get('/.well-known/security.txt', { config: { access: 'public' } }, (_request, reply) => {
    const lines = [
      `Contact: mailto:${config.public.operator.security_email}`,
      `Expires: ${new Date(now() + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: de, en',
      `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
