import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The fate of an exchange (a request and its answer, or a query and its result). 'pass' hands it on. 'cut-request' drops
 * the connection before the request reaches the server. 'cut-answer' drops it at the first byte of the answer: the server
 * has done its work with its COMMIT, and the client does not know. A number delays every part of the answer by so many
 * milliseconds.
 */
export type ProxyMode = 'pass' | 'cut-request' | 'cut-answer' | { delay: number };

/**
 * A TCP proxy for tests of lost connections. It does not know the protocol.
 *
 *     const proxy = await startProxy(port);
 *     proxy.setMode('cut-answer');             // every exchange from now on
 *     proxy.setMode(() => random() < 0.3 ? 'cut-answer' : 'pass');   // asked once for each exchange
 *     proxy.dropConnections();                 // ends all that are open, at once
 *     await proxy.close();
 */
export type Proxy = {
  /** The address to use instead of the server's. */
  port: number;
  setMode(mode: ProxyMode | (() => ProxyMode)): void;
  dropConnections(): void;
  /** The number of exchanges and of cut connections. */
  counts(): { exchanges: number; cut: number };
  close(): Promise<void>;
};

type State = { choose: () => ProxyMode; open: Set<Socket>; exchanges: number; cut: number };

/** Starts a proxy on a free port of 127.0.0.1 in front of `targetPort`, in the mode 'pass'. */
export async function startProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<Proxy> {
  const state: State = { choose: () => 'pass', open: new Set(), exchanges: 0, cut: 0 };
  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ port: targetPort, host: targetHost, noDelay: true });
    carry(state, client, target);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const dropConnections = () => state.open.forEach((socket) => socket.destroy());
  return {
    port: address.port,
    setMode: (mode) => (state.choose = typeof mode === 'function' ? mode : () => mode),
    dropConnections,
    counts: () => ({ exchanges: state.exchanges, cut: state.cut }),
    close: async () => {
      server.close();
      dropConnections();
      await once(server, 'close');
    },
  };
}

function carry(state: State, client: Socket, target: Socket): void {
  let mode: ProxyMode = 'pass';
  let isAsking = false;
  // Parts of an answer leave in their order, also if their delays differ.
  let sending = Promise.resolve();
  const cut = () => {
    state.cut += 1;
    client.destroy();
    target.destroy();
  };

  client.on('data', (part) => {
    if (!isAsking) {
      isAsking = true;
      state.exchanges += 1;
      mode = state.choose();
    }
    if (mode === 'cut-request') cut();
    else target.write(part);
  });
  target.on('data', (part) => {
    isAsking = false;
    if (mode === 'cut-answer') return cut();
    const delay = typeof mode === 'object' ? mode.delay : 0;
    // A delayed part must not keep the process alive.
    const held = () => (delay > 0 ? wait(delay, undefined, { ref: false }) : undefined);
    sending = sending.then(held).then(() => void client.write(part));
  });
  client.on('end', () => target.end());
  client.on('close', () => target.destroy());
  target.on('close', () => void sending.then(() => client.end()));
  for (const socket of [client, target]) {
    state.open.add(socket);
    // A broken connection is expected. Its 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => state.open.delete(socket));
  }
}
