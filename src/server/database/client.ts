import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { eachHost, hostToTry } from '../settings/database-hosts.ts';

/** Put into the address of a database whose server never asks for a password in another way. libpq knows it as well. */
export const SCRAM_ONLY = 'require_auth=scram-sha-256';

/**
 * A connection that keeps its password to itself. The port of the embedded database is free for strangers after a crash;
 * a stranger on it could ask for the password in clear or for a weak hash. SCRAM proves the password without showing it.
 */
export class DatabaseClient extends Client {
  #passOver: (() => void) | undefined;

  constructor(config: string | ClientConfig) {
    const address = typeof config === 'string' ? config : config.connectionString;
    const several = address !== undefined && eachHost(address).length > 1 ? hostToTry(address) : undefined;
    if (several === undefined) super(config);
    else super({ ...(typeof config === 'object' && config), connectionString: several.address });
    this.#passOver = several?.passOver;
    if (address?.includes(SCRAM_ONLY)) this.#refuseWeakRequests();
  }

  // The way to the server is closed before pg answers it.
  #refuseWeakRequests(): void {
    const { connection } = this as unknown as { connection: EventEmitter & { stream: Socket } };
    const refuse = () =>
      connection.stream.destroy(new Error('the server there asks for the password without SCRAM'));
    for (const request of ['authenticationCleartextPassword', 'authenticationMD5Password'])
      connection.on(request, refuse);
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    const passOver = this.#passOver;
    // pg calls back at once, so that the pool listens before the next message of the server, which may be its last one.
    if (passOver === undefined) return callback ? super.connect(callback) : super.connect();
    const connecting = this.#connectToPrimary(passOver);
    if (callback === undefined) return connecting;
    callbackify(() => connecting)(callback as (error: Error | null, client: Client) => void);
  }

  /** Of several hosts only the one that takes changes is connected to. */
  async #connectToPrimary(passOver: () => void): Promise<Client> {
    // The caller listens once it has the connection. Until then an error that nobody hears would end the process.
    let lost: Error | null = null;
    const listen = (error: Error) => void (lost = error);
    this.on('error', listen);
    try {
      await super.connect();
      const { rows } = await super.query('SHOW transaction_read_only');
      if (rows[0].transaction_read_only !== 'off') {
        void this.end();
        throw Object.assign(new Error('the host is a standby'), { code: '25006' });
      }
      await immediately();
      if (lost) throw lost;
      return this;
    } catch (error) {
      passOver();
      throw error;
    } finally {
      this.off('error', listen);
    }
  }
}

type Connected = Parameters<Client['connect']>[0];

/** Tries the hosts of an address in turn, until one takes changes. Throws the error of the last one. */
export async function findPrimary(url: string): Promise<void> {
  const hosts = eachHost(url);
  if (hosts.length === 1) return;
  for (const [at] of hosts.entries()) {
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (at === hosts.length - 1) throw error;
    }
  }
}

// What passes by itself: the machine or PostgreSQL still starts, has no connection left, or is a standby so far.
const PASSING = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT 57P03 53300 25006'.split(' '),
);
const POLL_MS = 500;

/** Waits until the database answers, at most so long. The next step then says what is wrong with one that does not. */
export async function awaitDatabase(url: string, seconds: number, interrupted?: AbortSignal): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && !(await answers(url)))
    await wait(POLL_MS, undefined, interrupted && { signal: interrupted });
}

async function answers(url: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return !PASSING.has(code) && !/timeout|terminated/.test(message);
  }
}
