import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../settings/app-error.ts';
import type { Services } from '../services.ts';

// Far more than the browsers and proxies of a clinic open, and far fewer than the files that a process may open (R7).
const MOST_CONNECTIONS = 4000;

/** Limits the number of connections, and refuses requests that a proxy may read in another way than this server. */
export function guardConnections(app: FastifyInstance, services: Services): void {
  app.server.maxConnections = MOST_CONNECTIONS;
  const warnOnce = warnOfHiddenClients(services);
  app.addHook('onRequest', async (request) => {
    if (isAmbiguous(request)) throw new AppError('invalid_request');
    warnOnce(request);
  });
}

// Node.js takes the first of two Host headers and accepts every HTTP version in a request line.
function isAmbiguous({ raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 || (httpVersion !== '1.1' && httpVersion !== '1.0');
}

// R48: behind a proxy that is not configured, all clients have one address, so a few failed logins make all of them wait.
function warnOfHiddenClients({ config, log }: Services): (request: FastifyRequest) => void {
  let isWarned = config.trustedProxies > 0;
  return ({ headers }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    log.warn(
      { alert: 'trusted_proxies' },
      'a request came through a proxy, but trusted_proxies is 0: all users behind the proxy count as one address for the login limits. Set trusted_proxies to the number of your proxies',
    );
  };
}
