import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, deriveKey, encryptField, type Keys } from '../keys/keys.ts';
import type { SessionKey } from '../database/row-keys.ts';
import type { ReportInput } from './report-data.ts';

/** Rises when the same data could give another report. */
const REPORT_VERSION = 'report-2.8.0';

const compress = promisify(gzip);

/** A report as it is stored: compressed and encrypted, under a hash of its content. */
export async function sealReport(
  keys: Keys,
  session: SessionKey,
  audience: string,
  text: string,
): Promise<{ hash: string; encrypted: Buffer }> {
  const hash = createHmac('sha256', deriveKey(keys, 'report')).update(text).digest('hex');
  const compressed = await compress(text);
  const place = cellPlace('reports|html_encrypted', { ...session, audience, hash });
  return { hash, encrypted: encryptField(keys, compressed.toString('base64'), place) };
}

/** The report as it was shown. */
export function openReport(
  keys: Keys,
  session: SessionKey,
  { audience, hash, html_encrypted: encrypted }: { audience: string; hash: string; html_encrypted: Buffer },
): string {
  const place = cellPlace('reports|html_encrypted', { ...session, audience, hash });
  const compressed = decryptField(keys, encrypted, place);
  return gunzipSync(Buffer.from(compressed, 'base64')).toString('utf8');
}

/** The versions that must be equal, so that the same answers give the same report. */
export function reportVersions(input: ReportInput): object {
  return {
    report: REPORT_VERSION,
    algorithm: input.algorithm_version,
    protocol: input.protocol_version,
    instruments: input.instruments.map(({ id, version }) => ({ id, version })),
  };
}
