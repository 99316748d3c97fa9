import { once } from 'node:events';
import { connect } from 'node:net';

export type Answered = { status: number; body: string };
export type Client = {
  request(method: string, path: string, cookie: string, body?: string): Promise<Answered>;
  close(): void;
};

/**
 * One kept connection with little work per request. The benchmark measures the server, and client and server share the
 * processor.
 */
export async function openClient(port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let waiting: { resolve(answer: Answered): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = takeAnswer(received);
    if (!answer) return;
    received = received.subarray(answer.length);
    waiting?.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  return {
    request: (method, path, cookie, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const content =
          body === undefined
            ? ''
            : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-requested-with: resonanz\r\ncookie: ${cookie}\r\n${content}\r\n${body ?? ''}`,
        );
      }),
    close: () => socket.destroy(),
  };
}

const HEAD_END = '\r\n\r\n';

function takeAnswer(received: Buffer): (Answered & { length: number }) | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end).toLowerCase();
  const start = end + HEAD_END.length;
  const size = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (received.length < start + size) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    body: received.toString('utf8', start, start + size),
    length: start + size,
  };
}
