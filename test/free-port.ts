import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free port of this machine, for a program that cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A TCP address is never a path.
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
