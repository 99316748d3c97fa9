import { Client } from 'pg';

/** Put into the address of a database whose server never asks for a password in another way. libpq knows it as well. */
export const SCRAM_ONLY = 'require_auth=scram-sha-256';

/**
 * A connection that keeps its password to itself. The port of the embedded database is free for strangers after a crash;
 * a stranger on it could ask for the password in clear or for a weak hash. SCRAM proves the password without showing it.
 */
export class DatabaseClient extends Client {
  // pg calls these two methods when the server asks. Its types do not name them; a test holds them.
  _handleAuthCleartextPassword(message: unknown): void {
    this.#answer('_handleAuthCleartextPassword', message);
  }

  _handleAuthMD5Password(message: unknown): void {
    this.#answer('_handleAuthMD5Password', message);
  }

  #answer(request: '_handleAuthCleartextPassword' | '_handleAuthMD5Password', message: unknown): void {
    if (!this.#needsScram) return Reflect.get(Client.prototype, request).call(this, message);
    const { connection } = this as unknown as { connection: { emit(event: 'error', error: Error): void } };
    connection.emit('error', new Error('the server there asks for the password without SCRAM'));
    void this.end();
  }

  #needsScram = false;

  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    const [config] = args;
    const address = typeof config === 'string' ? config : config?.connectionString;
    this.#needsScram = address?.includes(SCRAM_ONLY) ?? false;
  }
}
