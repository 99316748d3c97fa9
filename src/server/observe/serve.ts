import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { StartError } from '../settings/start-error.ts';
import { collectOnDemand, type Observed } from './collect.ts';

type Listener = { stop(): Promise<void> };

/**
 * Answers `/metrics` on an address of its own, `[host:]port` or the path of a socket, so that no proxy can forward a
 * stranger there. Without an address there is no such listener.
 */
export async function serveMetrics(observed: Observed, address: string | undefined): Promise<Listener> {
  if (address === undefined) return { stop: async () => {} };
  const place = placeOf(address);
  collectOnDemand(observed);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    void answer(observed).then(
      (text) => response.writeHead(200, { 'content-type': observed.metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, place, address);
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const answer = ({ metrics }: Observed) => metrics.registry.metrics();

type Place = { path: string } | { host: string; port: number };

/** Where METRICS_ADDRESS listens. Throws a StartError for a wrong one. */
export function placeOf(address: string): Place {
  if (address.startsWith('/')) return { path: address };
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(address) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new StartError(
      `METRICS_ADDRESS must be a port, host:port or the path of a socket, not "${address}".`,
    );
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

async function listen(server: Server, place: Place, address: string): Promise<void> {
  // A killed process leaves its socket behind.
  if ('path' in place) rmSync(place.path, { force: true });
  server.listen(place);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new StartError(
        `METRICS_ADDRESS ${address} is already in use. Stop the other program or set METRICS_ADDRESS to a free port.`,
      );
    throw new StartError(`METRICS_ADDRESS ${address} cannot be used: ${(error as Error).message}`);
  }
}
