import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

const ROUNDS = 5;

type Fetched = { milliseconds: number; bytes: number; status: number | undefined };

/** A list as it travels, from the request to the last byte. */
export async function listTimes(port: number, path: string, cookie: string): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await fetchList(port, path, cookie);
    if (one.status !== 200) throw new Error(`the list answered ${one.status}`);
    fetched.push(one);
  }
  return fetched;
}

export async function fetchList(port: number, path: string, cookie: string): Promise<Fetched> {
  const headers = { cookie, 'x-requested-with': 'resonanz', 'accept-encoding': 'gzip' };
  const began = performance.now();
  // Not by fetch, which unpacks: that is the browser's part of the work.
  const asked = get({ port, host: '127.0.0.1', path, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of answer) bytes += (part as Buffer).length;
  return { milliseconds: performance.now() - began, bytes, status: answer.statusCode };
}
