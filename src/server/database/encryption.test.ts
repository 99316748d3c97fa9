// A server that offers the encrypted connection of PostgreSQL, with a certificate of our own making.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { aCertificate } from '../../../test/certificate.ts';
import { createPool } from './pool.ts';

let server: Server;
let certificateFile: string;
let logins = 0;

before(async () => {
  const { cert, key, file } = await aCertificate();
  certificateFile = file;
  server = createServer((socket) => {
    socket.on('error', () => {});
    // The client asks for encryption. S means yes.
    socket.once('data', () => {
      const encrypted = new TLSSocket(socket, { isServer: true, cert, key });
      encrypted.on('error', () => {});
      encrypted.on('data', () => {
        logins += 1;
        encrypted.destroy();
      });
      socket.write('S');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

after(() => server.close());

async function connect(options: string, host = 'localhost'): Promise<string> {
  // A TCP address is never a path.
  const { port } = server.address() as AddressInfo;
  const url = `postgres://web@${host}:${port}/resonanz?${options}`;
  const pool = createPool(url, { max: 1, onError: () => {} });
  logins = 0;
  try {
    await pool.query('SELECT');
    return 'connected';
  } catch (error) {
    return (error as { code?: string; message: string }).code ?? (error as Error).message;
  } finally {
    await pool.end();
  }
}

describe('the encrypted way to a database', () => {
  test('a server with an unknown certificate gets no login', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      assert.equal(await connect(`sslmode=${mode}`), 'DEPTH_ZERO_SELF_SIGNED_CERT', mode);
      assert.equal(logins, 0);
    }
  });

  test('a server with the certificate of another name gets no login', async () => {
    const outcome = await connect(`sslmode=verify-full&sslrootcert=${certificateFile}`, '127.0.0.1');
    assert.equal(outcome, 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.equal(logins, 0);
  });

  test('a server with the certificate of the address gets the login', async () => {
    await connect(`sslmode=verify-full&sslrootcert=${certificateFile}`);
    assert.equal(logins, 1);
  });
});
