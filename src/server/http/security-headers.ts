import type { FastifyInstance } from 'fastify';

/**
 * The headers of every answer (R58), with HSTS on a site with TLS only. An answer that runs scripts or loads files sets a
 * content security policy of its own.
 */
export function securityHeaders(publicOrigin: string): Record<string, string> {
  const isSecure = publicOrigin.startsWith('https://');
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** Sets these headers on every answer, and forbids caches to store answers of the API (R10). */
export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
