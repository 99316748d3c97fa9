import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A new certificate for the name `localhost` that no authority has signed, and the file that holds it. */
export async function aCertificate() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const file = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'certificate.pem');
  writeFileSync(file, cert);
  return { cert, key, file };
}
