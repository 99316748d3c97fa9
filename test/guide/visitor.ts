import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Machine } from './machine.ts';

/** A browser that comes through the proxy of the machine, over TLS, and keeps its cookies. */
export class Visitor {
  #machine: Machine;
  #cookies = new Map<string, string>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async get(path: string, accept = '*/*'): Promise<{ status: number; type: string; text: string }> {
    const { status, headers, body } = await this.#send('GET', path, undefined, accept);
    return { status, type: headers['content-type'] ?? '', text: body };
  }

  /** Makes a call of the API and returns its answer. Throws for a refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into an answer, whatever it is
  async call(name: keyof typeof endpoints, input?: object): Promise<any> {
    const { method, path } = endpoints[name];
    const { status, headers, body } = await this.#send(method, path, input);
    if (status >= 300) throw new Error(`${name} answers ${status}: ${body}`);
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.#cookies.set(key!, value!);
    }
    return JSON.parse(body);
  }

  async #send(method: string, path: string, input?: object, accept = '*/*') {
    const port = this.#machine.port('443');
    const sent = request({
      host: 'localhost',
      port,
      path,
      method,
      ca: this.#machine.certificate,
      agent: false,
      headers: {
        accept,
        origin: `https://localhost:${port}`,
        'x-requested-with': 'resonanz',
        cookie: [...this.#cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(input && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
    });
    sent.end(input && JSON.stringify(input));
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  }
}
