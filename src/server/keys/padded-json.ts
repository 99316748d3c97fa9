const BLOCK = 64;

/**
 * JSON with spaces up to a whole number of blocks. The length of an encrypted cell is the length of its content: without
 * the spaces it would tell which option was chosen.
 */
export function paddedJson(content: unknown): string {
  const json = JSON.stringify(content);
  const missing = (BLOCK - (Buffer.byteLength(json) % BLOCK)) % BLOCK;
  return json + ' '.repeat(missing);
}
